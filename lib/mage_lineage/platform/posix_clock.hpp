#pragma once

#include <mage_lineage/sys/clock.hpp>
#include <mage_lineage/sys/random.hpp>

namespace mage_lineage::platform {

/// The system's clocks.
class PosixClock final : public sys::Clock {
 public:
  Timestamp now() const override;
  std::chrono::nanoseconds steady() const override;
  void sleep(std::chrono::milliseconds d) override;
};

/// getrandom(2). Throws std::system_error, which ends the program, when the kernel gives no random
/// bytes: nothing may go on without.
class PosixRandom final : public sys::Random {
 public:
  void fill(std::uint8_t* out, std::size_t n) override;
};

}  // namespace mage_lineage::platform
