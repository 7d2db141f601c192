#pragma once

#include <mage_lineage/project/allowlist.hpp>

#include <string>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// The rules by which files are let into a snapshot.
std::string allowlist_text(const Style& style);
std::string allowlist_json();

/// Why one path is in or out.
std::string verdict_text(const std::string& path, const project::Verdict& verdict,
                         const Style& style);
std::string verdict_json(const std::string& path, const project::Verdict& verdict);

}  // namespace mage_lineage::output
