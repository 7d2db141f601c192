#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/uuid.hpp>

#include "commands/delivery_options.hpp"
#include "commands/run_event_options.hpp"
#include "output/receipt_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using openlineage::RunState;

struct Options {
  RunState state = RunState::start;
  std::string run_id;
  std::optional<Timestamp> time;
  bool json = false;
  RunEventOptions event;
  DeliveryOptions delivery;
};

Result<std::optional<Timestamp>> parse_time(std::string_view given) {
  auto time = parse_rfc3339(given);
  if (!time) return fail(std::move(time).error());
  return std::optional(*time);
}

Result<std::string> parse_run_id(std::string_view given) {
  if (is_uuid(given)) return std::string(given);
  return fail(ErrorCode::usage, "\"" + text::escape_untrusted(given, 100) + "\" is no UUID");
}

Result<RunState> parse_state(std::string_view given) {
  if (const auto state = openlineage::run_state_of(given)) return *state;
  const auto near =
      text::nearest(given, {"START", "RUNNING", "COMPLETE", "ABORT", "FAIL", "OTHER"});
  return fail(ErrorCode::usage,
              "\"" + text::escape_untrusted(given, 100) + "\" is no state of a run",
              near ? "did you mean " + *near + "?"
                   : "write START, RUNNING, COMPLETE, ABORT, FAIL or OTHER");
}

void declare(Declaration& declaration, Options& options) {
  auto& state = declaration.parsed("--state", "STATE", options.state, &parse_state,
                                   "what the run came to: START, RUNNING, COMPLETE, ABORT, FAIL or "
                                   "OTHER");
  state.required = true;
  state.choices = {"START", "RUNNING", "COMPLETE", "ABORT", "FAIL", "OTHER"};
  state.offers = cli::Offers::choices;
  declaration.parsed("--run-id", "UUID", options.run_id, &parse_run_id,
                     "the run; START makes a new one and prints it, all others need it");
  declaration.parsed("--time", "TIME", options.time, &parse_time,
                     "when it happened, RFC 3339 with an offset (default: now)");
  declare_run_event(declaration, options.event);
  declare_delivery(declaration, options.delivery);
  cli::declare_json(declaration, options.json);
}

void tell(const delivery::Receipt& receipt, const delivery::Route& route, Context& context) {
  auto& terminal = context.terminal;
  if (receipt.fate == delivery::Fate::delivered) {
    terminal.note(output::receipt_text(receipt, terminal.err_style()));
    const auto graph = delivery::portal_graph_url(route);
    if (!graph.empty()) terminal.note(output::portal_graph_text(graph));
    return;
  }
  terminal.err(output::error_text(output::receipt_error(receipt), terminal.err_style()));
}

Result<ExitCode> run(const Options& options, Context& context) {
  const bool fresh = options.run_id.empty();
  if (fresh && options.state != RunState::start) {
    return fail(ErrorCode::usage, "every state but START needs --run-id",
                "give the id that START printed");
  }
  auto settings = context.load_settings();
  if (!settings) return fail(std::move(settings).error());
  const auto parent = parent_of_run(options.event, *settings, context);
  if (!parent) return fail(parent.error());
  auto event = make_run_event(options.event, *parent, *settings, context);
  if (!event) return fail(std::move(event).error());
  event->state = options.state;
  event->time = options.time.value_or(context.world.clock.now());
  event->run.run_id = fresh ? new_run_id(context) : options.run_id;
  if (fresh && !options.json && !options.delivery.dry_run) {
    context.terminal.out(event->run.run_id + "\n");
  }
  constexpr auto kKind = delivery::RouteKind::openlineage;
  if (options.delivery.route.value_or(kKind) != kKind) {
    return fail(ErrorCode::usage, "run events go over the openlineage route alone");
  }
  if (is_turned_off(kKind, *settings, context)) return ExitCode::yes;
  auto route = delivery::make_route(kKind, *settings, options.delivery.network.insecure());
  if (!route) return fail(std::move(route).error());
  auto made = run_delivery(*event, *route, context);
  if (!made) return fail(std::move(made).error());
  if (options.delivery.dry_run) {
    context.terminal.note("would send: POST " + route->events.display());
    context.terminal.out(made->body + "\n");
    return ExitCode::yes;
  }
  auto open = open_sender(*route, options.delivery, *settings, context, 1, Amount::one);
  if (!open) return fail(std::move(open).error());
  const auto receipts = send_all(*open, {std::move(*made)}, context);
  if (options.json) {
    context.terminal.out(output::run_receipt_json(event->run.run_id, receipts.front()));
  } else {
    tell(receipts.front(), *route, context);
  }
  return exit_code_of(receipts);
}

}  // namespace

cli::Command emit_run() {
  return {
      .path = "emit run",
      .section = cli::Section::events,
      .summary = "send a run event to an OpenLineage backend",
      .description =
          "Tells Portal, Marquez, DataHub or any other OpenLineage backend that a job started, "
          "goes\n"
          "on or ended, and which datasets it reads and writes. START without --run-id prints the\n"
          "new run's id alone on standard output; later states name it.\n"
          "\n"
          "Facets come from files: {\"sourceCodeLocation\": {\"type\": \"git\", \"url\": \"…\"}}; "
          "those of\n"
          "the standard get their schema's URL, others name it as _schemaURL.",
      .examples =
          {{"id=$(mage-lineage emit run --state START --job etl/orders --input "
            "postgres://db:5432/shop.public.orders)",
            "tell that a run starts"},
           {"mage-lineage emit run --state COMPLETE --run-id \"$id\" --job etl/orders --output "
            "s3://lake/orders",
            "tell that it ended well"}},
      .settings = run_event_settings(),
      .undelivered = cli::kUndelivered,
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
