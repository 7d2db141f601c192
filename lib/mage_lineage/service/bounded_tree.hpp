#pragma once

#include <mage_lineage/sys/clock.hpp>
#include <mage_lineage/sys/files.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace mage_lineage::service {

/// A tree that can be read for a time: after it every call fails with `timeout`, so that whoever
/// works on it comes to an end at the next file.
class BoundedTree final : public sys::Tree {
 public:
  BoundedTree(std::unique_ptr<sys::Tree> tree, const sys::Clock& clock,
              std::chrono::nanoseconds time);

  Result<sys::FileContent> read(const std::string& path, std::uint64_t max_bytes) override;
  Result<std::vector<sys::Entry>> list(const std::string& path, std::size_t max_entries) override;
  Result<Stat> stat(const std::string& path) override;

  /// True once a call was refused: what was made with this tree lacks something.
  bool timed_out() const { return timed_out_; }

 private:
  bool is_over();

  std::unique_ptr<sys::Tree> tree_;
  const sys::Clock& clock_;
  std::chrono::nanoseconds end_;
  std::atomic<bool> timed_out_ = false;
};

}  // namespace mage_lineage::service
