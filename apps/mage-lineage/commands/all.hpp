#pragma once

#include <vector>

#include "cli/command.hpp"

namespace mage_lineage::commands {

/// Every command, sorted by path. One function a command, in the file that bears its name.
const std::vector<cli::Command>& all();

}  // namespace mage_lineage::commands
