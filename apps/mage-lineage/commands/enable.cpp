#include "cli/command.hpp"
#include "commands/metadata_change.hpp"

namespace mage_lineage::commands {
namespace {

void declare(cli::Declaration& declaration, ChangeOptions& options) {
  declare_change(declaration, options,
                 "also set features.KEY to true, the key that a rollout gate asks for");
}

Result<cli::ExitCode> run(const ChangeOptions& options, cli::Context& context) {
  return change_metadata(options, project::MetadataChange::Action::set_true, context);
}

}  // namespace

cli::Command enable() {
  return {
      .path = "enable",
      .section = cli::Section::project,
      .summary = "opt the project in: set lineage.enabled in its metadata.yaml",
      .description =
          "Sets lineage.enabled to true in the project's metadata.yaml, in place: every other "
          "byte\n"
          "stays as it is, comments, quoting, line ends and template tags among them. A project\n"
          "that has opted in already is left alone.\n"
          "\n"
          "Before it is written, the new text is read by two YAML parsers and must differ from "
          "the\n"
          "old one in exactly that value. What cannot be edited so is refused with the lines: a\n"
          "value that is written twice, stands between template statements, or comes from a\n"
          "template, a merge key or an alias. The file is replaced all at once, with owner and "
          "mode\n"
          "kept; a symbolic link is not followed.",
      .examples = {{"mage-lineage enable", "opt the project around the current folder in"},
                   {"mage-lineage enable -C shop --dry-run", "see what would change"},
                   {"mage-lineage enable --feature lineage_beta",
                    "open a rollout gate by name as well"}},
      .settings = {},
      .make = &cli::make_invocation<ChangeOptions, declare, run>,
  };
}

}  // namespace mage_lineage::commands
