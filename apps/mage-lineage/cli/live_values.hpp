#pragma once

#include <mage_lineage/sys/world.hpp>

#include <string>
#include <vector>

#include "cli/declaration.hpp"

namespace mage_lineage::cli {

/// The pipelines or blocks of the project at `project` (empty: the current folder), sorted; none
/// where there is no project or it cannot be read.
std::vector<std::string> live_values(Offers kind, const std::string& project,
                                     const sys::World& world);

}  // namespace mage_lineage::cli
