#include <mage_lineage/event/mage_check.hpp>

#include <mage_lineage/event/change.hpp>
#include <mage_lineage/event/event.hpp>
#include <mage_lineage/openlineage/checker.hpp>

namespace mage_lineage::event {
namespace {

using namespace openlineage;

constexpr std::string_view kVersions[] = {"1.0"};

constexpr auto kScope = members(need("customer_cluster_uuid", kText), need("workspace_uuid", kText),
                                need("project_uuid", kText));
constexpr auto kObjectMembers =
    members(need("type", one_of(kObjectTypes)), may("uuid", kText), may("name", kText),
            may("block_type", kText), may("language", kText), may("pipeline_uuids", list(kText)),
            may("path", kText), may("schedule_type", kText));
constexpr auto kHashes = members(may("content", kHash), may("config", kHash));

constexpr auto kEvent = members(
    need("schema_version", one_of(kVersions)), need("event_id", kUuid), need("event_type", kText),
    need("occurred_at", kDateTime), need("routine_id", kText), need("scope", closed(kScope)),
    need("object", closed(kObjectMembers)), may("previous_object", closed(kObjectMembers)),
    may("payload_hashes", closed(kHashes)), need("openlineage", kAny));
constexpr Shape kEventShape = closed(kEvent);

constexpr auto kFacet =
    members(need("_producer", kUri), need("_schemaURL", kUri), need("event_id", kUuid),
            need("event_type", kText), may("mutation", one_of(kMutations)),
            need("object", closed(kObjectMembers)), may("previous_object", closed(kObjectMembers)),
            may("payload_hashes", closed(kHashes)), need("scope", closed(kScope)));

constexpr auto kJobType =
    members(need("_producer", kUri), need("_schemaURL", kUri), need("processingType", kText),
            need("integration", kText), may("jobType", kText));
constexpr auto kPrevious = members(need("name", kText), need("namespace", kText));
constexpr auto kLifecycle =
    members(need("_producer", kUri), need("_schemaURL", kUri), need("lifecycleStateChange", kText),
            may("previousIdentifier", closed(kPrevious)));
constexpr auto kDatasetType = members(need("_producer", kUri), need("_schemaURL", kUri),
                                      need("datasetType", kText), may("subType", kText));
constexpr auto kVersion =
    members(need("_producer", kUri), need("_schemaURL", kUri), need("datasetVersion", kHash));

/// The facets of Mage's envelopes: none of them has a place for content.
constexpr Member kFacets[] = {may("jobType", closed(kJobType)),
                              may("lifecycleStateChange", closed(kLifecycle)),
                              may("datasetType", closed(kDatasetType)),
                              may("version", closed(kVersion)), need(kMageFacet, closed(kFacet))};
constexpr auto kHolder =
    members(need("namespace", kText), need("name", kText), need("facets", closed(kFacets)));
constexpr Member kEnvelope[] = {need("eventTime", kDateTime), need("producer", kUri),
                                need("schemaURL", kUri), may("job", closed(kHolder)),
                                may("dataset", closed(kHolder))};
constexpr Shape kEnvelopeShape = closed(kEnvelope);

json::View find_in(json::View holder, std::string_view key) {
  return holder.found() ? holder.find(key) : holder;
}

bool is_event_type(std::string_view s) {
  if (s == kTestType) return true;
  const auto dot = s.find('.');
  if (dot == std::string_view::npos) return false;
  const auto type = object_type_of(s.substr(0, dot));
  const auto mutation = mutation_of(s.substr(dot + 1));
  return type && mutation && (*type == ObjectType::deployment) == (*mutation == Mutation::applied);
}

}  // namespace

bool is_mage_event(json::View document) {
  return document.is(json::Kind::object) && document.find("event_id").found() &&
         document.find("openlineage").found();
}

void check_mage_event(json::View document, const Path& path, Problems& out) {
  Checker checker(Severity::error, out);
  checker.object(document, kEventShape, path);
  const json::View type = document.find("event_type");
  if (type.found() && type.is(json::Kind::string) && !is_event_type(type.text())) {
    checker.report(Severity::error, "enum", path.down("event_type"), describe(type),
                   "OBJECT.MUTATION, such as block.updated, deployment.applied or lineage.test");
  }
}

void check_envelope(json::View envelope, std::string_view event_id, const Path& path,
                    Problems& out) {
  Checker checker(Severity::error, out);
  checker.object(envelope, kEnvelopeShape, path);
  for (const std::string_view holder : {"job", "dataset"}) {
    const json::View facets = find_in(envelope.find(holder), "facets");
    const json::View id = find_in(find_in(facets, kMageFacet), "event_id");
    if (!event_id.empty() && id.found() && id.text() != event_id) {
      const Path at_holder = path.down(holder);
      const Path at_facets = at_holder.down("facets");
      const Path at_mage = at_facets.down(kMageFacet);
      checker.report(Severity::error, "metadata_only", at_mage.down("event_id"), describe(id),
                     "the event's own id");
    }
  }
}

}  // namespace mage_lineage::event
