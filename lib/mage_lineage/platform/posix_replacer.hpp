#pragma once

#include <mage_lineage/sys/clock.hpp>
#include <mage_lineage/sys/files.hpp>

#include <chrono>
#include <string>

namespace mage_lineage::platform {

/// Replaces a file by a new one beside it that is renamed into its place; see sys::Replacer for
/// what it promises. The folder's descriptor is locked (flock) while it works, so that runs of this
/// program wait for each other. The new file always has the same name, `.NAME.mage-lineage-new`:
/// one that a killed run left behind is cleared away by the next run, even one that has nothing to
/// change. Editors that take no lock are noticed by comparing the file with what was read right
/// before the rename.
class PosixReplacer final : public sys::Replacer {
 public:
  /// `patience` bounds the wait for the lock.
  explicit PosixReplacer(sys::Clock& clock, std::chrono::milliseconds patience = kPatience)
      : clock_(clock), patience_(patience) {}

  Result<sys::ReplaceOutcome> replace(const std::string& folder, const std::string& name,
                                      std::uint64_t max_bytes, sys::ReplaceMode mode,
                                      const Edit& edit) override;

 private:
  static constexpr std::chrono::milliseconds kPatience{5000};

  Result<> lock(int folder, const std::string& path) const;

  sys::Clock& clock_;
  std::chrono::milliseconds patience_;
};

}  // namespace mage_lineage::platform
