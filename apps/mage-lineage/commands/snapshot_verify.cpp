#include <mage_lineage/snapshot/verify.hpp>

#include "cli/command.hpp"
#include "commands/snapshot_inputs.hpp"
#include "output/snapshot_compare_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

struct Options {
  std::string file;
  std::string project;
  bool require_fresh = false;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  declare_manifest(declaration, options.file);
  cli::declare_project(declaration, options.project);
  declaration.flag("--require-fresh", options.require_fresh,
                   "answer no for an expired manifest, too");
  cli::declare_json(declaration, options.json);
}

Result<ExitCode> run(const Options& options, Context& context) {
  const auto loaded = load_manifest(options.file, context);
  if (!loaded) return fail(loaded.error());
  const auto settings = context.load_settings();
  if (!settings) return fail(settings.error());
  const auto limits = read_limits(*settings);
  if (!limits) return fail(limits.error());
  const auto opened = require_project(options.project, context);
  if (!opened) return fail(opened.error());
  const redact::Redactor redactor;
  const auto found =
      snapshot::verify(*opened->tree, *loaded, context.world.clock.now(), *limits, redactor);
  if (!found) return fail(found.error());
  const auto& manifest = loaded->manifest;
  context.terminal.out(
      options.json ? output::verification_json(manifest, *found)
                   : output::verification_text(manifest, *found, context.terminal.out_style()));
  const bool stale = options.require_fresh && found->expired;
  return found->matches() && !stale ? ExitCode::yes : ExitCode::no;
}

}  // namespace

cli::Command snapshot_verify() {
  auto ids = limit_settings();
  return {
      .path = "snapshot verify",
      .section = cli::Section::snapshots,
      .summary = "compare a manifest with its hash and with the project as it is now",
      .description =
          "Checks the manifest's form and hash, reads the source of every owner again, and looks\n"
          "for files that the manifest does not know. Every owner that no longer fits is listed.\n"
          "\n"
          "An expired manifest is told; it is a reason to answer no only with --require-fresh.",
      .examples = {{"mage-lineage snapshot verify manifest.json", "has anything changed since?"},
                   {"mage-lineage snapshot verify manifest.json --json | jq -r '.changed[].path'",
                    "list the files that changed"}},
      .settings = std::move(ids),
      .yes = "the manifest's hash, project and source fit",
      .no =
          "the manifest's hash, project or source does not fit, or it is expired and "
          "--require-fresh was given",
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
