#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/deploy.hpp>

#include <utility>

#include "commands/emit_events.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

struct Options {
  EmitOptions emit;
  event::DeployRequest request;
};

void declare(Declaration& declaration, Options& options) {
  declaration.option("--from", "REV", options.request.from,
                     "the revision that was deployed before (default: what the CI system says, "
                     "else the parent)");
  declaration.option("--to", "REV", options.request.to,
                     "the revision that is deployed now (default: HEAD)");
  declaration.option("--deployment-id", "ID", options.request.deployment_id,
                     "the deployment's name in its event (default: the commit's)");
  declare_strict(declaration, options.emit);
  declare_emit(declaration, options.emit);
}

Result<ExitCode> run(const Options& options, Context& context) {
  auto settings = context.load_settings();
  if (!settings) return fail(std::move(settings).error());
  const auto opened = open_project(options.emit.project, context);
  if (!opened.root) return fail(opened.root.error());
  const sys::World& world = context.world;
  auto deploy = event::read_deploy(options.request, *opened.root, world.process, world.environment,
                                   world.files, redact::Redactor());
  if (!deploy) return fail(std::move(deploy).error());
  for (const std::string& note : deploy->notes)
    context.terminal.note("note: " + note);
  if (deploy->other_files > 0) {
    context.terminal.note(
        "note: " +
        text::count_of(deploy->other_files, "changed file belongs", "changed files belong") +
        " to no object of the project");
  }
  return emit_events(options.emit, *settings, opened, std::move(deploy->changes), context);
}

}  // namespace

cli::Command emit_deploy() {
  return {
      .path = "emit deploy",
      .section = cli::Section::events,
      .summary = "tell what a deployment changed between two revisions of the repository",
      .description =
          "Compares two revisions of the git repository that the project lies in, and sends an\n"
          "event for each object that differs (project, pipelines, blocks with the pipelines that\n"
          "use them, triggers, files; renames and deletions as such) and one for the deployment.\n"
          "\n"
          "Without --from the commit is taken that GitHub, GitLab, Jenkins, Drone, Woodpecker,\n"
          "Travis, Vercel or Netlify name as the one before; where there is none, or this clone\n"
          "does not have it, the parent is taken and a note says so. Shallow clones may need more\n"
          "history.\n"
          "\n"
          "Content is read from git's objects, never from the working tree, and git runs nothing\n"
          "that the repository asks for. A closed gate or a failed delivery is told on standard\n"
          "error and ends with 0, so that lineage breaks no pipeline; --strict changes that.",
      .examples = {{"mage-lineage emit deploy", "in CI, after the deployment succeeded"},
                   {"mage-lineage emit deploy --from v1.4 --to v1.5 --dry-run",
                    "see what a release would tell"}},
      .settings = emit_settings(),
      .yes = "done, whatever became of the events; with --strict: all were delivered",
      .no = "with --strict: a gate is closed, and nothing was sent",
      .undelivered = "with --strict: delivery failed: network, HTTP status or timeout",
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
