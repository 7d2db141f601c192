#include "commands/emit_events.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

void declare(Declaration& declaration, EmitOptions& options) {
  declare_emit(declaration, options);
  options.strict = true;
}

Result<ExitCode> run(const EmitOptions& options, Context& context) {
  auto settings = context.load_settings();
  if (!settings) return fail(std::move(settings).error());
  const auto opened = open_project(options.project, context);
  return emit_test_event(options, *settings, opened, context);
}

}  // namespace

cli::Command emit_test() {
  auto ids = emit_settings();
  ids.push_back(settings::Id::openlineage_namespace);
  return {
      .path = "emit test",
      .section = cli::Section::events,
      .summary = "send a harmless test event, and report each step",
      .description =
          "Sends one event that changes nothing, through the gates and over the route that real\n"
          "events take, and shows every step: gates, route, token, answer, time. On the\n"
          "openlineage route it is a run without datasets, a START and a COMPLETE.",
      .examples = {{"mage-lineage emit test", "see whether the chain holds from end to end"},
                   {"mage-lineage emit test --route openlineage", "try an OpenLineage backend"},
                   {"mage-lineage emit test --dry-run", "see exactly what would be sent"}},
      .settings = ids,
      .yes = "the test event was delivered",
      .no = "a gate is closed: nothing was sent",
      .undelivered = cli::kUndelivered,
      .make = &cli::make_invocation<EmitOptions, declare, run>,
  };
}

}  // namespace mage_lineage::commands
