#pragma once

#include <mage_lineage/gates/chain.hpp>
#include <mage_lineage/project/metadata.hpp>
#include <mage_lineage/project/root.hpp>

#include <memory>
#include <string>

#include "cli/command.hpp"

namespace mage_lineage::commands {

/// The project that `--project` names, as far as it could be opened.
struct OpenProject {
  std::string label;  ///< the metadata.yaml as the person would name it
  Result<project::ProjectRoot> root;
  std::unique_ptr<sys::Tree> tree;  ///< null when the folder could not be opened
  Result<project::Metadata> metadata;

  gates::Project as_gates_see_it() const { return {label, metadata}; }
};

/// Finds the project at or above `project` (empty: the current folder) and reads its metadata.yaml.
/// Never fails as a whole: the errors are in the parts.
OpenProject open_project(const std::string& project, const cli::Context& context);

}  // namespace mage_lineage::commands
