#include <support/temp_folder.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>

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
