#include <mage_lineage/gates/chain.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/settings/values.hpp>

#include <algorithm>

namespace mage_lineage::gates {
namespace {

using settings::Id;
using settings::Row;
using settings::Settings;
using State = project::Value::State;

std::string source_of(const Row& row) {
  return row.where.empty() ? row.variable : row.variable + " (" + row.where + ")";
}

std::string quoted(const std::string& value) {
  return "\"" + text::escape_untrusted(value, 60) + "\"";
}

Gate passed(std::string id, std::string reason, std::string detail, std::string source) {
  return {std::move(id), true, std::move(reason), std::move(detail), "", std::move(source), {}};
}

Gate failed(std::string id, std::string reason, std::string detail, std::string hint,
            std::string source) {
  return {std::move(id),     false, std::move(reason), std::move(detail), std::move(hint),
          std::move(source), {}};
}

Gate cluster_enabled(const Settings& settings) {
  const std::string id = kClusterEnabled;
  const Row& row = settings.row(Id::lineage_enabled);
  const std::string hint = "set AUTOPILOT_LINEAGE_ENABLED=1 in the cluster's environment";
  if (!row.value) {
    return failed(id, "not_set", "lineage is not turned on for the cluster", hint, row.variable);
  }
  if (*row.value == "1") {
    return passed(id, "enabled", "lineage is turned on for the cluster", source_of(row));
  }
  if (settings::is_truthy(*row.value)) {
    return failed(id, "not_exactly_1",
                  quoted(*row.value) + " does not count: the value must be exactly 1",
                  "write AUTOPILOT_LINEAGE_ENABLED=1", source_of(row));
  }
  return failed(id, "disabled", "lineage is turned off for the cluster: " + quoted(*row.value),
                hint, source_of(row));
}

std::string line_of(const Project& project, const project::Value& value) {
  return project.metadata_path + ":" + std::to_string(value.mark.line);
}

Gate unreadable(std::string id, const Project& project) {
  const Error& error = project.metadata.error();
  return failed(std::move(id), "project_unreadable",
                "the project's metadata.yaml cannot be used: " + error.message, error.hint,
                error.position.empty() ? project.metadata_path : error.position);
}

Gate project_opted_in(const Project& project) {
  const std::string id = kProjectOptedIn;
  if (!project.metadata) return unreadable(id, project);
  const project::Value& value = project.metadata->lineage_enabled;
  const std::string hint = "run \"mage-lineage enable\"";
  const std::string source = line_of(project, value);
  switch (value.state) {
    case State::absent:
      if (project.metadata->lineage.state == State::templated) {
        return failed(id, "templated_value",
                      "lineage comes from a template, so its value is not known here",
                      "write lineage.enabled: true without a template",
                      line_of(project, project.metadata->lineage));
      }
      return failed(id, "not_set", "the project has not opted in: lineage.enabled is not there",
                    hint, project.metadata_path);
    case State::templated:
      return failed(id, "templated_value",
                    "lineage.enabled comes from a template, so its value is not known here",
                    "write lineage.enabled: true without a template", source);
    case State::boolean:
      return value.boolean
                 ? passed(id, "opted_in", "the project has opted in", source)
                 : failed(id, "opted_out", "the project has opted out: lineage.enabled is false",
                          hint, source);
    case State::null:
      return failed(id, "no_value", "lineage.enabled has no value", hint, source);
    case State::other:
      if (settings::is_truthy(text::ascii_lower(value.text))) {
        return failed(id, "not_a_boolean",
                      "lineage.enabled is the text " + quoted(value.text) + ", not a boolean",
                      "write lineage.enabled: true, without quotes", source);
      }
      return failed(id, "not_a_boolean", "lineage.enabled is not a boolean",
                    "write lineage.enabled: true", source);
  }
  return failed(id, "not_set", "the project has not opted in", hint, project.metadata_path);
}

Gate invalid_setting(std::string id, const Row& row) {
  return failed(std::move(id), "invalid_setting", row.problem->message, row.problem->hint,
                source_of(row));
}

std::vector<std::string> warnings_of(const Settings& settings, std::initializer_list<Id> ids) {
  std::vector<std::string> all;
  for (const Id id : ids) {
    const auto& some = settings.row(id).warnings;
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

Gate judge_direct(const Settings& settings, Delivery& delivery) {
  const std::string id = kDeliveryConfigured;
  const Row& url = settings.row(Id::direct_api_url);
  const Row& token = settings.row(Id::direct_api_token);
  if (url.problem) return invalid_setting(id, url);
  if (!token.is_set()) {
    return failed(id, "direct_token_missing",
                  "direct delivery has a URL and no token; it never falls back to the gateway",
                  "set AUTOPILOT_LINEAGE_API_TOKEN, or unset AUTOPILOT_LINEAGE_API_URL to use the "
                  "gateway",
                  source_of(url));
  }
  delivery = Delivery::direct;
  return passed(id, "direct", "events go to Autopilot directly", source_of(url));
}

Gate delivery_configured(const Settings& settings, Delivery& delivery) {
  const std::string id = kDeliveryConfigured;
  const Row& endpoint = settings.row(Id::mage_pro_api_endpoint);
  if (settings.row(Id::direct_api_url).is_set()) return judge_direct(settings, delivery);
  if (!endpoint.is_set()) {
    return failed(id, "not_configured", "neither direct nor gateway delivery is configured",
                  "set MAGE_PRO_API_ENDPOINT and MAGE_PRO_API_API_KEY, or "
                  "AUTOPILOT_LINEAGE_API_URL and AUTOPILOT_LINEAGE_API_TOKEN",
                  "MAGE_PRO_API_ENDPOINT");
  }
  if (endpoint.problem) return invalid_setting(id, endpoint);
  const Row& minted = settings.row(Id::gateway_access_token);
  if (!minted.is_set() && !settings.row(Id::mage_pro_api_key).is_set()) {
    return failed(id, "gateway_credential_missing", "the gateway has an address and no credential",
                  "set MAGE_PRO_API_API_KEY, or MAGE_AUTOPILOT_GATEWAY_ACCESS_TOKEN",
                  source_of(endpoint));
  }
  delivery = Delivery::gateway;
  return passed(id, "gateway",
                std::string("events go through the Mage Pro API gateway, with a token ") +
                    (minted.is_set() ? "minted beforehand" : "that is minted when needed"),
                source_of(endpoint));
}

Gate identity_complete(const Settings& settings, const Project& project,
                       std::optional<Scope>& scope) {
  const std::string id = kIdentityComplete;
  std::vector<std::string> missing;
  std::vector<std::string> hints;
  const auto variable = [&](Id setting, const std::string& what) {
    const Row& row = settings.row(setting);
    if (row.value) return *row.value;
    missing.push_back(what);
    hints.push_back("set " + row.variable);
    return std::string();
  };
  variable(Id::tenant_id, "tenant ID");
  Scope found;
  found.customer_cluster_uuid = variable(Id::customer_cluster_uuid, "customer cluster UUID");
  found.workspace_uuid = variable(Id::workspace_uuid, "workspace UUID");
  std::string reason = "incomplete";
  std::string source = "environment";
  if (!project.metadata) {
    missing.emplace_back("project UUID (metadata.yaml cannot be used)");
    source = project.metadata_path;
  } else if (const auto uuid = project.metadata->project_uuid()) {
    found.project_uuid = *uuid;
  } else {
    const bool templated = project.metadata->uuid.state == State::templated;
    missing.emplace_back(templated ? "project UUID (it comes from a template)" : "project UUID");
    hints.emplace_back(templated ? "write project_uuid without a template"
                                 : "start Mage once, which writes project_uuid to metadata.yaml");
    if (templated) source = line_of(project, project.metadata->uuid);
    if (missing.size() == 1) reason = templated ? "templated_value" : "project_uuid_missing";
  }
  Gate gate;
  if (missing.empty()) {
    gate = passed(id, "complete", "tenant, cluster, workspace and project are known",
                  project.metadata_path + " and environment");
    scope = found;
  } else {
    gate = failed(id, reason, "missing: " + text::join(missing, ", "), text::join(hints, "; "),
                  source);
  }
  gate.warnings =
      warnings_of(settings, {Id::tenant_id, Id::customer_cluster_uuid, Id::workspace_uuid});
  if (found.customer_cluster_uuid == "mage") {
    gate.warnings.emplace_back(
        "MAGE_CLUSTER_UUID is \"mage\", Mage's own default: it must be unique for the cluster");
  }
  return gate;
}

Gate judge_feature(const Project& project, const Row& flag, const std::string& key) {
  const std::string id = kFeatureGate;
  if (!project.metadata) return unreadable(id, project);
  const project::Value value = project.metadata->feature(key);
  const std::string shown = "features." + text::escape_untrusted(key, 60);
  const std::string hint = "run \"mage-lineage enable --feature " +
                           text::escape_untrusted(key, 60) +
                           "\", or unset AUTOPILOT_LINEAGE_FEATURE_FLAG";
  const std::string source = line_of(project, value);
  switch (value.state) {
    case State::absent:
      return failed(id, "feature_missing", shown + " is not in metadata.yaml", hint,
                    source_of(flag));
    case State::templated:
      return failed(id, "templated_value",
                    shown + " comes from a template, so its value is not known here",
                    "write " + shown + ": true without a template", source);
    case State::boolean:
      return value.boolean ? passed(id, "feature_on", shown + " is true", source)
                           : failed(id, "feature_off", shown + " is false", hint, source);
    case State::null:
      return failed(id, "feature_off", shown + " has no value", hint, source);
    case State::other:
      return failed(id, "not_a_boolean",
                    value.python_truth().value_or(false)
                        ? shown + " is not a boolean, although Mage reads it as on"
                        : shown + " is not a boolean",
                    "write " + shown + ": true, without quotes", source);
  }
  return failed(id, "feature_missing", shown + " is not in metadata.yaml", hint, source);
}

Gate feature_gate(const Settings& settings, const Project& project) {
  const std::string id = kFeatureGate;
  const Row& row = settings.row(Id::feature_flag);
  if (!row.value) return passed(id, "not_set", "no rollout gate is set", row.variable);
  if (settings::is_truthy(*row.value)) {
    return passed(id, "open_for_all", "the rollout gate is open for every project", source_of(row));
  }
  if (settings::is_falsy(*row.value)) {
    return failed(id, "closed_for_all", "the rollout gate is closed for every project",
                  "unset AUTOPILOT_LINEAGE_FEATURE_FLAG, or set it to 1", source_of(row));
  }
  return judge_feature(project, row, *row.value);
}

}  // namespace

bool Report::allowed() const {
  return std::all_of(gates.begin(), gates.end(), [](const Gate& gate) { return gate.pass; });
}

const char* to_string(Delivery delivery) {
  switch (delivery) {
    case Delivery::direct:
      return "direct";
    case Delivery::gateway:
      return "gateway";
    case Delivery::none:
      break;
  }
  return "";
}

Report evaluate(const Settings& settings, const Project& project) {
  Report report;
  report.gates.push_back(cluster_enabled(settings));
  report.gates.push_back(project_opted_in(project));
  report.gates.push_back(delivery_configured(settings, report.delivery));
  report.gates.push_back(identity_complete(settings, project, report.scope));
  report.gates.push_back(feature_gate(settings, project));
  return report;
}

}  // namespace mage_lineage::gates
