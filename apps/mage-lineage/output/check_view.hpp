#pragma once

#include <mage_lineage/gates/chain.hpp>

#include <string>

#include "output/probe_view.hpp"
#include "output/terminal.hpp"

namespace mage_lineage::output {

/// The gates as a table, what to do about each closed one, and the verdict. `obstacle` is why
/// nothing would be sent though every gate is open; nullptr when nothing stands in the way.
std::string check_text(const gates::Report& report, const Error* obstacle, const Style& style);
/// `{"allowed", "delivery", "scope", "gates": [{"id", "status", "reason", "detail", "hint",
/// "source"}], "obstacle"?, "probe"?}` (contracts, section 3); `probe` only when the route was
/// tried.
std::string check_json(const gates::Report& report, const Error* obstacle, const ProbeModel* probe);

}  // namespace mage_lineage::output
