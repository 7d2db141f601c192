#include <mage_lineage/platform/fd.hpp>
#include <mage_lineage/platform/posix_files.hpp>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <thread>

using mage_lineage::platform::Fd;
using mage_lineage::platform::PosixFiles;
using std::chrono::milliseconds;

namespace {

/// Puts another file in the place of a descriptor for as long as it lives.
class Replaced {
 public:
  Replaced(int number, int by) : number_(number), before_(fcntl(number, F_DUPFD_CLOEXEC, 3)) {
    ::dup2(by, number);
  }
  Replaced(const Replaced&) = delete;
  Replaced& operator=(const Replaced&) = delete;
  ~Replaced() { ::dup2(before_.get(), number_); }

 private:
  int number_;
  Fd before_;
};

}  // namespace

TEST_CASE("PosixFiles::open(\"-\")") {
  std::array<int, 2> pipe{-1, -1};
  REQUIRE(pipe2(pipe.data(), O_CLOEXEC) == 0);
  const Fd reading(pipe[0]);
  Fd writing(pipe[1]);
  const Replaced in(STDIN_FILENO, reading.get());
  PosixFiles files;
  auto input = files.open("-");
  REQUIRE(input.has_value());
  std::array<char, 16> buffer{};
  SUBCASE("is ready when bytes are there, and at the end") {
    CHECK_FALSE((*input)->ready(milliseconds(0)));
    CHECK_FALSE((*input)->ready(milliseconds(5)));
    REQUIRE(::write(writing.get(), "ab", 2) == 2);
    CHECK((*input)->ready(milliseconds(0)));
    CHECK((*input)->read(buffer.data(), buffer.size()).value() == 2);
    CHECK_FALSE((*input)->ready(milliseconds(0)));
    writing = Fd();
    CHECK((*input)->ready(milliseconds(60'000)));
    CHECK((*input)->read(buffer.data(), buffer.size()).value() == 0);
  }
  SUBCASE("is not waited for any longer when a signal comes") {
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = [](int) {};
    REQUIRE(sigaction(SIGALRM, &action, &before) == 0);
    const itimerval soon{{0, 1000}, {0, 1000}};
    setitimer(ITIMER_REAL, &soon, nullptr);
    CHECK_FALSE((*input)->ready(milliseconds(60'000)));
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before, nullptr);
  }
  SUBCASE("is waited for where it does not block by itself") {
    REQUIRE(fcntl(reading.get(), F_SETFL, O_NONBLOCK) == 0);
    std::thread writer([&writing] {
      CHECK(::write(writing.get(), "ab", 2) == 2);
      writing = Fd();
    });
    CHECK((*input)->read(buffer.data(), buffer.size()).value() == 2);
    CHECK((*input)->read(buffer.data(), buffer.size()).value() == 0);
    writer.join();
  }
}
