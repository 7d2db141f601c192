#include <mage_lineage/settings/table.hpp>

#include <mage_lineage/core/time.hpp>

#include <array>

namespace mage_lineage::settings {
namespace {

constexpr std::string_view kMagePro = "Mage Pro, Data lineage";
constexpr std::string_view kPortal = "Portal, Data Lineage";
constexpr std::string_view kClients = "OpenLineage clients";
constexpr std::string_view kOwn = "this project";

constexpr std::uint64_t kMostSeconds =
    std::chrono::duration_cast<std::chrono::seconds>(kLongestDuration).count();

// clang-format off
constexpr std::array kTable{
    Spec{Id::lineage_enabled, Group::gates, Type::flag, "AUTOPILOT_LINEAGE_ENABLED", {}, "",
         "turns the integration on for the cluster; exactly 1", kMagePro},
    Spec{Id::feature_flag, Group::gates, Type::flag, "AUTOPILOT_LINEAGE_FEATURE_FLAG", {}, "",
         "a rollout gate after the project's opt-in: 1 or 0 for every project, or the name of a key "
         "below features in metadata.yaml", kMagePro},
    Spec{Id::tenant_id, Group::identity, Type::text, "AUTOPILOT_LINEAGE_TENANT_ID",
         {"MAGE_AUTOPILOT_TENANT_ID", ""}, "",
         "the Autopilot tenant that events belong to", kMagePro},
    Spec{Id::customer_cluster_uuid, Group::identity, Type::text, "MAGE_CLUSTER_UUID", {}, "",
         "the durable, unique identity of the customer's cluster; Mage's own default \"mage\" is "
         "never used", kMagePro},
    Spec{Id::workspace_uuid, Group::identity, Type::text, "AUTOPILOT_LINEAGE_WORKSPACE_UUID",
         {"MAGE_AUTOPILOT_WORKSPACE_ID", "MAGE_WORKSPACE_UUID"}, "",
         "the durable identity of the workspace", kMagePro},
    Spec{Id::mage_pro_api_endpoint, Group::delivery, Type::url, "MAGE_PRO_API_ENDPOINT", {}, "",
         "the Mage Pro API gateway that events go through", kMagePro},
    Spec{Id::mage_pro_api_key, Group::delivery, Type::secret, "MAGE_PRO_API_API_KEY", {}, "",
         "the key that mints the short-lived gateway token", kMagePro},
    Spec{Id::gateway_access_token, Group::delivery, Type::secret,
         "MAGE_AUTOPILOT_GATEWAY_ACCESS_TOKEN", {}, "",
         "a gateway token minted beforehand; used as it is, never replaced", kMagePro},
    Spec{Id::direct_api_url, Group::delivery, Type::url, "AUTOPILOT_LINEAGE_API_URL", {}, "",
         "the base URL of an Autopilot that is addressed directly, without the gateway", kMagePro},
    Spec{Id::direct_api_token, Group::delivery, Type::secret, "AUTOPILOT_LINEAGE_API_TOKEN", {}, "",
         "the service token for direct delivery", kMagePro},
    Spec{Id::service_api_key, Group::delivery, Type::secret, "AUTOPILOT_LINEAGE_API_KEY", {}, "",
         "a further service credential, where Autopilot expects one", kMagePro},
    Spec{Id::routine_id, Group::delivery, Type::text, "AUTOPILOT_LINEAGE_ROUTINE_ID", {},
         "mage-pro-lineage", "the logical caller that Autopilot is told", kMagePro},
    Spec{Id::event_timeout, Group::delivery, Type::seconds,
         "AUTOPILOT_LINEAGE_EVENT_TIMEOUT_SECONDS", {}, "5",
         "the time bound of one request, in seconds", kMagePro},
    Spec{Id::grant_secret, Group::grants, Type::secret, "AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET",
         {}, "", "the shared secret that signs and verifies snapshot grants", kMagePro},
    Spec{Id::grant_secret_previous, Group::grants, Type::secret,
         "AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET_PREVIOUS", {}, "",
         "the secret before the last rotation; verification still accepts it", kOwn},
    Spec{Id::grant_issuer, Group::grants, Type::text, "AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_ISSUER", {},
         "autopilot-lineage", "the issuer that a grant must name", kMagePro},
    Spec{Id::grant_audience, Group::grants, Type::text,
         "AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_AUDIENCE", {},
         "mage-pro-lineage-snapshot", "the audience that a grant must name", kMagePro},
    Spec{Id::snapshot_ttl, Group::snapshots, Type::count,
         "AUTOPILOT_LINEAGE_SNAPSHOT_TTL_SECONDS", {}, "900",
         "the lifetime of a snapshot, in seconds; a grant may last twice as long", kMagePro,
         kMostSeconds},
    Spec{Id::snapshot_expired_retention, Group::snapshots, Type::count_or_zero,
         "AUTOPILOT_LINEAGE_SNAPSHOT_EXPIRED_RETENTION_SECONDS", {}, "86400",
         "how long an expired snapshot still answers 410, in seconds", kMagePro, kMostSeconds},
    Spec{Id::max_file_bytes, Group::snapshots, Type::count, "AUTOPILOT_LINEAGE_MAX_FILE_BYTES", {},
         "524288", "the largest source file in a snapshot, in bytes", kMagePro},
    Spec{Id::max_scan_entries, Group::snapshots, Type::count,
         "AUTOPILOT_LINEAGE_MAX_SOURCE_SCAN_ENTRIES", {}, "50000",
         "how many filesystem entries are inspected for source files", kMagePro},
    Spec{Id::max_source_bytes, Group::snapshots, Type::count,
         "AUTOPILOT_LINEAGE_MAX_SOURCE_BYTES", {}, "5242880",
         "the redacted source in one snapshot altogether, in bytes", kMagePro},
    Spec{Id::max_snapshot_owners, Group::snapshots, Type::count,
         "AUTOPILOT_LINEAGE_MAX_SNAPSHOT_OWNERS", {}, "10000",
         "how many owners one snapshot holds", kMagePro},
    Spec{Id::openlineage_url, Group::openlineage, Type::url, "OPENLINEAGE_URL", {}, "",
         "the base URL of an OpenLineage backend (Portal, Marquez, DataHub)", kPortal},
    Spec{Id::openlineage_endpoint, Group::openlineage, Type::text, "OPENLINEAGE_ENDPOINT", {},
         "api/v1/lineage", "the path that events are posted to, below that URL", kPortal},
    Spec{Id::openlineage_api_key, Group::openlineage, Type::secret, "OPENLINEAGE_API_KEY", {}, "",
         "the bearer token for that backend", kPortal},
    Spec{Id::openlineage_disabled, Group::openlineage, Type::flag, "OPENLINEAGE_DISABLED", {}, "",
         "true turns the openlineage route off", kClients},
    Spec{Id::openlineage_namespace, Group::openlineage, Type::text, "OPENLINEAGE_NAMESPACE", {}, "",
         "the job namespace of run events that name none", kClients},
    Spec{Id::openlineage_context, Group::openlineage, Type::text, "OPENLINEAGE_CONTEXT", {}, "",
         "the parent run of run events, as JSON", kClients},
    Spec{Id::openlineage_parent_id, Group::openlineage, Type::text, "OPENLINEAGE_PARENT_ID", {}, "",
         "the parent run of run events, as namespace/name/runId", kClients},
    Spec{Id::openlineage_root_parent_id, Group::openlineage, Type::text,
         "OPENLINEAGE_ROOT_PARENT_ID", {}, "",
         "the root of the parent run, as namespace/name/runId", kClients},
};
// clang-format on

constexpr bool in_order() {
  for (std::size_t i = 0; i < kTable.size(); ++i) {
    if (static_cast<std::size_t>(kTable[i].id) != i) return false;
  }
  return true;
}
static_assert(in_order(), "rows stand in the order of Id");

}  // namespace

std::span<const Spec> table() {
  return kTable;
}

const Spec& spec(Id id) {
  return kTable[static_cast<std::size_t>(id)];
}

std::string_view title(Group group) {
  switch (group) {
    case Group::gates:
      return "Gates";
    case Group::identity:
      return "Identity";
    case Group::delivery:
      return "Delivery";
    case Group::grants:
      return "Grants";
    case Group::snapshots:
      return "Snapshots";
    case Group::openlineage:
      return "OpenLineage";
  }
  return "";
}

}  // namespace mage_lineage::settings
