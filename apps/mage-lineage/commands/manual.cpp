#include <mage_lineage/core/text.hpp>

#include "cli/command.hpp"
#include "cli/help.hpp"
#include "commands/all.hpp"

namespace mage_lineage::commands {
namespace {

struct Options {
  std::vector<std::string> words;
  bool tree = false;
};

void declare(cli::Declaration& declaration, Options& options) {
  declaration
      .argument("COMMAND", options.words, "the command; the program's own page when left out")
      .offers = cli::Offers::commands;
  declaration.flag("--tree", options.tree, "print every command and option as JSON instead");
}

Result<cli::ExitCode> run(const Options& options, cli::Context& context) {
  const auto path = text::join(options.words, " ");
  if (options.tree) {
    context.terminal.out(cli::tree_json(all()));
    return cli::ExitCode::yes;
  }
  const cli::Command* found = nullptr;
  for (const auto& command : all()) {
    if (command.path == path) found = &command;
  }
  if (found == nullptr && !path.empty()) {
    return fail(ErrorCode::usage, "unknown command \"" + text::escape_untrusted(path, 100) + "\"",
                "\"mage-lineage help\" lists the commands");
  }
  context.terminal.out(cli::manual_page(all(), found));
  return cli::ExitCode::yes;
}

}  // namespace

cli::Command manual() {
  return {
      .path = "manual",
      .section = cli::Section::help,
      .summary = "print a manual page, made from the same tree as help and completion",
      .description = "Prints a page of section 1 in man(7) macros.",
      .examples = {{"mage-lineage manual check | man -l -", "read the page of a command"}},
      .settings = {},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
