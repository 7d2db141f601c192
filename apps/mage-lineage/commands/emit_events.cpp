#include "commands/emit_events.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/uuid.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/openlineage/model.hpp>

#include <algorithm>
#include <csignal>

#include "output/emit_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::ExitCode;
using delivery::Delivery;
using delivery::RouteKind;
using settings::Id;
using settings::Settings;

/// An event with the words that describe it.
struct Outgoing {
  std::string type;
  std::string name;
  Delivery delivery;
  std::optional<Error> held_back{};  ///< why it must not be sent
};

std::array<std::uint8_t, 10> random_bits(const Context& context) {
  std::array<std::uint8_t, 10> bits{};
  context.world.random.fill(bits.data(), bits.size());
  return bits;
}

/// The gates that stand before this route. An OpenLineage backend needs no delivery to Mage.
std::vector<gates::Gate> gates_for(RouteKind kind, const gates::Report& report) {
  std::vector<gates::Gate> gates = report.gates;
  if (kind != RouteKind::openlineage) return gates;
  gates.erase(
      std::remove_if(gates.begin(), gates.end(),
                     [](const auto& gate) { return gate.id == gates::kDeliveryConfigured; }),
      gates.end());
  return gates;
}

/// The test event of an OpenLineage backend: one run that starts and completes, without datasets.
Result<std::vector<Outgoing>> make_test_run(const delivery::Route& route, const Settings& settings,
                                            const gates::Report& report, const Context& context) {
  const auto wished = settings.text(Id::openlineage_namespace);
  if (!wished) return fail(wished.error());
  openlineage::RunEvent run;
  run.time = context.world.clock.now();
  run.run.run_id = make_uuid_v7(run.time, random_bits(context));
  run.job.name.name_space = wished->value_or(report.scope ? event::namespace_of(*report.scope)
                                                          : std::string("mage-lineage"));
  run.job.name.name = "test";
  const auto target = route.portal ? openlineage::Target::portal : openlineage::Target::any;
  std::vector<Outgoing> out;
  for (const auto state : {openlineage::RunState::start, openlineage::RunState::complete}) {
    run.state = state;
    const std::string word(openlineage::to_string(state));
    auto body = json::write(openlineage::encode(run, target), json::Style::compact);
    out.push_back({word, run.job.name.name, {"", std::move(body), run.run.run_id, word}});
  }
  return out;
}

Result<Outgoing> make_outgoing(const event::Event& event, const delivery::Route& route,
                               const redact::Redactor& redactor) {
  if (route.portal) {
    return fail(ErrorCode::unsupported,
                "Portal takes RunEvents alone, and this is an event of a project's object",
                "send it with --route direct or gateway, or to another OpenLineage backend");
  }
  const auto document = event::to_json(event);
  const bool mage = route.kind != RouteKind::openlineage;
  Outgoing out;
  out.type = event.type;
  out.name =
      event.type == event::kTestType ? "test" : event::openlineage_name_of(event.change.object);
  out.delivery.id = event.event_id;
  if (auto clean = event::refuse_secrets(document, redactor); !clean) {
    out.held_back = std::move(clean).error();
    out.name = redactor.redact(out.name).text;
    return out;
  }
  out.delivery.body =
      json::write(mage ? document : event::to_openlineage(event), json::Style::compact);
  return out;
}

delivery::Receipt not_sent(const Error& why) {
  delivery::Receipt receipt;
  receipt.message = why.position + ": " + why.message;
  receipt.hint = why.hint;
  return receipt;
}

/// What a command sends: the test event, or the events of changes.
struct Content {
  bool test = false;
  std::vector<event::Change> changes;
};

Result<std::vector<Outgoing>> make_all(Content content, const delivery::Route& route,
                                       const Settings& settings, const gates::Report& report,
                                       const Context& context) {
  if (content.test && route.kind == RouteKind::openlineage) {
    return make_test_run(route, settings, report, context);
  }
  const auto routine = settings.text(Id::routine_id);
  if (!routine) return fail(routine.error());
  if (!report.scope) return fail(ErrorCode::invalid, "the project's identity is not complete");
  const event::Origin origin{routine->value_or("mage-pro-lineage"), *report.scope};
  const redact::Redactor redactor;
  const auto now = context.world.clock.now();
  std::vector<event::Event> events;
  if (content.test) events.push_back(event::make_test_event(origin, now, random_bits(context)));
  for (auto& change : content.changes) {
    events.push_back(event::make_event(origin, std::move(change), now, random_bits(context)));
  }
  std::vector<Outgoing> out;
  for (const auto& event : events) {
    auto made = make_outgoing(event, route, redactor);
    if (!made) return fail(std::move(made).error());
    out.push_back(std::move(*made));
  }
  return out;
}

/// Exactly what would be sent: bodies on standard output, what goes around them as a remark.
void show_dry_run(const std::vector<Outgoing>& events, const delivery::Route& route,
                  Context& context) {
  if (route.mint) context.terminal.note("would mint a token: POST " + route.mint->display());
  const auto pattern = delivery::event_pattern(route, route.bearer);
  for (const auto& event : events) {
    if (event.held_back) {
      context.terminal.warn("would not send " + event.type + " " +
                            text::escape_untrusted(event.name, 300) + ": " +
                            not_sent(*event.held_back).message);
      continue;
    }
    const auto request = delivery::event_request(route, pattern, event.delivery.id, {});
    context.terminal.note("would send: POST " + route.events.display());
    for (const auto& [name, value] : request.headers) {
      context.terminal.note("  " + name + ": " + text::escape_untrusted(value));
    }
    for (const auto& [name, value] : request.secret_headers)
      context.terminal.note("  " + name + ": ***");
    if (route.mint) context.terminal.note("  Authorization: ***");
    context.terminal.out(event.delivery.body + "\n");
  }
}

/// Whether all steps are shown, or the events alone.
enum class Detail { steps, events };

/// Tells the person what became of it, and the caller what that counts.
Result<ExitCode> conclude(const output::EmitModel& model, const EmitOptions& options, Detail detail,
                          Context& context) {
  auto& terminal = context.terminal;
  if (options.json) {
    terminal.out(output::emit_json(model));
  } else if (detail == Detail::steps) {
    terminal.out(output::emit_steps_text(model, terminal.out_style()));
  } else if (model.delivered()) {
    terminal.out(output::emit_events_text(model, terminal.out_style()));
  } else {
    for (const auto& gate : model.gates) {
      if (!gate.pass)
        terminal.warn("no event is sent: " + gate.id + ": " + text::escape_untrusted(gate.detail));
    }
    terminal.err(output::emit_events_text(model, terminal.err_style()));
    for (const auto& event : model.events) {
      if (event.receipt.hint.empty()) continue;
      terminal.note("hint: " + text::escape_untrusted(event.receipt.hint));
      break;
    }
  }
  const int signal = signal_of(context);
  if (signal != 0) return signal == SIGINT ? ExitCode::interrupted : ExitCode::terminated;
  if (model.delivered() || !options.strict) return ExitCode::yes;
  return model.allowed ? ExitCode::delivery : ExitCode::no;
}

/// Takes what is to be sent through the gates and over the route.
Result<ExitCode> emit_content(const EmitOptions& options, const Settings& settings,
                              const OpenProject& opened, Content content, Context& context) {
  const auto detail = content.test ? Detail::steps : Detail::events;
  const auto report = gates::evaluate(settings, opened.as_gates_see_it());
  output::EmitModel model;
  const auto kind = delivery::choose_route(options.delivery.route, settings);
  if (kind && is_turned_off(*kind, settings, context)) return ExitCode::yes;
  const bool third_party = kind && *kind == RouteKind::openlineage;
  // A test run carries nothing of the project: it may go out whatever the gates say.
  if (!(content.test && third_party))
    model.gates = gates_for(kind.value_or(RouteKind::direct), report);
  model.allowed = std::all_of(model.gates.begin(), model.gates.end(),
                              [](const auto& gate) { return gate.pass; });
  if (!model.allowed) {
    auto code = conclude(model, options, detail, context);
    const bool unusable = code && *code == ExitCode::no && !opened.metadata;
    return unusable ? ExitCode::unusable : code;
  }
  if (!kind) return fail(kind.error());
  auto route = delivery::make_route(*kind, settings, options.delivery.network.insecure());
  if (!route) return fail(std::move(route).error());
  model.route = delivery::to_string(*kind);
  model.url = route->events.display();
  model.portal_graph = delivery::portal_graph_url(*route);
  model.mints = route->mint.has_value();
  auto events = make_all(std::move(content), *route, settings, report, context);
  if (!events) return fail(std::move(events).error());
  if (options.delivery.dry_run) {
    show_dry_run(*events, *route, context);
    return ExitCode::yes;
  }
  constexpr int kConnections = 8;
  const auto amount = events->size() > 2 ? Amount::many : Amount::one;
  auto open =
      open_sender(std::move(*route), options.delivery, settings, context, kConnections, amount);
  if (!open) return fail(std::move(open).error());
  std::vector<Delivery> deliveries;
  for (const auto& event : *events) {
    if (!event.held_back) deliveries.push_back(event.delivery);
  }
  auto receipts = send_all(*open, std::move(deliveries), context);
  model.mint = open->sender->mint_report();
  auto receipt = receipts.begin();
  for (const auto& event : *events) {
    const bool held = event.held_back.has_value();
    model.events.push_back(
        {event.type, event.name, held ? not_sent(*event.held_back) : std::move(*receipt++)});
  }
  return conclude(model, options, detail, context);
}

}  // namespace

void declare_emit(cli::Declaration& declaration, EmitOptions& options) {
  cli::declare_project(declaration, options.project);
  declare_delivery(declaration, options.delivery);
  cli::declare_json(declaration, options.json);
}

void declare_strict(cli::Declaration& declaration, EmitOptions& options) {
  declaration.flag("--strict", options.strict,
                   "end with 1 for a closed gate and 4 for a failed delivery, instead of 0");
}

std::vector<settings::Id> emit_settings() {
  std::vector<settings::Id> ids{Id::lineage_enabled, Id::feature_flag, Id::customer_cluster_uuid,
                                Id::workspace_uuid};
  const auto more = delivery_settings();
  ids.insert(ids.end(), more.begin(), more.end());
  return ids;
}

Result<ExitCode> emit_test_event(const EmitOptions& options, const Settings& settings,
                                 const OpenProject& opened, Context& context) {
  return emit_content(options, settings, opened, {.test = true}, context);
}

Result<ExitCode> emit_events(const EmitOptions& options, const Settings& settings,
                             const OpenProject& opened, std::vector<event::Change> changes,
                             Context& context) {
  return emit_content(options, settings, opened, {false, std::move(changes)}, context);
}

}  // namespace mage_lineage::commands
