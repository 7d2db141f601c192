#pragma once

#include <mage_lineage/sys/clock.hpp>
#include <mage_lineage/sys/random.hpp>

#include <chrono>
#include <string_view>
#include <system_error>

namespace test_support {

/// A clock that stands still until somebody sleeps or advances it.
class FakeClock final : public mage_lineage::sys::Clock {
 public:
  explicit FakeClock(std::string_view now = "2026-08-03T19:40:00Z")
      : begin_(mage_lineage::parse_rfc3339(now).value()) {}

  mage_lineage::Timestamp now() const override {
    return begin_ + std::chrono::floor<std::chrono::milliseconds>(passed_);
  }
  std::chrono::nanoseconds steady() const override { return std::chrono::hours(1000) + passed_; }
  void sleep(std::chrono::milliseconds d) override { advance(d); }
  void advance(std::chrono::nanoseconds d) { passed_ += d; }
  std::chrono::milliseconds passed() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(passed_);
  }

 private:
  mage_lineage::Timestamp begin_;
  std::chrono::nanoseconds passed_{0};
};

/// Bytes that count up: predictable, and never twice the same in a row.
class FakeRandom final : public mage_lineage::sys::Random {
 public:
  bool fails = false;
  void fill(std::uint8_t* out, std::size_t n) override {
    if (fails) throw std::system_error(std::make_error_code(std::errc::io_error));
    for (std::size_t i = 0; i < n; ++i)
      out[i] = next_++;
  }

 private:
  std::uint8_t next_ = 0;
};

}  // namespace test_support
