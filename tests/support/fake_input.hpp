#pragma once

#include <mage_lineage/sys/files.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <support/fake_clock.hpp>

namespace test_support {

/// A text that is there from the beginning, handed out in pieces of at most one size.
class TextInput final : public mage_lineage::sys::Input {
 public:
  explicit TextInput(std::string text, std::size_t piece = std::string::npos)
      : text_(std::move(text)), piece_(piece) {}

  mage_lineage::Result<std::size_t> read(char* out, std::size_t n) override {
    n = std::min({n, piece_, text_.size() - at_});
    std::copy_n(text_.data() + at_, n, out);
    at_ += n;
    return n;
  }
  bool ready(std::chrono::milliseconds) override { return true; }

 private:
  std::string text_;
  std::size_t piece_;
  std::size_t at_ = 0;
};

/// What an input brings, and when.
struct Arrival {
  std::chrono::milliseconds at;
  std::string text;
  std::function<void()> before = [] {};  ///< called when it is read
};

/// A pipe whose writer takes its time; whoever waits for it makes the clock go on. Ends after the
/// last arrival, or fails if that has no text.
class PipeInput final : public mage_lineage::sys::Input {
 public:
  PipeInput(FakeClock& clock, std::vector<Arrival> arrivals)
      : clock_(clock), arrivals_(std::move(arrivals)) {}

  mage_lineage::Result<std::size_t> read(char* out, std::size_t n) override {
    if (next_ == arrivals_.size()) return 0;
    auto& arrival = arrivals_[next_];
    if (const auto left = arrival.at - clock_.passed(); left.count() > 0) clock_.advance(left);
    arrival.before();
    if (arrival.text.empty()) {
      return mage_lineage::fail(mage_lineage::ErrorCode::io, "cannot read the pipe");
    }
    n = std::min(n, arrival.text.size());
    std::copy_n(arrival.text.data(), n, out);
    arrival.text.erase(0, n);
    if (arrival.text.empty()) ++next_;
    return n;
  }

  bool ready(std::chrono::milliseconds patience) override {
    if (next_ == arrivals_.size()) return true;
    const auto left = arrivals_[next_].at - clock_.passed();
    if (left.count() > 0) clock_.advance(std::min(left, patience));
    return left <= patience;
  }

 private:
  FakeClock& clock_;
  std::vector<Arrival> arrivals_;
  std::size_t next_ = 0;
};

}  // namespace test_support
