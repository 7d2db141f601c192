#include "commands/serve_inputs.hpp"

#include <mage_lineage/core/host.hpp>
#include <mage_lineage/core/text.hpp>

#include <array>
#include <chrono>
#include <utility>

#include "commands/grant_inputs.hpp"
#include "commands/project_option.hpp"
#include "commands/snapshot_inputs.hpp"

namespace mage_lineage::commands {
namespace {

using settings::Id;

Result<service::ServedProject> open_one(const std::string& folder,
                                        const settings::Settings& settings,
                                        const cli::Context& context) {
  const auto opened = require_project(folder, context);
  if (!opened) return fail(opened.error());
  GrantOptions none;
  none.project = folder;
  auto scope = grant_scope(none, settings, context);
  if (!scope) {
    auto error = std::move(scope).error();
    error.hint =
        "every part of a served project's scope has to be known: set MAGE_CLUSTER_UUID and "
        "AUTOPILOT_LINEAGE_WORKSPACE_UUID, and project_uuid in metadata.yaml";
    error.while_doing("while preparing " + text::escape_untrusted(opened->root->path));
    return fail(std::move(error));
  }
  return service::ServedProject{*opened->root, *std::move(scope)};
}

Result<std::vector<service::ServedProject>> open_projects(const ServeOptions& options,
                                                          const settings::Settings& settings,
                                                          const cli::Context& context) {
  auto folders = options.projects;
  if (folders.empty()) folders.emplace_back(".");
  std::vector<service::ServedProject> projects;
  for (const auto& folder : folders) {
    auto project = open_one(folder, settings, context);
    if (!project) return fail(std::move(project).error());
    if (const auto* twin = service::find_served(projects, project->scope)) {
      return fail(ErrorCode::invalid,
                  "two projects have one scope: " + text::escape_untrusted(twin->root.path) +
                      " and " + text::escape_untrusted(project->root.path),
                  "give each project a project_uuid of its own, or serve one of them");
    }
    projects.push_back(*std::move(project));
  }
  return projects;
}

}  // namespace

void declare_serve(cli::Declaration& declaration, ServeOptions& options) {
  cli::declare_projects(declaration, options.projects);
  declare_secret_file(declaration, options.keys.secret);
  declare_previous_secret_file(declaration, options.keys.previous);
}

Result<PreparedService> prepare_service(const ServeOptions& options, const cli::Context& context) {
  auto settings = context.load_settings();
  if (!settings) return fail(std::move(settings).error());
  auto keys = read_keys(options.keys, *settings, context);
  if (!keys) return fail(std::move(keys).error());
  auto policy = grant_policy({}, *settings);
  if (!policy) return fail(std::move(policy).error());
  const auto limits = read_limits(*settings);
  if (!limits) return fail(limits.error());
  const auto retention = settings->count(Id::snapshot_expired_retention);
  if (!retention) return fail(retention.error());
  auto projects = open_projects(options, *settings, context);
  if (!projects) return fail(std::move(projects).error());

  service::SnapshotApiOptions api{*std::move(projects), *settings, *std::move(policy), *limits};
  api.store.retention = std::chrono::seconds(*retention);
  return PreparedService{*std::move(settings), std::move(api), *std::move(keys)};
}

Result<> check_listen(const std::string& listen, bool behind_tls_proxy) {
  const auto host = listen.substr(0, listen.rfind(':'));
  // What is no address at all, the server refuses with the reason.
  const bool address = is_ipv4(host) || host.starts_with('[');
  if (behind_tls_proxy || !address || is_loopback_host(host)) return {};
  return fail(ErrorCode::usage,
              "plain HTTP on " + text::escape_untrusted(listen, 100) +
                  " would show grants and source to the network",
              "listen on 127.0.0.1, or put a proxy that speaks TLS in front and say "
              "--behind-tls-proxy");
}

}  // namespace mage_lineage::commands
