#include <mage_lineage/platform/posix_clock.hpp>

#include <sys/random.h>

#include <cerrno>
#include <system_error>
#include <thread>

namespace mage_lineage::platform {

Timestamp PosixClock::now() const {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::chrono::nanoseconds PosixClock::steady() const {
  return std::chrono::steady_clock::now().time_since_epoch();
}

void PosixClock::sleep(std::chrono::milliseconds d) {
  std::this_thread::sleep_for(d);
}

void PosixRandom::fill(std::uint8_t* out, std::size_t n) {
  while (n > 0) {
    const auto got = getrandom(out, n, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw std::system_error(errno, std::generic_category(), "getrandom");
    out += got;
    n -= static_cast<std::size_t>(got);
  }
}

}  // namespace mage_lineage::platform
