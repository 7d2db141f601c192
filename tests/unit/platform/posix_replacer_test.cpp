#include <mage_lineage/platform/posix_clock.hpp>
#include <mage_lineage/platform/posix_replacer.hpp>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>

#include "support/temp_folder.hpp"

using namespace mage_lineage;
using sys::ReplaceMode;
using sys::ReplaceOutcome;

namespace {

constexpr std::uint64_t kMax = 1U << 20U;
const std::string kName = "metadata.yaml";
const std::string kLitter = ".metadata.yaml.mage-lineage-new";

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t names_in(const test::TempFolder& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder.str()), {}));
}

struct Fixture {
  test::TempFolder folder;
  platform::PosixClock clock;
  platform::PosixReplacer replacer{clock, std::chrono::milliseconds(60)};

  Fixture() { folder.write(kName, "old"); }

  Result<ReplaceOutcome> replace(const sys::Replacer::Edit& edit,
                                 ReplaceMode mode = ReplaceMode::write) {
    return replacer.replace(folder.str(), kName, kMax, mode, edit);
  }
  Result<ReplaceOutcome> replace_by(const std::string& bytes,
                                    ReplaceMode mode = ReplaceMode::write) {
    return replace([bytes](const sys::FileContent&) -> Result<std::string> { return bytes; }, mode);
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "PosixReplacer::replace puts new bytes in the place of old ones") {
  SUBCASE("the edit sees the old bytes and the mode, and the mode stays") {
    REQUIRE(::chmod((folder / kName).c_str(), 0640) == 0);
    sys::FileContent seen;
    const auto done = replace([&](const sys::FileContent& old) -> Result<std::string> {
      seen = old;
      return "new";
    });
    REQUIRE(done);
    CHECK(*done == ReplaceOutcome::replaced);
    CHECK(seen.bytes == "old");
    CHECK(seen.mode == 0640);
    CHECK(slurp(folder / kName) == "new");
    struct stat now {};
    REQUIRE(::stat((folder / kName).c_str(), &now) == 0);
    CHECK((now.st_mode & 07777U) == 0640);
    CHECK(names_in(folder) == 1);
  }
  SUBCASE("equal bytes leave the very file in place") {
    struct stat before {};
    struct stat after {};
    REQUIRE(::stat((folder / kName).c_str(), &before) == 0);
    const auto done = replace_by("old");
    REQUIRE(done);
    CHECK(*done == ReplaceOutcome::unchanged);
    REQUIRE(::stat((folder / kName).c_str(), &after) == 0);
    CHECK(before.st_ino == after.st_ino);
  }
  SUBCASE("a rehearsal says what would happen and writes nothing, not even litter away") {
    folder.write(kLitter, "half");
    const auto done = replace_by("new", ReplaceMode::rehearse);
    REQUIRE(done);
    CHECK(*done == ReplaceOutcome::replaced);
    CHECK(slurp(folder / kName) == "old");
    CHECK(names_in(folder) == 2);
  }
  SUBCASE("litter of a killed run goes, whether there is something to change or not") {
    folder.write(kLitter, "half");
    REQUIRE(replace_by("old"));
    CHECK(names_in(folder) == 1);
    folder.write(kLitter, "half");
    REQUIRE(replace_by("new"));
    CHECK(names_in(folder) == 1);
    CHECK(slurp(folder / kName) == "new");
  }
  SUBCASE("extended attributes stay") {
    const std::string file = (folder / kName).string();
    if (::setxattr(file.c_str(), "user.note", "kept", 4, 0) != 0) {
      MESSAGE("skipped: the file system of temporary files has no extended attributes");
      return;
    }
    REQUIRE(replace_by("new"));
    std::string value(4, '\0');
    CHECK(::getxattr(file.c_str(), "user.note", value.data(), value.size()) == 4);
    CHECK(value == "kept");
  }
}

TEST_CASE_FIXTURE(Fixture, "PosixReplacer::replace fails with the file unchanged") {
  const auto check_failure = [&](const Result<ReplaceOutcome>& done, ErrorCode code,
                                 const std::string& part) {
    REQUIRE_FALSE(done);
    CHECK(done.error().code == code);
    CAPTURE(done.error().message);
    CHECK(done.error().message.find(part) != std::string::npos);
  };
  SUBCASE("when the edit fails") {
    check_failure(replace([](const sys::FileContent&) -> Result<std::string> {
                    return fail(ErrorCode::unsupported, "no");
                  }),
                  ErrorCode::unsupported, "no");
    CHECK(slurp(folder / kName) == "old");
  }
  SUBCASE("when an editor writes into the file meanwhile") {
    check_failure(replace([&](const sys::FileContent&) -> Result<std::string> {
                    folder.write(kName, "theirs");
                    return "new";
                  }),
                  ErrorCode::conflict, "changed while it was edited");
    CHECK(slurp(folder / kName) == "theirs");
    CHECK(names_in(folder) == 1);
  }
  SUBCASE("when an editor replaces the file meanwhile, even by equal bytes") {
    check_failure(replace([&](const sys::FileContent&) -> Result<std::string> {
                    folder.write("theirs", "old");
                    std::filesystem::rename(folder / "theirs", folder / kName);
                    return "new";
                  }),
                  ErrorCode::conflict, "changed while it was edited");
    CHECK(slurp(folder / kName) == "old");
  }
  SUBCASE("when another run holds the folder's lock") {
    const int fd = ::open(folder.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    REQUIRE(::flock(fd, LOCK_EX) == 0);
    folder.write(kLitter, "theirs");
    check_failure(replace_by("new"), ErrorCode::conflict, "is locked by another program");
    CHECK(slurp(folder / kLitter) == "theirs");
    ::close(fd);
    CHECK(replace_by("new"));
  }
  SUBCASE("at a symbolic link, whose target is named") {
    std::filesystem::rename(folder / kName, folder / "elsewhere.yaml");
    std::filesystem::create_symlink("elsewhere.yaml", folder / kName);
    check_failure(replace_by("new"), ErrorCode::not_regular, "symbolic link to \"elsewhere.yaml\"");
    CHECK(slurp(folder / "elsewhere.yaml") == "old");
  }
  SUBCASE("at a FIFO, without waiting for a writer") {
    std::filesystem::remove(folder / kName);
    REQUIRE(::mkfifo((folder / kName).c_str(), 0600) == 0);
    check_failure(replace_by("new"), ErrorCode::not_regular, "not a regular file");
  }
  SUBCASE("at a folder") {
    std::filesystem::remove(folder / kName);
    std::filesystem::create_directory(folder / kName);
    check_failure(replace_by("new"), ErrorCode::not_regular, "not a regular file");
  }
  SUBCASE("at a file of a gigabyte, without reading it") {
    std::filesystem::resize_file(folder / kName, std::uintmax_t{1} << 30U);
    check_failure(replace_by("new"), ErrorCode::too_large, "");
  }
  SUBCASE("where no file is") {
    std::filesystem::remove(folder / kName);
    check_failure(replace_by("new"), ErrorCode::not_found, "no such file");
  }
  SUBCASE("where no folder is") {
    check_failure(
        replacer.replace(folder.str() + "/none", kName, kMax, ReplaceMode::write,
                         [](const sys::FileContent&) -> Result<std::string> { return "new"; }),
        ErrorCode::not_found, "no such file or folder");
  }
  SUBCASE("when the litter cannot be cleared away") {
    folder.write(kLitter + "/x", "");
    check_failure(replace_by("new"), ErrorCode::io, "");
    CHECK(slurp(folder / kName) == "old");
  }
}

TEST_CASE_FIXTURE(Fixture,
                  "PosixReplacer::replace leaves the file whole when the disk takes no more") {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    const auto done = replace_by(std::string(100'000, 'x'));
    _exit(!done && done.error().code == ErrorCode::io ? 0 : 1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(slurp(folder / kName) == "old");
  CHECK(names_in(folder) == 1);
}

TEST_CASE_FIXTURE(Fixture, "PosixReplacer::replace keeps the owner, or leaves the file alone") {
  if (::geteuid() != 0) {
    MESSAGE("skipped: only root can give a file to somebody else");
    return;
  }
  REQUIRE(::chown((folder / kName).c_str(), 12345, 23456) == 0);
  REQUIRE(::chmod((folder / kName).c_str(), 02755) == 0);
  SUBCASE("root keeps owner, group and set-id bits") {
    REQUIRE(replace_by("new"));
    struct stat now {};
    REQUIRE(::stat((folder / kName).c_str(), &now) == 0);
    CHECK(now.st_uid == 12345);
    CHECK(now.st_gid == 23456);
    CHECK((now.st_mode & 07777U) == 02755);
  }
  SUBCASE("another person may write, but cannot keep the owner") {
    REQUIRE(::chmod((folder / kName).c_str(), 0666) == 0);
    REQUIRE(::chmod(folder.str().c_str(), 0777) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      const bool dropped = setgid(4242) == 0 && setuid(4242) == 0;
      const auto done = replace_by("new");
      _exit(dropped && !done && done.error().code == ErrorCode::permission ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(slurp(folder / kName) == "old");
    CHECK(names_in(folder) == 1);
  }
}
