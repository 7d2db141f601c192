#include <mage_lineage/grant/input.hpp>
#include <mage_lineage/grant/inspect.hpp>

#include <utility>

#include "commands/grant_inputs.hpp"
#include "output/grant_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

struct Options {
  TokenSource source;
  std::optional<Timestamp> at;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  declare_token(declaration, options.source);
  declare_at(declaration, options.at);
  cli::declare_json(declaration, options.json);
}

Result<ExitCode> run(const Options& options, Context& context) {
  auto input = read_token(options.source, context);
  if (!input) return fail(std::move(input).error());
  const auto cleaned = grant::clean_token(*input);
  for (const std::string& note : cleaned.notes)
    context.terminal.note("note: " + note);
  const auto inspection =
      grant::inspect(cleaned.token, options.at.value_or(context.world.clock.now()));
  context.terminal.warn("NOTHING WAS VERIFIED: anybody can write what follows");
  context.terminal.out(options.json
                           ? output::inspect_json(inspection)
                           : output::inspect_text(inspection, context.terminal.out_style()));
  return inspection.header || inspection.payload ? ExitCode::yes : ExitCode::no;
}

}  // namespace

cli::Command grant_inspect() {
  return {
      .path = "grant inspect",
      .section = cli::Section::grants,
      .summary = "show a token's header and claims without the secret; nothing is verified",
      .description =
          "Takes a token apart, leniently, and points out what is odd: duplicate members, other\n"
          "encodings, parameters that a verifier refuses, claims that are missing or malformed.\n"
          "\n"
          "Nothing is verified: what is shown may have been written by anybody.",
      .examples = {{"mage-lineage grant inspect token.txt", "show what a token says"},
                   {"echo \"$TOKEN\" | mage-lineage grant inspect --json | jq .payload.exp",
                    "take one claim out of it"}},
      .settings = {},
      .yes = "the token was shown, in part at least",
      .no = "no part of the token could be read",
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
