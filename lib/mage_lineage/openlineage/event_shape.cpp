#include <mage_lineage/openlineage/event_shape.hpp>

namespace mage_lineage::openlineage {
namespace {

constexpr std::string_view kEventTypes[] = {"START", "RUNNING", "COMPLETE",
                                            "ABORT", "FAIL",    "OTHER"};

constexpr auto kRun = members(need("runId", kUuid), may("facets", facets(Slot::run)));
constexpr auto kJob =
    members(need("namespace", kText), need("name", kText), may("facets", facets(Slot::job)));
constexpr auto kDataset =
    members(need("namespace", kText), need("name", kText), may("facets", facets(Slot::dataset)));
constexpr auto kInput =
    members(need("namespace", kText), need("name", kText), may("facets", facets(Slot::dataset)),
            may("inputFacets", facets(Slot::input)));
constexpr auto kOutput =
    members(need("namespace", kText), need("name", kText), may("facets", facets(Slot::dataset)),
            may("outputFacets", facets(Slot::output)));

constexpr auto kRunEvent = members(
    need("eventTime", kDateTime), need("producer", kUri), need("schemaURL", kUri),
    may("eventType", one_of(kEventTypes)), need("run", object(kRun)), need("job", object(kJob)),
    may("inputs", list(object(kInput))), may("outputs", list(object(kOutput))));
constexpr auto kJobEvent =
    members(need("eventTime", kDateTime), need("producer", kUri), need("schemaURL", kUri),
            need("job", object(kJob)), may("inputs", list(object(kInput))),
            may("outputs", list(object(kOutput))));
constexpr auto kDatasetEvent = members(need("eventTime", kDateTime), need("producer", kUri),
                                       need("schemaURL", kUri), need("dataset", object(kDataset)));
constexpr Shape kRunEventShape = object(kRunEvent);
constexpr Shape kJobEventShape = object(kJobEvent);
constexpr Shape kDatasetEventShape = object(kDatasetEvent);

}  // namespace

const Shape& run_event_shape() {
  return kRunEventShape;
}
const Shape& job_event_shape() {
  return kJobEventShape;
}
const Shape& dataset_event_shape() {
  return kDatasetEventShape;
}
std::span<const std::string_view> event_types() {
  return kEventTypes;
}

}  // namespace mage_lineage::openlineage
