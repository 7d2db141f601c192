#pragma once

#include <mage_lineage/project/metadata_edit.hpp>

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace mage_lineage::commands {

/// The options that `enable` and `disable` share.
struct ChangeOptions {
  std::string project;
  std::vector<std::string> features;
  bool dry_run = false;
  bool json = false;
};

/// Declares `--project`, `--feature` (with what it does in this command), `--dry-run` and `--json`.
void declare_change(cli::Declaration& declaration, ChangeOptions& options,
                    std::string feature_help);

/// Makes one change to `lineage.enabled`, and the same to each feature named, in the project's
/// metadata.yaml; prints what was changed and the next step.
Result<cli::ExitCode> change_metadata(const ChangeOptions& options,
                                      project::MetadataChange::Action action,
                                      cli::Context& context);

}  // namespace mage_lineage::commands
