#pragma once

#include <mage_lineage/platform/descriptors.hpp>
#include <mage_lineage/sys/process.hpp>

namespace mage_lineage::platform {

/// Children by posix_spawn(3), with default signal handling. Beyond the first three they get the
/// descriptors that were open when this was made, and no other.
class PosixProcess final : public sys::Process {
 public:
  Result<sys::CommandResult> run(const sys::Command& command) override;
  Result<sys::ProcessEnd> run_foreground(const sys::ForegroundCommand& command) override;

 private:
  InheritedDescriptors inherited_;
};

}  // namespace mage_lineage::platform
