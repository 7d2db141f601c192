#pragma once

#include <mage_lineage/sys/world.hpp>

#include <string>
#include <vector>

#include "cli/declaration.hpp"

namespace mage_lineage::cli {

/// What a command line has said so far of where values may be found.
struct Whereabouts {
  std::string project;         ///< of --project; empty: the current folder
  std::string first_argument;  ///< the manifest of snapshot commands; may be empty
};

/// Names that the project or the manifest has: pipelines, blocks, features, owner keys; sorted.
/// None where there is no project, or it cannot be read.
std::vector<std::string> live_values(Offers kind, const Whereabouts& where,
                                     const sys::World& world);

}  // namespace mage_lineage::cli
