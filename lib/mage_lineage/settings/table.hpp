#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace mage_lineage::settings {

/// Every setting, in the order in which it is shown.
enum class Id : std::uint8_t {
  lineage_enabled,
  feature_flag,
  tenant_id,
  customer_cluster_uuid,
  workspace_uuid,
  mage_pro_api_endpoint,
  mage_pro_api_key,
  gateway_access_token,
  direct_api_url,
  direct_api_token,
  service_api_key,
  routine_id,
  event_timeout,
  grant_secret,
  grant_secret_previous,
  grant_issuer,
  grant_audience,
  snapshot_ttl,
  snapshot_expired_retention,
  max_file_bytes,
  max_scan_entries,
  max_source_bytes,
  max_snapshot_owners,
  openlineage_url,
  openlineage_endpoint,
  openlineage_api_key,
  openlineage_disabled,
  openlineage_namespace,
  openlineage_context,
  openlineage_parent_id,
  openlineage_root_parent_id,
};

/// How a value is read.
enum class Type : std::uint8_t {
  text,           ///< as given
  flag,           ///< trimmed, ASCII case-insensitive
  url,            ///< http or https, or a bare host; without user information
  secret,         ///< as given, never shown
  count,          ///< a whole number from 1
  count_or_zero,  ///< a whole number from 0
  seconds,        ///< a decimal number above 0
};

enum class Group : std::uint8_t { gates, identity, delivery, grants, snapshots, openlineage };

/// No count is larger: whole numbers up to here are exact in JSON as well.
inline constexpr std::uint64_t kMostCount = std::uint64_t{1} << 53U;

/// One row of the table: what the program, its help and its manual know of a setting.
struct Spec {
  Id id;
  Group group;
  Type type;
  std::string_view variable;
  std::string_view fallbacks[2];    ///< read in this order when `variable` is unset; empty: none
  std::string_view default_value;   ///< as it would be written; empty: none
  std::string_view meaning;         ///< one sentence, without a full stop
  std::string_view source;          ///< the document that defines it
  std::uint64_t most = kMostCount;  ///< the largest value of a count
};

/// All rows, in the order of Id. Sources: the two tables of the Mage Pro document, the quick setup
/// of the Portal document, OpenLineage's clients, and this project's own choices.
std::span<const Spec> table();

const Spec& spec(Id id);
std::string_view title(Group group);

}  // namespace mage_lineage::settings
