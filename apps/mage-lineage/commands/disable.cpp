#include "cli/command.hpp"
#include "commands/metadata_change.hpp"

namespace mage_lineage::commands {
namespace {

struct Options {
  ChangeOptions change;
  bool remove = false;
};

void declare(cli::Declaration& declaration, Options& options) {
  declare_change(declaration, options.change, "do the same to features.KEY");
  declaration.flag("--remove", options.remove,
                   "take the key out instead of setting it to false, and its map with it when that "
                   "leaves it empty");
}

Result<cli::ExitCode> run(const Options& options, cli::Context& context) {
  using Action = project::MetadataChange::Action;
  return change_metadata(options.change, options.remove ? Action::remove : Action::set_false,
                         context);
}

}  // namespace

cli::Command disable() {
  return {
      .path = "disable",
      .section = cli::Section::project,
      .summary = "opt the project out: set lineage.enabled to false, or take it out",
      .description =
          "Sets lineage.enabled to false in the project's metadata.yaml, in place: every other\n"
          "byte stays as it is. With --remove the key is taken out, so that a file that "
          "\"enable\"\n"
          "changed is byte for byte what it was before.\n"
          "\n"
          "The same care is taken, and the same is refused, as by \"enable\".",
      .examples = {{"mage-lineage disable", "opt the project around the current folder out"},
                   {"mage-lineage disable -C shop --remove",
                    "leave no trace of lineage in the file"}},
      .settings = {},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
