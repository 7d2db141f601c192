#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/open_file.hpp>
#include <mage_lineage/platform/posix_files.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <utility>

namespace mage_lineage::platform {
namespace {

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Result<> write_through(const std::string& path, std::string_view bytes) {
  const auto fd = open_to_write(path, O_NOFOLLOW);
  if (!fd) return fail(fd.error());
  if (const int problem = write_all(fd->get(), bytes)) {
    return system_failure(problem, "write", path);
  }
  return {};
}

/// Fills the temporary file and puts it in place; 0 or an errno.
int fill_and_rename(int fd, const std::string& temporary, const std::string& path,
                    std::string_view bytes, std::uint32_t mode) {
  if (const int problem = write_all(fd, bytes)) return problem;
  if (fchmod(fd, mode) != 0 || fsync(fd) != 0) return errno;
  return ::rename(temporary.c_str(), path.c_str()) == 0 ? 0 : errno;
}

class FdInput final : public sys::Input {
 public:
  FdInput(Fd fd, std::string name) : fd_(std::move(fd)), name_(std::move(name)) {}

  Result<std::size_t> read(char* out, std::size_t n) override {
    const auto got = read_some(fd_.get(), out, n);
    if (got < 0) return system_failure(errno, "read", name_);
    return static_cast<std::size_t>(got);
  }

  bool ready(std::chrono::milliseconds patience) override {
    constexpr std::chrono::milliseconds kLongest{60'000};
    pollfd input{fd_.get(), POLLIN, 0};
    const int found = ::poll(&input, 1, static_cast<int>(std::min(patience, kLongest).count()));
    return found > 0 || (found < 0 && errno != EINTR);
  }

 private:
  Fd fd_;
  std::string name_;
};

class FdOutput final : public sys::Output {
 public:
  FdOutput(Fd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

  Result<> append(std::string_view bytes) override {
    if (const int problem = write_all(fd_.get(), bytes)) {
      return system_failure(problem, "write", path_);
    }
    return {};
  }

 private:
  Fd fd_;
  std::string path_;
};

}  // namespace

Result<std::unique_ptr<sys::Output>> PosixFiles::open_output(const std::string& path,
                                                             std::uint32_t mode) {
  auto fd = open_to_write(path, O_APPEND | O_CREAT, mode);
  if (!fd) return fail(std::move(fd).error());
  return std::make_unique<FdOutput>(*std::move(fd), path);
}

Result<std::unique_ptr<sys::Tree>> PosixFiles::open_tree(const std::string& path) {
  return PosixTree::open(path, resolution_);
}

Result<sys::FileContent> PosixFiles::read(const std::string& path, std::uint64_t max_bytes) {
  if (path == "-") return read_descriptor(STDIN_FILENO, "standard input", max_bytes);
  const auto fd = open_to_read(path);
  if (!fd) return fail(fd.error());
  return read_descriptor(fd->get(), path, max_bytes);
}

Result<std::unique_ptr<sys::Input>> PosixFiles::open(const std::string& path) {
  if (path == "-") {
    Fd fd(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
    if (!fd) return system_failure(errno, "read", "standard input");
    return std::make_unique<FdInput>(std::move(fd), "standard input");
  }
  auto fd = open_to_read(path);
  if (!fd) return fail(std::move(fd).error());
  return std::make_unique<FdInput>(*std::move(fd), path);
}

Result<> PosixFiles::write(const std::string& path, std::string_view bytes, std::uint32_t mode) {
  struct stat old {};
  if (lstat(path.c_str(), &old) == 0) {
    if (S_ISCHR(old.st_mode) || S_ISFIFO(old.st_mode)) return write_through(path, bytes);
    if (!S_ISREG(old.st_mode)) {
      return fail(ErrorCode::not_regular,
                  "cannot write \"" + text::escape_untrusted(path) + "\": it is " +
                      (S_ISLNK(old.st_mode) ? "a symbolic link" : "not a regular file"),
                  "name a file, or the file that the link leads to; - is standard output");
    }
    mode = old.st_mode & 07777U;
  }
  const std::string folder = folder_of(path);
  std::string temporary = folder + "/.mage-lineage.XXXXXX";
  const Fd fd(mkostemp(temporary.data(), O_CLOEXEC));
  if (!fd) return system_failure(errno, "write", path);
  if (const int problem = fill_and_rename(fd.get(), temporary, path, bytes, mode)) {
    ::unlink(temporary.c_str());
    return system_failure(problem, "write", path);
  }
  const Fd parent(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent) fsync(parent.get());
  return {};
}

Result<std::string> PosixFiles::canonical(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (!real) return system_failure(errno, "find", path);
  return std::string(real.get());
}

}  // namespace mage_lineage::platform
