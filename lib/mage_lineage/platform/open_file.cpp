#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/open_file.hpp>

#include <fcntl.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <thread>

namespace mage_lineage::platform {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPause{20};
constexpr int kAlways = O_CLOEXEC | O_NOCTTY;

Failure lonely(const char* action, const std::string& path, const char* other_end) {
  return fail(ErrorCode::io,
              std::string("cannot ") + action + " \"" + text::escape_untrusted(path) +
                  "\": it is a pipe that nobody " + other_end,
              "start the program at its other end first");
}

bool is_fifo(int fd) {
  struct stat seen {};
  return fstat(fd, &seen) == 0 && S_ISFIFO(seen.st_mode);
}

/// True for a pipe without a name, which a shell makes for `<(…)` and `|`: its writer was there
/// from the beginning.
bool is_unnamed_pipe(int fd) {
  struct statfs system {};
  return fstatfs(fd, &system) == 0 && system.f_type == PIPEFS_MAGIC;
}

/// Whether a FIFO holds bytes or is open for writing somewhere. tee(2) finds out without taking
/// anything out of it; `spare` is the writing end of a pipe to copy into.
bool has_writer(int fd, int spare) {
  return tee(fd, spare, 1, SPLICE_F_NONBLOCK) != 0;
}

bool wait_for_writer(int fd, std::chrono::milliseconds patience) {
  std::array<int, 2> pipe{-1, -1};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) return true;  // it will have to wait as others do
  const Fd reading(pipe[0]);
  const Fd writing(pipe[1]);
  const auto deadline = SteadyClock::now() + patience;
  do {
    if (has_writer(fd, writing.get())) return true;
    pollfd wait{fd, POLLIN, 0};
    if (::poll(&wait, 1, static_cast<int>(kPause.count())) > 0) return true;  // it came and went
  } while (SteadyClock::now() < deadline);
  return false;
}

void let_it_block(int fd) {
  const int flags = fcntl(fd, F_GETFL);
  if (flags >= 0) fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
}

}  // namespace

Result<Fd> open_to_read(const std::string& path, std::chrono::milliseconds patience) {
  Fd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | kAlways));
  if (!fd) return system_failure(errno, "read", path);
  if (is_fifo(fd.get()) && !is_unnamed_pipe(fd.get()) && !wait_for_writer(fd.get(), patience)) {
    return lonely("read", path, "writes to");
  }
  let_it_block(fd.get());
  return fd;
}

Result<Fd> open_to_write(const std::string& path, int flags, std::uint32_t mode,
                         std::chrono::milliseconds patience) {
  const auto deadline = SteadyClock::now() + patience;
  for (;;) {
    Fd fd(::open(path.c_str(), O_WRONLY | O_NONBLOCK | kAlways | flags, mode));
    if (fd) {
      let_it_block(fd.get());
      return fd;
    }
    const int problem = errno;
    struct stat seen {};
    const bool waits =
        problem == ENXIO && ::stat(path.c_str(), &seen) == 0 && S_ISFIFO(seen.st_mode);
    if (!waits) return system_failure(problem, "write", path);
    if (SteadyClock::now() >= deadline) return lonely("write", path, "reads from");
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace mage_lineage::platform
