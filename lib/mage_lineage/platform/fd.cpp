#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/fd.hpp>

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace mage_lineage::platform {
namespace {

ErrorCode code_of(int number) {
  switch (number) {
    case ENOENT:
      return ErrorCode::not_found;
    case EACCES:
    case EPERM:
    case EROFS:
      return ErrorCode::permission;
    case ELOOP:
    case EXDEV:
      return ErrorCode::outside;
    case ENAMETOOLONG:
      return ErrorCode::too_large;
    case EISDIR:
    case ENOTDIR:
    case ENXIO:
    case ENODEV:
      return ErrorCode::not_regular;
    default:
      return ErrorCode::io;
  }
}

std::string reason_of(int number) {
  switch (number) {
    case ENOENT:
      return "no such file or folder";
    case EACCES:
      return "permission denied";
    case ELOOP:
      return "a symbolic link stands in the path";
    case EXDEV:
      return "it leaves the folder or its file system";
    case EISDIR:
      return "it is a folder";
    case ENOTDIR:
      return "a part of it is not a folder";
    case ENXIO:
    case ENODEV:
      return "it is not a regular file";
    default:
      return text::ascii_lower(std::generic_category().message(number));
  }
}

/// True when the call that failed is to be made again: it was interrupted, or, after a wait, the
/// descriptor is ready.
bool is_to_repeat(int fd, short event) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN) return false;
  pollfd wait{fd, event, 0};
  return ::poll(&wait, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

Fd& Fd::operator=(Fd&& other) noexcept {
  if (this != &other) {
    if (number_ >= 0) ::close(number_);
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}

Fd::~Fd() {
  if (number_ >= 0) ::close(number_);
}

ssize_t read_some(int fd, char* out, std::size_t n) {
  for (;;) {
    const auto got = ::read(fd, out, n);
    if (got >= 0 || !is_to_repeat(fd, POLLIN)) return got;
  }
}

int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto put = ::write(fd, bytes.data(), bytes.size());
    if (put >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(put));
    } else if (!is_to_repeat(fd, POLLOUT)) {
      return errno;
    }
  }
  return 0;
}

Failure system_failure(int number, const std::string& action, const std::string& path) {
  return fail(code_of(number), "cannot " + action + " \"" + text::escape_untrusted(path) +
                                   "\": " + reason_of(number));
}

}  // namespace mage_lineage::platform
