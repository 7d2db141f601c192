#pragma once

#include <mage_lineage/gates/chain.hpp>
#include <mage_lineage/project/project.hpp>

#include <string>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// What `status` tells.
struct Status {
  std::string root;  ///< the project's folder
  const project::Project& project;
  gates::Report gates;
};

/// One screen: the project, a line a gate, the next step.
std::string status_text(const Status& status, const Style& style);
/// `{"project": {…}, "lineage_enabled", "allowed", "gates": [{"id", "status"}], "next",
/// "findings"}`.
std::string status_json(const Status& status);

}  // namespace mage_lineage::output
