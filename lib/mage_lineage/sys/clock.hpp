#pragma once

#include <mage_lineage/core/time.hpp>

#include <chrono>

namespace mage_lineage::sys {

/// The time of day, and a time that only goes forward. Safe to call from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Timestamp now() const = 0;
  /// For measuring and deadlines; unrelated to `now()`.
  virtual std::chrono::nanoseconds steady() const = 0;
  virtual void sleep(std::chrono::milliseconds d) = 0;
};

}  // namespace mage_lineage::sys
