#include <mage_lineage/core/text.hpp>
#include <mage_lineage/service/admin.hpp>
#include <mage_lineage/service/snapshot_api.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "cli/command.hpp"
#include "commands/grant_inputs.hpp"
#include "commands/serve_inputs.hpp"
#include "commands/snapshot_inputs.hpp"
#include "output/service_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using settings::Id;

enum class LogForm { automatic, json, text, off };

struct Options {
  ServeOptions serve;
  std::string listen = "127.0.0.1:0";
  std::string admin_listen = "127.0.0.1:0";
  bool behind_tls_proxy = false;
  std::size_t max_connections = 2048;
  std::size_t max_snapshots = service::StoreBounds{}.live;
  std::optional<std::chrono::milliseconds> idle_timeout;
  std::optional<std::chrono::milliseconds> request_timeout;
  LogForm access_log = LogForm::automatic;
};

void declare(Declaration& declaration, Options& options) {
  declare_serve(declaration, options.serve);
  declaration.option("--listen", "ADDRESS", options.listen,
                     "where to listen, 127.0.0.1:0 by default; port 0 takes a free one");
  declaration.option("--admin-listen", "ADDRESS", options.admin_listen,
                     "where to answer /metrics, 127.0.0.1:0 by default");
  declaration.flag("--behind-tls-proxy", options.behind_tls_proxy,
                   "listen beyond this machine in plain HTTP: a proxy in front speaks TLS");
  declaration.whole_number("--max-connections", options.max_connections, 1, 1'000'000,
                           "connections at once; those beyond are answered 503 (default: 2048)");
  declaration.whole_number("--max-snapshots", options.max_snapshots, 1, 100'000,
                           "live snapshots at once; those beyond are answered 429 (default: 64)");
  declare_duration(declaration, "--request-timeout", options.request_timeout,
                   "how long a request may take to arrive, whatever its pace (default: 10s)");
  declare_duration(declaration, "--idle-timeout", options.idle_timeout,
                   "how long a connection may stay open without a request (default: 30s)");
  declaration.choice("--access-log", "FORM", options.access_log,
                     {{"auto", LogForm::automatic},
                      {"json", LogForm::json},
                      {"text", LogForm::text},
                      {"off", LogForm::off}},
                     "the form of the log (default: auto, text on a terminal and JSON lines "
                     "elsewhere)");
}

/// Writes what happens to standard output, a line each, from any thread.
class Log {
 public:
  Log(LogForm form, output::Terminal& terminal, const sys::Clock& clock)
      : terminal_(terminal),
        clock_(clock),
        requests_(form != LogForm::off),
        json_(form == LogForm::json || (form != LogForm::text && !terminal.out_is_terminal())) {}

  void start(const output::ServiceStart& start) {
    write(json_ ? output::service_start_json(start, clock_.now())
                : output::service_start_text(start));
  }
  void event(std::string_view event, std::string_view detail) {
    write(json_ ? output::service_event_json(event, detail, clock_.now())
                : output::service_event_text(event, detail));
  }
  std::function<void(const service::AccessRecord&)> for_requests() {
    if (!requests_) return nullptr;
    return [this](const service::AccessRecord& record) {
      write(json_ ? output::access_json(record)
                  : output::access_text(record, terminal_.out_style()));
    };
  }

 private:
  void write(const std::string& line) {
    const std::lock_guard lock(mutex_);
    terminal_.out(line);
    if (!terminal_.out_works() && !std::exchange(lost_, true)) {
      terminal_.warn("standard output cannot be written: lines of the log are lost");
    }
  }

  output::Terminal& terminal_;
  const sys::Clock& clock_;
  const bool requests_;
  const bool json_;
  bool lost_ = false;
  std::mutex mutex_;
};

Result<std::unique_ptr<sys::HttpServer>> open_main(const Options& options, const Context& context,
                                                   sys::HttpHandler& api,
                                                   std::function<void()> on_hangup) {
  sys::ServerOptions server;
  server.listen = options.listen;
  server.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
  server.background_threads = server.threads;
  server.max_connections = options.max_connections;
  server.idle_timeout = options.idle_timeout.value_or(server.idle_timeout);
  server.request_timeout = options.request_timeout.value_or(server.request_timeout);
  server.on_hangup = std::move(on_hangup);
  return context.world.open_server(server, api);
}

Result<std::unique_ptr<sys::HttpServer>> open_admin(const Options& options, const Context& context,
                                                    sys::HttpHandler& api) {
  constexpr std::size_t kConnections = 32;
  sys::ServerOptions server;
  server.listen = options.admin_listen;
  server.max_connections = kConnections;
  server.stop_on_signals = false;
  return context.world.open_server(server, api);
}

/// Serves until the main server has stopped.
Result<> run_both(sys::HttpServer& server, sys::HttpServer& admin) {
  Result<> admin_served;
  std::thread beside;
  try {
    beside = std::thread([&] { admin_served = admin.run(); });
  } catch (const std::system_error& problem) {
    return fail(ErrorCode::io, "cannot start a thread for " + admin.address() + ": " +
                                   text::ascii_lower(problem.code().message()));
  }
  auto served = server.run();
  admin.stop();
  beside.join();
  return served ? admin_served : served;
}

Result<ExitCode> run(const Options& options, Context& context) {
  if (!context.world.open_server) return fail(ErrorCode::internal, "this build has no HTTP server");
  for (const auto& listen : {options.listen, options.admin_listen}) {
    if (auto good = check_listen(listen, options.behind_tls_proxy); !good) {
      return fail(std::move(good).error());
    }
  }
  auto prepared = prepare_service(options.serve, context);
  if (!prepared) return fail(std::move(prepared).error());
  prepared->api.store.live = options.max_snapshots;

  Log log(options.access_log, context.terminal, context.world.clock);
  service::Keyring keyring(std::move(prepared->keys));
  service::Metrics metrics;
  const auto& world = context.world;
  const auto projects = prepared->api.projects;
  service::SnapshotApi api(std::move(prepared->api), {world.clock, world.random, world.files,
                                                      keyring, metrics, log.for_requests()});
  service::AdminApi admin_api(metrics, api);
  const auto reload = [&] {
    auto keys = read_keys(options.serve.keys, prepared->settings, context);
    if (keys) {
      keyring.replace(*std::move(keys));
      log.event("reloaded", "the grant secrets were read again");
    } else {
      log.event("reload_failed", keys.error().message);
    }
  };
  auto server = open_main(options, context, api, reload);
  if (!server) return fail(std::move(server).error());
  auto admin = open_admin(options, context, admin_api);
  if (!admin) return fail(std::move(admin).error());
  log.start({"http://" + (*server)->address(), "http://" + (*admin)->address(), projects});

  if (!context.terminal.out_works()) return ExitCode::unusable;  // nobody would know the addresses
  if (auto served = run_both(**server, **admin); !served) return fail(std::move(served).error());
  log.event("stopped", "requests under way were finished");
  return ExitCode::yes;
}

}  // namespace

cli::Command serve() {
  auto ids = limit_settings();
  ids.insert(ids.begin(),
             {Id::lineage_enabled, Id::feature_flag, Id::customer_cluster_uuid, Id::workspace_uuid,
              Id::grant_secret, Id::grant_secret_previous, Id::grant_issuer, Id::grant_audience,
              Id::snapshot_ttl, Id::snapshot_expired_retention});
  return {
      .path = "serve",
      .section = cli::Section::snapshots,
      .summary = "run the service that answers grants with snapshots of the source",
      .description =
          "Answers the source-snapshot API for one project or several, so that whoever holds a\n"
          "grant can ask for a manifest, page its owners, and read redacted content while it "
          "still\n"
          "is what the manifest describes. The scope of a grant chooses the project.\n"
          "\n"
          "  POST /api/v1/lineage/source-snapshots                         creates a snapshot\n"
          "  GET  /api/v1/lineage/source-snapshots/{snapshot_id}/owners    pages its owners\n"
          "  POST /api/v1/lineage/source-snapshots/{snapshot_id}/contents  reads redacted content\n"
          "  GET  /healthz\n"
          "\n"
          "Snapshots live in memory until they expire. GET /metrics is answered on an address of\n"
          "its own. Addresses come first on standard output, then a line for each request.\n"
          "\n"
          "SIGTERM and SIGINT end it once requests under way are finished; SIGHUP reads the files\n"
          "of the secrets again. It speaks plain HTTP, so beyond this machine it wants a proxy "
          "that\n"
          "speaks TLS, and --behind-tls-proxy.",
      .examples = {{"mage-lineage serve -C shop --secret-file grant.secret",
                    "serve a project on a free port of this machine"},
                   {"mage-lineage serve -C shop -C crm --listen 0.0.0.0:8443 --behind-tls-proxy",
                    "serve two projects behind a proxy"}},
      .settings = std::move(ids),
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
