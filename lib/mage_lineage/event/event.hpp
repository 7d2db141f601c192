#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/scope.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/event/change.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/openlineage/judge.hpp>
#include <mage_lineage/redact/redactor.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::event {

/// The type of the harmless event that tests the chain.
inline constexpr std::string_view kTestType = "lineage.test";

/// One immutable, metadata-only record of one mutation (contracts, section 5).
struct Event {
  std::string event_id;  ///< a UUIDv7 of `occurred_at`; the same in every attempt to send it
  std::string type;      ///< `block.updated`, or kTestType
  Timestamp occurred_at{};
  std::string routine_id;
  Scope scope;
  Change change;
};

/// What all events of one command share.
struct Origin {
  std::string routine_id;
  Scope scope;
};

/// Makes the event of a change at a moment; `random` are the random bits of its id.
Event make_event(const Origin& origin, Change change, Timestamp occurred_at,
                 const std::array<std::uint8_t, 10>& random);
/// The test event on the project.
Event make_test_event(const Origin& origin, Timestamp occurred_at,
                      const std::array<std::uint8_t, 10>& random);

/// The event as it is sent on Mage's own routes, with its OpenLineage envelope.
json::Value to_json(const Event& event);
/// The envelope alone: a JobEvent, or a DatasetEvent for a file.
json::Value to_openlineage(const Event& event,
                           openlineage::Target target = openlineage::Target::any);

/// `mage://{customer_cluster_uuid}/{workspace_uuid}/{project_uuid}`, percent-encoded where a URI
/// needs it.
std::string namespace_of(const Scope& scope);
/// The object's name in that namespace: `block/data_loader/load_orders`.
std::string openlineage_name_of(const Object& object);

/// No file that is larger is hashed for an event.
inline constexpr std::uint64_t kMostHashedBytes = std::uint64_t{4} << 20U;

/// The hash of a file's text without its secrets, so that it cannot confirm a guessed one: the
/// same that a manifest has for the file at this path of the project.
std::string content_hash(std::string_view text, std::string_view path,
                         const redact::Redactor& redactor);

/// Where in an event (a Mage event, or any OpenLineage event) free text looks like a secret: JSON
/// pointers. Ids, hashes, scope and times are typed and are not looked at.
std::vector<std::string> secret_leaves(const json::Value& event, const redact::Redactor& redactor);

/// Fails with `invalid` at the JSON pointer of the first leaf that looks like a secret: such a Mage
/// event must not be sent.
Result<> refuse_secrets(const json::Value& event, const redact::Redactor& redactor);

/// The JSON Schema of a Mage event: `mage-lineage schema event`.
std::string_view event_schema();

}  // namespace mage_lineage::event
