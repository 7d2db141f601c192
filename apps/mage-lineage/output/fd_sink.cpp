#include "output/fd_sink.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace mage_lineage::output {

void FdSink::write(std::string_view text) {
  while (!text.empty() && !closed_) {
    const auto n = ::write(fd_, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EPIPE) {
      closed_ = true;
    } else if (errno == EAGAIN) {  // another program made the pipe or terminal non-blocking
      pollfd room{fd_, POLLOUT, 0};
      ::poll(&room, 1, -1);
    } else if (errno != EINTR) {
      failure_ = errno;
      return;  // a log goes on once there is room again
    }
  }
}

bool FdSink::is_terminal() const {
  return isatty(fd_) == 1;
}

}  // namespace mage_lineage::output
