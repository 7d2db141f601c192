#include <support/temp_folder.hpp>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "output/fd_sink.hpp"

using mage_lineage::output::FdSink;

TEST_CASE("FdSink::write") {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  FdSink sink(full);
  sink.write("lost\n");
  SUBCASE("remembers what went wrong") {
    CHECK(sink.failure() == ENOSPC);
  }
  SUBCASE("goes on once there is room again") {
    const mage_lineage::test::TempFolder folder;
    folder.write("log", "");
    const int file = ::open((folder.str() + "/log").c_str(), O_WRONLY | O_CLOEXEC);
    REQUIRE(::dup2(file, full) == full);
    sink.write("kept\n");
    std::ifstream log(folder / "log");
    CHECK(std::string(std::istreambuf_iterator<char>(log), {}) == "kept\n");
    CHECK(sink.failure() == ENOSPC);
    ::close(file);
  }
  ::close(full);
}

TEST_CASE("FdSink::write into a full pipe that does not block") {
  std::array<int, 2> pipe{-1, -1};
  REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
  REQUIRE(::fcntl(pipe[1], F_SETFL, O_NONBLOCK) == 0);
  const std::string text(1'000'000, 'x');
  FdSink sink(pipe[1]);
  std::atomic<pid_t> writer{0};
  std::thread thread([&] {
    writer = static_cast<pid_t>(::syscall(SYS_gettid));
    sink.write(text);
    ::close(pipe[1]);
  });
  const auto sleeps = [&writer] {
    std::ifstream stat("/proc/self/task/" + std::to_string(writer.load()) + "/stat");
    const std::string line(std::istreambuf_iterator<char>(stat), {});
    return line.find(") S ") != std::string::npos;
  };
  // Asleep it waits for room; busy it would ask for it again and again.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  int asleep = 0;
  while (asleep < 100 && std::chrono::steady_clock::now() < deadline) {
    asleep = sleeps() ? asleep + 1 : 0;
    std::this_thread::yield();
  }
  CHECK(asleep == 100);
  std::string got;
  std::array<char, 65536> buffer{};
  for (ssize_t n = 0; (n = ::read(pipe[0], buffer.data(), buffer.size())) > 0;)
    got.append(buffer.data(), static_cast<std::size_t>(n));
  thread.join();
  CHECK(got == text);
  CHECK(sink.failure() == 0);
  ::close(pipe[0]);
}
