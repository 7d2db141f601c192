#include <mage_lineage/platform/posix_process.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/platform/fd.hpp>
#include <mage_lineage/platform/spawn.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

namespace mage_lineage::platform {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct Pair {
  Fd ours;
  Fd theirs;
};

/// Sockets rather than pipes: a child that stops reading must not end this program with SIGPIPE.
Result<Pair> stream_pair() {
  std::array<int, 2> fds{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0) {
    return fail(ErrorCode::io, "cannot make a pipe: too many open files");
  }
  return Pair{Fd(fds[0]), Fd(fds[1])};
}

int exit_code(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

/// Whether a child has ended, without waiting for it. Fails with `io` when the system does not
/// tell: who ignores SIGCHLD never learns how a child ended.
Result<bool> has_ended(pid_t child, int& wait_status) {
  const pid_t found = waitpid(child, &wait_status, WNOHANG);
  if (found >= 0) return found == child;
  if (errno == EINTR) return false;
  return fail(ErrorCode::io,
              "the system does not tell how it ended: " + text::ascii_lower(std::strerror(errno)));
}

Error while_running(Error error, const std::vector<std::string>& argv) {
  return error.while_doing("while running \"" + text::escape_untrusted(argv.front(), 200) + "\"");
}

int milliseconds_until(steady_clock::time_point t) {
  const auto left = std::chrono::ceil<milliseconds>(t - steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

/// Feeds a child and collects what it writes.
class Conversation {
 public:
  Conversation(std::string_view input, std::size_t max_output, Fd in, Fd out, Fd errors)
      : input_(input),
        max_output_(max_output),
        fds_{std::move(in), std::move(out), std::move(errors)} {
    if (input_.empty()) fds_[0] = Fd();
  }

  /// Until the child has closed its outputs. Fails with `timeout` or `too_large`.
  Result<> hold(steady_clock::time_point until, sys::CommandResult& result) {
    while (fds_[1].get() >= 0 || fds_[2].get() >= 0) {
      std::array<pollfd, 3> ready{pollfd{fds_[0].get(), POLLOUT, 0},
                                  pollfd{fds_[1].get(), POLLIN, 0},
                                  pollfd{fds_[2].get(), POLLIN, 0}};
      const int left = milliseconds_until(until);
      if (left == 0) return fail(ErrorCode::timeout, "it did not end in time");
      if (poll(ready.data(), ready.size(), left) < 0) continue;  // a signal
      if (ready[0].revents != 0) feed();
      if (ready[1].revents != 0 && !collect(fds_[1], result.output)) return too_much();
      if (ready[2].revents != 0 && !collect(fds_[2], result.errors)) return too_much();
    }
    return {};
  }

 private:
  void feed() {
    const auto n = send(fds_[0].get(), input_.data(), input_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) input_.remove_prefix(static_cast<std::size_t>(n));
    if (input_.empty() || (n < 0 && errno != EAGAIN && errno != EINTR)) fds_[0] = Fd();
  }

  bool collect(Fd& from, std::string& into) const {
    std::array<char, 65536> buffer;
    const auto n = read(from.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) return true;
    if (n <= 0) {
      from = Fd();
      return true;
    }
    into.append(buffer.data(), static_cast<std::size_t>(n));
    return into.size() <= max_output_;
  }

  Failure too_much() const {
    return fail(ErrorCode::too_large,
                "it wrote more than " + std::to_string(max_output_) + " bytes");
  }

  std::string_view input_;
  std::size_t max_output_;
  std::array<Fd, 3> fds_;
};

}  // namespace

Result<sys::CommandResult> PosixProcess::run(const sys::Command& command) {
  const auto until = steady_clock::now() + command.timeout;
  auto in = stream_pair();
  auto out = stream_pair();
  auto errors = stream_pair();
  if (!in || !out || !errors) return fail(ErrorCode::io, "cannot make a pipe: too many open files");
  inherited_.close_others_on_exec();
  const auto child = spawn({command.argv,
                            command.environment,
                            command.folder,
                            {in->theirs.get(), out->theirs.get(), errors->theirs.get()},
                            nullptr,
                            true});
  if (!child) return fail(child.error());
  for (auto* pair : {&*in, &*out, &*errors})
    pair->theirs = Fd();

  sys::CommandResult result;
  Conversation conversation(command.input, command.max_output, std::move(in->ours),
                            std::move(out->ours), std::move(errors->ours));
  auto held = conversation.hold(until, result);
  int status = 0;
  while (held) {
    const auto ended = has_ended(*child, status);
    if (!ended) return fail(while_running(ended.error(), command.argv));
    if (*ended) break;
    if (milliseconds_until(until) == 0) held = fail(ErrorCode::timeout, "it did not end in time");
    poll(nullptr, 0, 1);  // its outputs are closed: it is about to end
  }
  if (!held) {
    kill(-*child, SIGKILL);
    while (waitpid(*child, &status, 0) < 0 && errno == EINTR) {
    }
    return fail(while_running(held.error(), command.argv));
  }
  result.status = exit_code(status);
  return result;
}

Result<sys::ProcessEnd> PosixProcess::run_foreground(const sys::ForegroundCommand& command) {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD}) {
    sigaddset(&watched, signal);
  }
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &watched, &before);
  const Fd signals(signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
  inherited_.close_others_on_exec();
  const auto child = spawn({command.argv, command.environment, {}, {-1, -1, -1}, &before, false});
  if (!child || signals.get() < 0) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return child ? fail(ErrorCode::io, "cannot watch for signals") : fail(child.error());
  }
  auto next_tick = steady_clock::now();
  int status = 0;
  auto ended = has_ended(*child, status);
  for (; ended && !*ended; ended = has_ended(*child, status)) {
    if (milliseconds_until(next_tick) == 0) next_tick = steady_clock::now() + command.tick();
    pollfd ready{signals.get(), POLLIN, 0};
    poll(&ready, 1, milliseconds_until(next_tick));
    signalfd_siginfo signal{};
    while (read(signals.get(), &signal, sizeof signal) == sizeof signal) {
      // What the terminal sends (SI_KERNEL) reaches the whole process group, the child included.
      if (signal.ssi_signo != SIGCHLD && signal.ssi_code != SI_KERNEL) {
        kill(*child, static_cast<int>(signal.ssi_signo));
      }
    }
  }
  // What came while it ran has had its answer: the end. What comes later is for this program.
  signalfd_siginfo answered{};
  while (read(signals.get(), &answered, sizeof answered) == sizeof answered) {
  }
  if (!ended) return fail(while_running(ended.error(), command.argv));
  sys::ProcessEnd end;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  end.status = exit_code(status);
  return end;
}

}  // namespace mage_lineage::platform
