#include <mage_lineage/gates/chain.hpp>

#include "cli/command.hpp"
#include "commands/network_options.hpp"
#include "commands/project_option.hpp"
#include "output/check_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using settings::Id;

struct Options {
  std::string project;
  bool probe = false;
  bool json = false;
  NetworkOptions network;
};

void declare(Declaration& declaration, Options& options) {
  cli::declare_project(declaration, options.project);
  declaration.flag("--probe", options.probe,
                   "also try the delivery route: name, connection, TLS and the gateway's token; no "
                   "event is posted");
  declare_network(declaration, options.network);
  cli::declare_json(declaration, options.json);
}

Result<delivery::RouteProbe> try_route(const delivery::Route& route, const Options& options,
                                       const settings::Settings& settings, const Context& context) {
  const auto timeout = settings.seconds(Id::event_timeout);
  if (!timeout) return fail(timeout.error());
  const auto http = open_http(options.network, context, 1);
  if (!http) return fail(http.error());
  return delivery::probe_route(route, **http, *timeout);
}

/// The route as the emit commands would take it; fails with what they would fail with.
Result<delivery::Route> find_route(const Options& options, const settings::Settings& settings) {
  const auto kind = delivery::choose_route(std::nullopt, settings);
  if (!kind) return fail(kind.error());
  return delivery::make_route(*kind, settings, options.network.insecure());
}

/// Why nothing would be sent though every gate is open: a setting that no route can use.
std::optional<Error> find_obstacle(const Options& options, const settings::Settings& settings) {
  if (const auto route = find_route(options, settings); !route) return route.error();
  if (const auto time = settings.seconds(Id::event_timeout); !time) return time.error();
  return std::nullopt;
}

output::ProbeModel probe(const Options& options, const settings::Settings& settings,
                         const Context& context) {
  output::ProbeModel model;
  const auto route = find_route(options, settings);
  if (!route) {
    model.error = route.error();
    return model;
  }
  model.route = delivery::to_string(route->kind);
  model.url = route->events.display();
  model.https = route->events.https;
  auto tried = try_route(*route, options, settings, context);
  if (!tried) {
    model.error = tried.error();
  } else {
    model.probe = std::move(*tried);
  }
  return model;
}

Result<ExitCode> run(const Options& options, Context& context) {
  auto settings = context.load_settings();
  if (!settings) return fail(std::move(settings).error());
  const auto opened = open_project(options.project, context);
  const auto report = gates::evaluate(*settings, opened.as_gates_see_it());
  const auto obstacle = report.allowed() ? find_obstacle(options, *settings) : std::nullopt;
  const Error* told = obstacle ? &*obstacle : nullptr;
  std::optional<output::ProbeModel> probed;
  if (options.probe) probed = probe(options, *settings, context);
  const auto style = context.terminal.out_style();
  if (options.json) {
    context.terminal.out(output::check_json(report, told, probed ? &*probed : nullptr));
  } else {
    context.terminal.out(output::check_text(report, told, style) +
                         (probed ? output::probe_text(*probed, style) : ""));
  }
  if (!opened.metadata || obstacle) return ExitCode::unusable;
  if (!report.allowed()) return ExitCode::no;
  return probed && !probed->good() ? ExitCode::delivery : ExitCode::yes;
}

}  // namespace

cli::Command check() {
  return {
      .path = "check",
      .section = cli::Section::project,
      .summary = "tell whether the project's lineage events would be sent, and if not, why",
      .description =
          "Evaluates the five gates that every lineage event passes: the cluster's switch, the\n"
          "project's opt-in, a delivery route, a complete identity, and the rollout gate. Each is\n"
          "shown with what decided it and what to do; none hides the next.\n"
          "\n"
          "Nothing is sent. With --probe the delivery route is tried as far as that is possible\n"
          "without posting an event.",
      .examples =
          {{"mage-lineage check", "judge the project around the current folder"},
           {"mage-lineage check -C shop --env-file cluster.env",
            "judge another project with settings from a file"},
           {"mage-lineage check --json | jq -r '.gates[] | select(.status==\"fail\") | .hint'",
            "list what is left to do"}},
      .settings = {Id::lineage_enabled, Id::feature_flag, Id::tenant_id, Id::customer_cluster_uuid,
                   Id::workspace_uuid, Id::mage_pro_api_endpoint, Id::mage_pro_api_key,
                   Id::gateway_access_token, Id::direct_api_url, Id::direct_api_token,
                   Id::service_api_key, Id::routine_id, Id::event_timeout},
      .yes = "every gate is open: events would be sent",
      .no = "a gate is closed: no event would be sent",
      .undelivered = cli::kUndelivered,
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
