#pragma once

#include <mage_lineage/snapshot/diff.hpp>
#include <mage_lineage/snapshot/verify.hpp>

#include <string>
#include <vector>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// How a manifest stands against its project.
std::string verification_text(const snapshot::Manifest& manifest,
                              const snapshot::Verification& found, const Style& style);
std::string verification_json(const snapshot::Manifest& manifest,
                              const snapshot::Verification& found);

/// What differs between two manifests.
std::string changes_text(const std::vector<snapshot::Change>& changes, const Style& style);
std::string changes_json(const std::vector<snapshot::Change>& changes);

}  // namespace mage_lineage::output
