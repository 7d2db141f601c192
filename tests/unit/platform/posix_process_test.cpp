#include <mage_lineage/platform/posix_process.hpp>

#include <doctest/doctest.h>
#include <support/temp_folder.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <vector>

using mage_lineage::ErrorCode;
using mage_lineage::platform::PosixProcess;
using mage_lineage::sys::Command;
using mage_lineage::sys::ForegroundCommand;
using std::chrono::milliseconds;

namespace {

Command shell(const std::string& script) {
  Command command;
  command.argv = {"sh", "-c", script};
  command.environment = {{"PATH", "/usr/bin:/bin"}, {"GREETING", "hi"}};
  return command;
}

ForegroundCommand foreground(const std::string& script) {
  ForegroundCommand command;
  command.argv = {"sh", "-c", script};
  command.environment = {{"PATH", "/usr/bin:/bin"}};
  command.tick = [] { return milliseconds(1000); };
  return command;
}

/// run_foreground leaves signals blocked, which the tests after these do not expect.
struct UnblockAtEnd {
  UnblockAtEnd() { pthread_sigmask(SIG_BLOCK, nullptr, &before); }
  UnblockAtEnd(const UnblockAtEnd&) = delete;
  UnblockAtEnd& operator=(const UnblockAtEnd&) = delete;
  ~UnblockAtEnd() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  sigset_t before{};
};

/// Has the system forget how children end, as a caller that ignores SIGCHLD does.
struct IgnoreChildren {
  IgnoreChildren() : before(std::signal(SIGCHLD, SIG_IGN)) {}
  IgnoreChildren(const IgnoreChildren&) = delete;
  IgnoreChildren& operator=(const IgnoreChildren&) = delete;
  ~IgnoreChildren() { std::signal(SIGCHLD, before); }
  void (*before)(int);
};

}  // namespace

TEST_CASE("PosixProcess::run") {
  PosixProcess process;
  SUBCASE("collects output, errors and status") {
    const auto result = process.run(shell("echo out; echo err >&2; exit 3"));
    REQUIRE(result.has_value());
    CHECK(result->status == 3);
    CHECK(result->output == "out\n");
    CHECK(result->errors == "err\n");
  }
  SUBCASE("gives the descriptors that were open before, and no later one") {
    std::array<int, 2> early{-1, -1};
    std::array<int, 2> late{-1, -1};
    REQUIRE(::pipe(early.data()) == 0);
    PosixProcess since;
    REQUIRE(::pipe(late.data()) == 0);
    const auto open_in_child = [&](int number) {
      const auto path = "/proc/self/fd/" + std::to_string(number);
      return since.run(shell("test -e " + path))->status == 0;
    };
    CHECK(open_in_child(early[0]));
    CHECK(open_in_child(early[1]));
    CHECK_FALSE(open_in_child(late[0]));
    CHECK_FALSE(open_in_child(late[1]));
    for (const int number : {early[0], early[1], late[0], late[1]})
      close(number);
  }
  SUBCASE("gives the environment it was given and nothing else") {
    const auto result = process.run(shell("echo $GREETING-$HOME-$USER"));
    REQUIRE(result.has_value());
    CHECK(result->output == "hi--\n");
  }
  SUBCASE("runs in the folder it was given") {
    auto command = shell("pwd");
    command.folder = "/usr";
    CHECK(process.run(command)->output == "/usr\n");
    command.folder = "/no/such/folder";
    CHECK_FALSE(process.run(command).has_value());
  }
  SUBCASE("feeds an input larger than any pipe while it reads the output") {
    auto command = shell("cat");
    command.input = std::string(5'000'000, 'x');
    const auto result = process.run(command);
    REQUIRE(result.has_value());
    CHECK(result->output == command.input);
  }
  SUBCASE("survives a child that does not read its input") {
    auto command = shell("exec <&-; echo done");
    command.input = std::string(5'000'000, 'x');
    CHECK(process.run(command)->output == "done\n");
  }
  SUBCASE("tells a signal as 128 and its number") {
    CHECK(process.run(shell("kill -TERM $$"))->status == 128 + SIGTERM);
  }
  SUBCASE("tells what is not there from what may not be run") {
    Command command = shell("");
    command.argv = {"no-such-program-anywhere"};
    CHECK(process.run(command).error().code == ErrorCode::not_found);
    command.argv = {"/etc/passwd"};
    CHECK(process.run(command).error().code == ErrorCode::permission);
    command.argv = {"/usr"};
    CHECK(process.run(command).error().code == ErrorCode::permission);
    command.argv = {};
    CHECK(process.run(command).error().code == ErrorCode::not_found);
  }
  SUBCASE("ends a child that takes too long or writes too much, with its children") {
    const mage_lineage::test::TempFolder folder;
    const std::string fifo = folder.str() + "/held";
    REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
    const int held = open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    REQUIRE(held >= 0);
    // Its own child holds the pipe as well, and is there before what is too much begins.
    const std::string begin = "exec 3>'" + fifo + "'; echo up >&3; sleep 100 & exec ";
    SUBCASE("too much") {
      auto command = shell(begin + "yes");
      command.max_output = 100'000;
      CHECK(process.run(command).error().code == ErrorCode::too_large);
    }
    SUBCASE("too long") {
      auto command = shell(begin + "sleep 100");
      command.timeout = milliseconds(2000);
      CHECK(process.run(command).error().code == ErrorCode::timeout);
    }
    char c = 0;
    pollfd ready{held, POLLIN, 0};
    std::string said;
    while (poll(&ready, 1, 10'000) == 1 && read(held, &c, 1) == 1)
      said += c;
    CHECK(said == "up\n");
    CHECK(read(held, &c, 1) == 0);  // the end: nobody has it open for writing any more
    close(held);
  }
  SUBCASE("takes no end that the system does not tell for a success") {
    const IgnoreChildren ignore;
    const auto result = process.run(shell("exit 3"));
    REQUIRE_FALSE(result.has_value());
    CHECK(result.error().code == ErrorCode::io);
  }
  SUBCASE("ends a child that closes its outputs and stays") {
    auto command = shell("exec >&- 2>&-; sleep 100");
    command.timeout = milliseconds(100);
    CHECK(process.run(command).error().code == ErrorCode::timeout);
  }
  SUBCASE("ends a child that writes too much") {
    auto command = shell("yes");
    command.max_output = 100'000;
    CHECK(process.run(command).error().code == ErrorCode::too_large);
  }
}

TEST_CASE("PosixProcess::run_foreground") {
  PosixProcess process;
  const UnblockAtEnd unblock;
  SUBCASE("passes exit statuses and signals through") {
    CHECK(process.run_foreground(foreground("exit 7"))->status == 7);
    CHECK(process.run_foreground(foreground("exit 7"))->signal == 0);
    const auto killed = process.run_foreground(foreground("kill -KILL $$"));
    CHECK(killed->signal == SIGKILL);
    CHECK(killed->status == 128 + SIGKILL);
  }
  SUBCASE("passes on a signal that was meant for it") {
    const auto end = process.run_foreground(foreground("trap 'exit 42' TERM; kill -TERM " +
                                                       std::to_string(getpid()) +
                                                       "; while :; do sleep 0.05; done"));
    CHECK(end->status == 42);
  }
  SUBCASE("takes no end that the system does not tell for a success") {
    const IgnoreChildren ignore;
    const auto end = process.run_foreground(foreground("exit 3"));
    REQUIRE_FALSE(end.has_value());
    CHECK(end.error().code == ErrorCode::io);
  }
  SUBCASE("ticks at once, and again when asked to") {
    int ticks = 0;
    auto command = foreground("sleep 0.2");
    command.tick = [&] {
      ++ticks;
      return milliseconds(20);
    };
    CHECK(process.run_foreground(command)->status == 0);
    CHECK(ticks >= 2);
  }
  SUBCASE("says when the command is not there") {
    auto command = foreground("");
    command.argv = {"no-such-program-anywhere"};
    CHECK(process.run_foreground(command).error().code == ErrorCode::not_found);
  }
}
