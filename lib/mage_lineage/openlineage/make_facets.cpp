#include <mage_lineage/openlineage/make_facets.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/uuid.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <utility>

namespace mage_lineage::openlineage {
namespace {

using json::Value;

FacetValue standard(std::string_view key, Slot slot) {
  return {std::string(key), facet_schema_url(key, slot), Value::of_object()};
}

/// `{"run": {"runId"}, "job": {"namespace", "name"}}`
Value run_and_job(const std::string& run_id, const Name& job) {
  Value run = Value::of_object();
  run.add("runId", Value::of_string(run_id));
  Value named = Value::of_object();
  named.add("namespace", Value::of_string(job.name_space));
  named.add("name", Value::of_string(job.name));
  Value out = Value::of_object();
  out.add("run", std::move(run));
  out.add("job", std::move(named));
  return out;
}

const std::string* text_at(const Value* holder, std::string_view object, std::string_view key) {
  const Value* inner = holder == nullptr ? nullptr : holder->find(object);
  const Value* value = inner == nullptr ? nullptr : inner->find(key);
  return value == nullptr ? nullptr : value->as_string();
}

Result<> read_run_and_job(const Value* holder, std::string& run_id, Name& job) {
  const auto* id = text_at(holder, "run", "runId");
  const auto* name_space = text_at(holder, "job", "namespace");
  const auto* name = text_at(holder, "job", "name");
  if (id == nullptr || name_space == nullptr || name == nullptr || !is_uuid(*id)) {
    return fail(ErrorCode::invalid, "it names no run (a UUID) with its job's namespace and name");
  }
  run_id = *id;
  job = {*name_space, *name};
  return {};
}

Value body_of(const Parent& parent) {
  Value out = run_and_job(parent.run_id, parent.job);
  const bool own_root = !parent.root_run_id.empty();
  out.add("root", own_root ? run_and_job(parent.root_run_id, parent.root_job)
                           : run_and_job(parent.run_id, parent.job));
  return out;
}

}  // namespace

FacetValue parent_facet(const Parent& parent) {
  FacetValue out = standard("parent", Slot::run);
  out.body = body_of(parent);
  return out;
}

Result<Parent> parent_from_context(std::string_view json_text) {
  const auto value = json::parse(json_text);
  if (!value) return fail(value.error());
  const Value* holder = value->find("parent");
  Parent out;
  if (auto read = read_run_and_job(holder, out.run_id, out.job); !read) return fail(read.error());
  if (const Value* root = holder->find("root")) {
    if (auto read = read_run_and_job(root, out.root_run_id, out.root_job); !read) {
      return fail(read.error());
    }
  }
  return out;
}

Result<Parent> parent_from_id(std::string_view id) {
  const auto last = id.rfind('/');
  const auto middle = last == std::string_view::npos || last == 0 ? std::string_view::npos
                                                                  : id.rfind('/', last - 1);
  if (middle == std::string_view::npos || middle == 0 || middle + 1 == last ||
      !is_uuid(id.substr(last + 1))) {
    return fail(ErrorCode::invalid, "\"" + text::escape_untrusted(id, 200) + "\" names no run",
                "write it as NAMESPACE/NAME/RUN_ID, the run's id being a UUID");
  }
  Parent out;
  out.run_id = id.substr(last + 1);
  out.job = {std::string(id.substr(0, middle)),
             std::string(id.substr(middle + 1, last - middle - 1))};
  return out;
}

std::string context_of(const Parent& parent) {
  Value out = Value::of_object();
  out.add("parent", body_of(parent));
  return json::write(out, json::Style::compact);
}

std::string id_of(const Parent& parent) {
  return parent.job.name_space + "/" + parent.job.name + "/" + parent.run_id;
}

std::string root_id_of(const Parent& parent) {
  if (parent.root_run_id.empty()) return id_of(parent);
  return parent.root_job.name_space + "/" + parent.root_job.name + "/" + parent.root_run_id;
}

FacetValue error_facet(std::string message) {
  FacetValue out = standard("errorMessage", Slot::run);
  out.body.add("message", Value::of_string(std::move(message)));
  out.body.add("programmingLanguage", Value::of_string("shell"));
  return out;
}

FacetValue job_type_facet(std::string_view kind) {
  FacetValue out = standard("jobType", Slot::job);
  out.body.add("processingType", Value::of_string("BATCH"));
  out.body.add("integration", Value::of_string("MAGE"));
  out.body.add("jobType", Value::of_string(std::string(kind)));
  return out;
}

}  // namespace mage_lineage::openlineage
