#include <mage_lineage/gates/chain.hpp>
#include <mage_lineage/project/project.hpp>

#include "cli/command.hpp"
#include "commands/project_option.hpp"
#include "output/status_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using settings::Id;

struct Options {
  std::string project;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  cli::declare_project(declaration, options.project);
  cli::declare_json(declaration, options.json);
}

Result<ExitCode> run(const Options& options, Context& context) {
  auto settings = context.load_settings();
  if (!settings) return fail(std::move(settings).error());
  auto opened = open_project(options.project, context);
  if (!opened.root) return fail(opened.root.error());
  if (!opened.metadata) return fail(opened.metadata.error());
  auto project = project::read_project(*opened.tree, *opened.root);
  if (!project) return fail(std::move(project).error());
  const output::Status status{opened.root->path, *project,
                              gates::evaluate(*settings, opened.as_gates_see_it())};
  context.terminal.out(options.json ? output::status_json(status)
                                    : output::status_text(status, context.terminal.out_style()));
  return ExitCode::yes;
}

}  // namespace

cli::Command status() {
  return {
      .path = "status",
      .section = cli::Section::project,
      .summary = "show the project, its opt-in and its gates on one screen, and what to do next",
      .description =
          "Shows the project around the current folder: its name, type and UUID, how many "
          "pipelines,\n"
          "blocks and triggers it has, whether it has opted in to lineage, which gates are open, "
          "and\n"
          "the next step. Reads files alone; nothing is sent or changed.",
      .examples = {{"mage-lineage status", "show the project around the current folder"},
                   {"mage-lineage status -C shop --json",
                    "the same of another project, for a script"}},
      .settings = {Id::lineage_enabled, Id::feature_flag, Id::tenant_id, Id::customer_cluster_uuid,
                   Id::workspace_uuid, Id::mage_pro_api_endpoint, Id::mage_pro_api_key,
                   Id::gateway_access_token, Id::direct_api_url, Id::direct_api_token},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
