#include <mage_lineage/snapshot/diff.hpp>

#include "cli/command.hpp"
#include "commands/snapshot_inputs.hpp"
#include "output/snapshot_compare_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

struct Options {
  std::string before;
  std::string after;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  auto& before =
      declaration.argument("A", options.before, "the manifest before, or - for standard input");
  before.required = true;
  before.offers = cli::Offers::files;
  auto& after =
      declaration.argument("B", options.after, "the manifest after, or - for standard input");
  after.required = true;
  after.offers = cli::Offers::files;
  cli::declare_json(declaration, options.json);
}

Result<ExitCode> run(const Options& options, Context& context) {
  if (options.before == "-" && options.after == "-") {
    return fail(ErrorCode::usage, "A and B cannot both be standard input",
                "name the file of one of them");
  }
  const auto before = load_manifest(options.before, context);
  if (!before) return fail(before.error());
  const auto after = load_manifest(options.after, context);
  if (!after) return fail(after.error());
  for (const auto* loaded : {&*before, &*after}) {
    if (!loaded->hash_matches()) {
      context.terminal.warn("a manifest was changed after it was built: its hash does not match");
    }
  }
  const auto changes = snapshot::diff(before->manifest, after->manifest);
  context.terminal.out(options.json ? output::changes_json(changes)
                                    : output::changes_text(changes, context.terminal.out_style()));
  return changes.empty() ? ExitCode::yes : ExitCode::no;
}

}  // namespace

cli::Command snapshot_diff() {
  return {
      .path = "snapshot diff",
      .section = cli::Section::snapshots,
      .summary = "tell what differs between two manifests",
      .description =
          "Lists what was added, removed and changed between two manifests: in the project, "
          "owners,\n"
          "pipelines, blocks and edges, integrations, triggers and omissions. Ids, times and "
          "scopes\n"
          "of the snapshots do not count.",
      .examples = {{"mage-lineage snapshot diff monday.json tuesday.json", "what changed since?"},
                   {"mage-lineage snapshot build | mage-lineage snapshot diff manifest.json -",
                    "compare a manifest with the project as it is now"}},
      .settings = {},
      .yes = "the manifests agree",
      .no = "the manifests differ",
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
