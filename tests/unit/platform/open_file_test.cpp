#include <mage_lineage/platform/open_file.hpp>
#include <support/temp_folder.hpp>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <future>
#include <thread>

using namespace mage_lineage;
using namespace std::chrono_literals;
using platform::Fd;

namespace {

std::string make_fifo(const test::TempFolder& folder) {
  std::string path = (folder / "fifo").string();
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  return path;
}

std::string read_all(const Fd& fd) {
  std::string out;
  std::array<char, 64> part{};
  for (ssize_t got = 0; (got = ::read(fd.get(), part.data(), part.size())) > 0;)
    out.append(part.data(), static_cast<std::size_t>(got));
  return out;
}

}  // namespace

TEST_CASE("platform::open_to_read") {
  const test::TempFolder folder;
  SUBCASE("opens a file, and says why one cannot be opened") {
    folder.write("file", "bytes");
    const auto fd = platform::open_to_read((folder / "file").string());
    REQUIRE(fd.has_value());
    CHECK(read_all(*fd) == "bytes");
    CHECK(platform::open_to_read((folder / "none").string()).error().code == ErrorCode::not_found);
  }
  SUBCASE("gives a FIFO up that nobody writes to") {
    const auto fd = platform::open_to_read(make_fifo(folder), 40ms);
    REQUIRE_FALSE(fd.has_value());
    CHECK(fd.error().code == ErrorCode::io);
    CHECK(fd.error().message.ends_with("it is a pipe that nobody writes to"));
  }
  SUBCASE("waits for whoever has a FIFO open for writing, however long") {
    const std::string path = make_fifo(folder);
    std::promise<void> opened;
    std::thread writer([&] {
      const Fd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));  // waits for the reader
      opened.get_future().wait();
      CHECK(::write(fd.get(), "late", 4) == 4);
    });
    const auto fd = platform::open_to_read(path);
    opened.set_value();
    if (fd) CHECK(read_all(*fd) == "late");
    writer.join();
    CHECK(fd.has_value());
  }
  SUBCASE("takes an empty pipe of a shell for empty") {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
    const Fd reading(pipe[0]);
    ::close(pipe[1]);
    const auto fd = platform::open_to_read("/proc/self/fd/" + std::to_string(reading.get()));
    REQUIRE(fd.has_value());
    CHECK(read_all(*fd).empty());
  }
}

TEST_CASE("platform::open_to_write") {
  const test::TempFolder folder;
  SUBCASE("makes a file when it is told to") {
    const std::string path = (folder / "new").string();
    CHECK(platform::open_to_write(path, 0).error().code == ErrorCode::not_found);
    CHECK(platform::open_to_write(path, O_CREAT, 0600).has_value());
  }
  SUBCASE("gives a FIFO up that nobody reads from") {
    const std::string path = make_fifo(folder);
    const auto fd = platform::open_to_write(path, 0, 0, 40ms);
    REQUIRE_FALSE(fd.has_value());
    CHECK(fd.error().message.ends_with("it is a pipe that nobody reads from"));
    const Fd reader(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    CHECK(platform::open_to_write(path, 0, 0, 40ms).has_value());
  }
}
