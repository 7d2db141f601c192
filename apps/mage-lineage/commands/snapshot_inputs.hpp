#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/snapshot/builder.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "commands/project_option.hpp"

namespace mage_lineage::commands {

/// The settings that bound a snapshot, for the environment section of the commands that obey them.
std::vector<settings::Id> limit_settings();

/// The limits that the settings give.
Result<snapshot::Limits> read_limits(const settings::Settings& settings);

/// Reads a manifest from a file or standard input (`-`).
Result<snapshot::LoadedManifest> load_manifest(const std::string& file,
                                               const cli::Context& context);

/// `FILE`, with the same words everywhere.
void declare_manifest(cli::Declaration& declaration, std::string& file);

/// The project around `--project`, opened; fails when there is none.
Result<OpenProject> require_project(const std::string& project, const cli::Context& context);

}  // namespace mage_lineage::commands
