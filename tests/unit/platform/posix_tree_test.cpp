#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/platform/posix_tree.hpp>
#include <support/temp_folder.hpp>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>

using namespace mage_lineage;
using platform::PosixTree;
using platform::Resolution;
namespace fs = std::filesystem;

namespace {

std::unique_ptr<sys::Tree> open(const std::string& path, Resolution resolution) {
  auto tree = PosixTree::open(path, resolution);
  REQUIRE(tree.has_value());
  return std::move(*tree);
}

ErrorCode read_error(sys::Tree& tree, const std::string& path) {
  const auto read = tree.read(path, 1000);
  REQUIRE_FALSE(read.has_value());
  return read.error().code;
}

}  // namespace

TEST_CASE("PosixTree::read") {
  const test::TempFolder outer;
  outer.write("outside.py", "secret of another project");
  outer.write("root/utils/dates.py", "import datetime\n");
  const fs::path root = outer / "root";
  for (const auto resolution : {Resolution::kernel, Resolution::walk}) {
    CAPTURE(static_cast<int>(resolution));
    const auto tree = open(root.string(), resolution);

    // SUBCASE cannot stand in a loop over both ways: each check names itself.
    const auto read = tree->read("utils/dates.py", 16);
    REQUIRE(read.has_value());
    CHECK(read->bytes == "import datetime\n");
    CHECK(tree->read("utils/dates.py", 15).error().code == ErrorCode::too_large);

    CHECK(read_error(*tree, "utils/nothing.py") == ErrorCode::not_found);
    CHECK(read_error(*tree, "utils/dates.py/below") == ErrorCode::not_found);
    CHECK(read_error(*tree, "utils") == ErrorCode::not_regular);
    CHECK(read_error(*tree, "../outside.py") == ErrorCode::outside);
    CHECK(read_error(*tree, "utils/../../outside.py") == ErrorCode::outside);
    CHECK(read_error(*tree, (outer / "outside.py").string()) == ErrorCode::outside);
    CHECK(read_error(*tree, std::string("utils/dates.py\0x", 16)) == ErrorCode::outside);
    CHECK(read_error(*tree, std::string(5000, 'x')) == ErrorCode::too_large);
  }
}

TEST_CASE("PosixTree follows no link") {
  const test::TempFolder outer;
  outer.write("outside/secret.py", "secret of another project");
  outer.write("root/utils/dates.py", "import datetime\n");
  const fs::path root = outer / "root";
  fs::create_symlink(outer / "outside/secret.py", root / "to_outside.py");
  fs::create_symlink("utils/dates.py", root / "to_inside.py");
  fs::create_symlink(outer / "outside", root / "linked");
  fs::create_symlink("utils", root / "linked_inside");
  fs::create_symlink("loop.py", root / "loop.py");
  fs::create_symlink("/proc/self/environ", root / "environ.py");
  for (const auto resolution : {Resolution::kernel, Resolution::walk}) {
    CAPTURE(static_cast<int>(resolution));
    const auto tree = open(root.string(), resolution);
    for (const char* path : {"to_outside.py", "to_inside.py", "linked/secret.py",
                             "linked_inside/dates.py", "loop.py", "environ.py"}) {
      CAPTURE(path);
      CHECK(read_error(*tree, path) == ErrorCode::outside);
    }
    CHECK(tree->list("linked", 10).error().code == ErrorCode::outside);
    CHECK(tree->stat("to_outside.py")->kind == sys::EntryKind::link);
    CHECK(tree->stat("linked/secret.py").error().code == ErrorCode::outside);
  }
}

TEST_CASE("PosixTree opens regular files alone, without waiting") {
  const test::TempFolder folder;
  REQUIRE(mkfifo((folder / "fifo.py").c_str(), 0600) == 0);
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path, "%s", (folder / "socket.py").c_str());
  REQUIRE(bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  for (const auto resolution : {Resolution::kernel, Resolution::walk}) {
    CAPTURE(static_cast<int>(resolution));
    const auto tree = open(folder.str(), resolution);
    CHECK(read_error(*tree, "fifo.py") == ErrorCode::not_regular);
    CHECK(read_error(*tree, "socket.py") == ErrorCode::not_regular);
    CHECK(tree->stat("fifo.py")->kind == sys::EntryKind::other);
    const auto devices = open("/dev", resolution);
    CHECK(read_error(*devices, "zero") == ErrorCode::not_regular);
    // /dev/shm and /proc are other file systems than the root they are mounted on.
    const auto whole = open("/", resolution);
    CHECK(read_error(*whole, "proc/version") == ErrorCode::outside);
    // Files of /proc say that they are empty, and are not.
    const auto proc = open("/proc", resolution);
    const auto version = proc->read("version", 1000);
    REQUIRE(version.has_value());
    CHECK(version->bytes.rfind("Linux version", 0) == 0);
    CHECK(proc->read("version", 5).error().code == ErrorCode::too_large);
  }
  close(listener);
}

TEST_CASE("PosixTree::list") {
  const test::TempFolder folder;
  folder.write("b.py", "");
  folder.write("a/x", "");
  folder.write("A.py", "");
  folder.write("\xFF\n.py", "");
  fs::create_symlink("b.py", folder / "link");
  for (const auto resolution : {Resolution::kernel, Resolution::walk}) {
    CAPTURE(static_cast<int>(resolution));
    const auto tree = open(folder.str(), resolution);
    const auto entries = tree->list("", 5);
    REQUIRE(entries.has_value());
    std::string told;
    for (const auto& entry : *entries) {
      told += entry.name + " " + std::to_string(static_cast<int>(entry.kind)) + "|";
    }
    CHECK(told == "A.py 0|a 1|b.py 0|link 2|\xFF\n.py 0|");
    CHECK(tree->list("", 4).error().code == ErrorCode::too_large);
    CHECK(tree->list("b.py", 5).error().code == ErrorCode::not_regular);
    CHECK(tree->list("nothing", 5).error().code == ErrorCode::not_found);
  }
}

TEST_CASE("PosixTree under a hand that swaps a folder for a link") {
  const test::TempFolder outer;
  outer.write("outside/f.py", "outside");
  outer.write("root/real/f.py", "inside");
  const fs::path root = outer / "root";
  fs::create_symlink(outer / "outside", root / "link");
  for (const auto resolution : {Resolution::kernel, Resolution::walk}) {
    CAPTURE(static_cast<int>(resolution));
    std::atomic<bool> stop = false;
    std::thread swapper([&] {
      while (!stop) {
        renameat2(AT_FDCWD, (root / "real").c_str(), AT_FDCWD, (root / "link").c_str(),
                  RENAME_EXCHANGE);
      }
    });
    const auto tree = open(root.string(), resolution);
    std::size_t outside = 0, inside = 0;
    for (int i = 0; i < 20000 && (i < 2000 || inside == 0); ++i) {
      const auto read = tree->read("real/f.py", 100);
      if (!read) continue;
      ++(read->bytes == "inside" ? inside : outside);
    }
    stop = true;
    swapper.join();
    CHECK(outside == 0);
    CHECK(inside > 0);
  }
}

TEST_CASE("PosixTree under a hand that rewrites a file") {
  const test::TempFolder folder;
  const std::string old_text(200'000, 'a'), new_text(200'001, 'b');
  folder.write("f.py", old_text);
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    for (bool flip = false; !stop; flip = !flip)
      folder.write("f.py", flip ? old_text : new_text);
  });
  const auto tree = open(folder.str(), Resolution::kernel);
  std::size_t torn = 0;
  for (int i = 0; i < 300; ++i) {
    const auto read = tree->read("f.py", 1'000'000);
    // What was read is one of the texts, or a beginning of one that lay on disk as it was read.
    if (read && read->bytes.find_first_not_of('a') != std::string::npos &&
        read->bytes.find_first_not_of('b') != std::string::npos) {
      ++torn;
    }
  }
  stop = true;
  writer.join();
  CHECK(torn == 0);
}

TEST_CASE("PosixFiles::write") {
  const test::TempFolder folder;
  platform::PosixFiles files;
  const std::string path = (folder / "manifest.json").string();
  SUBCASE("makes a new file with the mode that was asked for") {
    REQUIRE(files.write(path, "one", 0600).has_value());
    CHECK(files.read(path, 10)->bytes == "one");
    CHECK(files.read(path, 10)->mode == 0600);
  }
  SUBCASE("keeps the mode of the file that it replaces, and leaves nothing beside it") {
    REQUIRE(files.write(path, "one", 0644).has_value());
    REQUIRE(chmod(path.c_str(), 0640) == 0);
    REQUIRE(files.write(path, "two", 0600).has_value());
    CHECK(files.read(path, 10)->bytes == "two");
    CHECK(files.read(path, 10)->mode == 0640);
    CHECK(open(folder.str(), Resolution::kernel)->list("", 10)->size() == 1);
  }
  SUBCASE("does not write through a link") {
    folder.write("target", "old");
    fs::create_symlink("target", path);
    CHECK(files.write(path, "new", 0600).error().code == ErrorCode::not_regular);
    CHECK(files.read((folder / "target").string(), 10)->bytes == "old");
  }
  SUBCASE("names a folder that is not there") {
    const auto wrote = files.write((folder / "none/manifest.json").string(), "x", 0600);
    CHECK(wrote.error().code == ErrorCode::not_found);
  }
  SUBCASE("writes to a device as it is") {
    CHECK(files.write("/dev/null", "x", 0600).has_value());
    CHECK(fs::is_character_file("/dev/null"));
  }
}

TEST_CASE("PosixFiles::read and open_tree") {
  const test::TempFolder folder;
  platform::PosixFiles files;
  folder.write("f", "text");
  CHECK(files.read((folder / "f").string(), 3).error().code == ErrorCode::too_large);
  CHECK(files.read(folder.str(), 3).error().code == ErrorCode::not_regular);
  CHECK(files.open_tree((folder / "f").string()).error().code == ErrorCode::not_regular);
  CHECK(files.open_tree((folder / "none").string()).error().code == ErrorCode::not_found);
  CHECK(files.canonical((folder / "./f").string()).value() == (folder / "f").string());
}
