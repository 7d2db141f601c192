#pragma once

#include <cstddef>
#include <cstdint>

namespace mage_lineage::sys {

/// Unpredictable bytes (the kernel's generator). Safe to call from any thread.
class Random {
 public:
  virtual ~Random() = default;
  virtual void fill(std::uint8_t* out, std::size_t n) = 0;
};

}  // namespace mage_lineage::sys
