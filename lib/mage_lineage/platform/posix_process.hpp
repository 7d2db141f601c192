#pragma once

#include <mage_lineage/sys/process.hpp>

namespace mage_lineage::platform {

/// Children by posix_spawn(3), with default signal handling and no descriptor beyond the first
/// three.
class PosixProcess final : public sys::Process {
 public:
  Result<sys::CommandResult> run(const sys::Command& command) override;
  Result<sys::ProcessEnd> run_foreground(const sys::ForegroundCommand& command) override;
};

}  // namespace mage_lineage::platform
