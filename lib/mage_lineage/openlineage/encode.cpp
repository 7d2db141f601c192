#include <mage_lineage/openlineage/event_shape.hpp>
#include <mage_lineage/openlineage/facet_table.hpp>
#include <mage_lineage/openlineage/model.hpp>
#include <mage_lineage/openlineage/target_rules.hpp>

#include <mage_lineage/core/text.hpp>

#include <utility>

namespace mage_lineage::openlineage {
namespace {

using json::Value;

Value text(std::string_view s) {
  return Value::of_string(std::string(s));
}

void add_facets(Value& holder, std::string_view key, const FacetValues& facets) {
  if (facets.empty()) return;
  Value map = Value::of_object();
  for (const FacetValue& facet : facets) {
    Value out = Value::of_object();
    out.add("_producer", text(producer()));
    out.add("_schemaURL", text(facet.schema_url));
    for (const json::Member& member : facet.body.members)
      out.add(member.key, member.value);
    map.add(facet.key, std::move(out));
  }
  holder.add(std::string(key), std::move(map));
}

Value named(const Name& name) {
  Value out = Value::of_object();
  out.add("namespace", text(name.name_space));
  out.add("name", text(name.name));
  return out;
}

Value encode_job(const Job& job) {
  Value out = named(job.name);
  add_facets(out, "facets", job.facets);
  return out;
}

Value encode_dataset(const Dataset& dataset) {
  Value out = named(dataset.name);
  add_facets(out, "facets", dataset.facets);
  add_facets(out, "inputFacets", dataset.input_facets);
  add_facets(out, "outputFacets", dataset.output_facets);
  return out;
}

void add_datasets(Value& event, std::string_view key, const std::vector<Dataset>& datasets) {
  if (datasets.empty()) return;
  Value list = Value::of_array();
  for (const Dataset& dataset : datasets)
    list.items.push_back(encode_dataset(dataset));
  event.add(std::string(key), std::move(list));
}

void add_base(Value& event, Timestamp time, EventClass event_class, Target target) {
  event.add("eventTime", text(format_rfc3339(time)));
  event.add("producer", text(producer()));
  event.add("schemaURL", target == Target::portal ? text(kPortalSchemaUrl)
                                                  : text(core_schema_url(to_string(event_class))));
}

}  // namespace

std::string_view producer() {
  return "https://docs.mage.ai/observability/data-lineage#mage-lineage/" MAGE_LINEAGE_VERSION;
}

std::string_view to_string(RunState state) {
  return event_types()[static_cast<std::size_t>(state)];
}

std::optional<RunState> run_state_of(std::string_view word) {
  const auto types = event_types();
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (text::iequals(types[i], word)) return static_cast<RunState>(i);
  }
  return std::nullopt;
}

std::string core_schema_url(std::string_view definition) {
  return std::string(kPortalSchemaUrl) + "#/$defs/" + std::string(definition);
}

std::string facet_schema_url(std::string_view key, Slot slot) {
  const Facet* facet = find_facet(key, slot);
  if (facet == nullptr || facet->slot != slot) return core_schema_url("BaseFacet");
  const Version& v = facet->latest;
  const std::string schema(facet->schema);
  return "https://openlineage.io/spec/facets/" + std::to_string(v.model) + "-" +
         std::to_string(v.revision) + "-" + std::to_string(v.addition) + "/" + schema +
         ".json#/$defs/" + schema;
}

Value encode(const RunEvent& event, Target target) {
  Value out = Value::of_object();
  out.add("eventType", text(to_string(event.state)));
  add_base(out, event.time, EventClass::run, target);
  Value run = Value::of_object();
  run.add("runId", text(event.run.run_id));
  add_facets(run, "facets", event.run.facets);
  out.add("run", std::move(run));
  out.add("job", encode_job(event.job));
  add_datasets(out, "inputs", event.inputs);
  add_datasets(out, "outputs", event.outputs);
  return out;
}

Value encode(const JobEvent& event, Target target) {
  Value out = Value::of_object();
  add_base(out, event.time, EventClass::job, target);
  out.add("job", encode_job(event.job));
  add_datasets(out, "inputs", event.inputs);
  add_datasets(out, "outputs", event.outputs);
  return out;
}

Value encode(const DatasetEvent& event, Target target) {
  Value out = Value::of_object();
  add_base(out, event.time, EventClass::dataset, target);
  out.add("dataset", encode_dataset(event.dataset));
  return out;
}

}  // namespace mage_lineage::openlineage
