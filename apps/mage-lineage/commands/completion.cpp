#include "cli/command.hpp"
#include "completion_stubs.hpp"

namespace mage_lineage::commands {
namespace {

struct Options {
  std::string shell;
};

void declare(cli::Declaration& declaration, Options& options) {
  auto& shell = declaration.argument("SHELL", options.shell, "the shell to complete in");
  shell.choices = {"bash", "zsh", "fish"};
  shell.offers = cli::Offers::choices;
}

Result<cli::ExitCode> run(const Options& options, cli::Context& context) {
  using namespace completion_stubs;
  context.terminal.out(options.shell == "bash" ? kBash : options.shell == "zsh" ? kZsh : kFish);
  return cli::ExitCode::yes;
}

}  // namespace

cli::Command completion() {
  return {
      .path = "completion",
      .section = cli::Section::help,
      .summary = "print the completion script for a shell",
      .description =
          "The script asks this program what may stand at the cursor: commands, options, their\n"
          "values, and the project's own pipelines and blocks. It works offline.",
      .examples = {{"source <(mage-lineage completion bash)", "complete in this bash session"},
                   {"mage-lineage completion zsh > \"${fpath[1]}/_mage-lineage\"",
                    "complete in every zsh session"},
                   {"mage-lineage completion fish > ~/.config/fish/completions/mage-lineage.fish",
                    "complete in every fish session"}},
      .settings = {},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
