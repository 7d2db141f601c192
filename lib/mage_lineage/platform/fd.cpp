#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/fd.hpp>

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

int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto put = ::write(fd, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return 0;
}

Failure system_failure(int number, const std::string& action, const std::string& path) {
  return fail(code_of(number), "cannot " + action + " \"" + text::escape_untrusted(path) +
                                   "\": " + reason_of(number));
}

}  // namespace mage_lineage::platform
