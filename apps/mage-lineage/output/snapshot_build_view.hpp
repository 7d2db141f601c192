#pragma once

#include <mage_lineage/snapshot/builder.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace mage_lineage::output {

/// What was built, for a person: owners by type, bytes, redactions by rule, findings, omissions by
/// reason, the time that it took. One line each.
std::vector<std::string> build_summary(const snapshot::Built& built,
                                       std::chrono::milliseconds took);

}  // namespace mage_lineage::output
