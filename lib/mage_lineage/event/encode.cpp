#include <mage_lineage/event/event.hpp>
#include <mage_lineage/openlineage/checker.hpp>
#include <mage_lineage/openlineage/make_facets.hpp>
#include <mage_lineage/openlineage/model.hpp>

#include <utility>

namespace mage_lineage::event {
namespace {

using json::Value;
using openlineage::FacetValue;

void add_text(Value& holder, std::string_view key, const std::string& text) {
  if (!text.empty()) holder.add(std::string(key), Value::of_string(text));
}

Value texts(const std::vector<std::string>& list) {
  Value out = Value::of_array();
  for (const std::string& text : list)
    out.items.push_back(Value::of_string(text));
  return out;
}

Value object_json(const Object& object) {
  Value out = Value::of_object();
  out.add("type", Value::of_string(std::string(to_string(object.type))));
  add_text(out, "uuid", object.uuid);
  add_text(out, "name", object.name);
  add_text(out, "block_type", object.block_type);
  add_text(out, "language", object.language);
  if (!object.pipeline_uuids.empty()) out.add("pipeline_uuids", texts(object.pipeline_uuids));
  add_text(out, "path", object.path);
  add_text(out, "schedule_type", object.schedule_type);
  return out;
}

Value scope_json(const Scope& scope) {
  Value out = Value::of_object();
  out.add("customer_cluster_uuid", Value::of_string(scope.customer_cluster_uuid));
  out.add("workspace_uuid", Value::of_string(scope.workspace_uuid));
  out.add("project_uuid", Value::of_string(scope.project_uuid));
  return out;
}

/// `object`, `previous_object` and `payload_hashes`, which event and facet have in common.
void add_change(Value& holder, const Change& change) {
  holder.add("object", object_json(change.object));
  if (change.previous) holder.add("previous_object", object_json(*change.previous));
  Value hashes = Value::of_object();
  add_text(hashes, "content", change.hashes.content);
  add_text(hashes, "config", change.hashes.config);
  if (!hashes.members.empty()) holder.add("payload_hashes", std::move(hashes));
}

bool is_dataset(const Event& event) {
  return event.change.object.type == ObjectType::file;
}

FacetValue mage_facet(const Event& event) {
  FacetValue out{std::string(openlineage::kMageFacet),
                 openlineage::core_schema_url(is_dataset(event) ? "DatasetFacet" : "JobFacet"),
                 Value::of_object()};
  out.body.add("event_id", Value::of_string(event.event_id));
  out.body.add("event_type", Value::of_string(event.type));
  if (event.type != kTestType) {
    out.body.add("mutation", Value::of_string(std::string(to_string(event.change.mutation))));
  }
  add_change(out.body, event.change);
  out.body.add("scope", scope_json(event.scope));
  return out;
}

FacetValue standard(std::string_view key) {
  return {std::string(key), openlineage::facet_schema_url(key, openlineage::Slot::dataset),
          Value::of_object()};
}

/// What a mutation of a file is in the words of the standard.
std::string_view lifecycle_of(Mutation mutation) {
  switch (mutation) {
    case Mutation::created:
      return "CREATE";
    case Mutation::deleted:
      return "DROP";
    case Mutation::renamed:
      return "RENAME";
    default:
      return "OVERWRITE";
  }
}

openlineage::FacetValues file_facets(const Event& event, const std::string& name_space) {
  openlineage::FacetValues out;
  FacetValue lifecycle = standard("lifecycleStateChange");
  lifecycle.body.add("lifecycleStateChange",
                     Value::of_string(std::string(lifecycle_of(event.change.mutation))));
  if (event.change.previous) {
    Value previous = Value::of_object();
    previous.add("name", Value::of_string(openlineage_name_of(*event.change.previous)));
    previous.add("namespace", Value::of_string(name_space));
    lifecycle.body.add("previousIdentifier", std::move(previous));
  }
  out.push_back(std::move(lifecycle));
  FacetValue type = standard("datasetType");
  type.body.add("datasetType", Value::of_string("FILE"));
  out.push_back(std::move(type));
  if (!event.change.hashes.content.empty()) {
    FacetValue version = standard("version");
    version.body.add("datasetVersion", Value::of_string(event.change.hashes.content));
    out.push_back(std::move(version));
  }
  out.push_back(mage_facet(event));
  return out;
}

/// The standard facet's word for an object: `PIPELINE`, `BLOCK`.
std::string job_type_of(const Event& event) {
  std::string out(to_string(event.change.object.type));
  for (char& c : out)
    c = static_cast<char>(c - 'a' + 'A');
  return out;
}

std::string percent_encode(std::string_view s) {
  constexpr std::string_view kUnreserved =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : s) {
    const auto byte = static_cast<unsigned char>(c);
    if (kUnreserved.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
    }
  }
  return out;
}

}  // namespace

std::string namespace_of(const Scope& scope) {
  return "mage://" + percent_encode(scope.customer_cluster_uuid) + "/" +
         percent_encode(scope.workspace_uuid) + "/" + percent_encode(scope.project_uuid);
}

std::string openlineage_name_of(const Object& object) {
  switch (object.type) {
    case ObjectType::project:
      return "project";
    case ObjectType::block:
      return "block/" + object.block_type + "/" + object.uuid;
    case ObjectType::trigger:
    case ObjectType::schedule:
      return "trigger/" + (object.pipeline_uuids.empty() ? "" : object.pipeline_uuids.front()) +
             "/" + object.name;
    case ObjectType::file:
      return "file/" + object.path;
    case ObjectType::pipeline:
    case ObjectType::resource:
    case ObjectType::deployment:
      break;
  }
  return std::string(to_string(object.type)) + "/" + object.uuid;
}

Value to_openlineage(const Event& event, openlineage::Target target) {
  const std::string name_space = namespace_of(event.scope);
  const std::string name =
      event.type == kTestType ? "test" : openlineage_name_of(event.change.object);
  if (is_dataset(event)) {
    openlineage::DatasetEvent out;
    out.time = event.occurred_at;
    out.dataset = {{name_space, name}, file_facets(event, name_space), {}, {}};
    return openlineage::encode(out, target);
  }
  openlineage::JobEvent out;
  out.time = event.occurred_at;
  out.job = {{name_space, name},
             {openlineage::job_type_facet(job_type_of(event)), mage_facet(event)}};
  return openlineage::encode(out, target);
}

Value to_json(const Event& event) {
  Value out = Value::of_object();
  out.add("schema_version", Value::of_string("1.0"));
  out.add("event_id", Value::of_string(event.event_id));
  out.add("event_type", Value::of_string(event.type));
  out.add("occurred_at", Value::of_string(format_rfc3339(event.occurred_at)));
  out.add("routine_id", Value::of_string(event.routine_id));
  out.add("scope", scope_json(event.scope));
  add_change(out, event.change);
  out.add("openlineage", to_openlineage(event));
  return out;
}

}  // namespace mage_lineage::event
