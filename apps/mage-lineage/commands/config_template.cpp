#include "cli/command.hpp"
#include "output/config_view.hpp"

namespace mage_lineage::commands {
namespace {

struct Options {};

void declare(cli::Declaration&, Options&) {}

Result<cli::ExitCode> run(const Options&, cli::Context& context) {
  context.terminal.out(output::config_template());
  return cli::ExitCode::yes;
}

}  // namespace

cli::Command config_template() {
  return {
      .path = "config template",
      .section = cli::Section::project,
      .summary = "print a commented file of settings to fill in",
      .description =
          "Prints every setting as a commented KEY=value line with its meaning and default. The "
          "file\n"
          "is read by --env-file. Keep files that hold credentials out of version control.",
      .examples = {{"mage-lineage config template > cluster.env", "begin a file of settings"}},
      .settings = {},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
