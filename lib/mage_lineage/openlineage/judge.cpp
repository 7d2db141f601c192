#include <mage_lineage/openlineage/judge.hpp>

#include <mage_lineage/openlineage/checker.hpp>
#include <mage_lineage/openlineage/event_shape.hpp>
#include <mage_lineage/openlineage/lints.hpp>
#include <mage_lineage/openlineage/target_rules.hpp>

namespace mage_lineage::openlineage {
namespace {

/// The members that tell the classes apart, looked up once.
struct Parts {
  explicit Parts(json::View event)
      : run(event.find("run")), job(event.find("job")), dataset(event.find("dataset")) {}
  json::View run;
  json::View job;
  json::View dataset;
};

/// The class by the members, as the core schema's `oneOf` and `not` divide them.
EventClass class_of(const Parts& parts) {
  if (parts.run.found() && (parts.job.found() || !parts.dataset.found())) return EventClass::run;
  if (parts.dataset.found()) return EventClass::dataset;
  return parts.job.found() ? EventClass::job : EventClass::unknown;
}

std::string_view text_of(json::View object, std::string_view key) {
  const json::View value = object.find(key);
  return value.found() ? value.text() : std::string_view();
}

using LintName = void (*)(std::string_view, std::string_view, const Path&, Problems&);

/// Lints the name of a job or dataset that has one; what is missing is told already.
void lint_name(json::View named, LintName lint, const Path& path, Problems& out) {
  if (!named.found()) return;
  const json::View name_space = named.find("namespace");
  const json::View name = named.find("name");
  if (!name_space.found() || !name_space.is(json::Kind::string)) return;
  if (!name.found() || !name.is(json::Kind::string)) return;
  lint(name_space.text(), name.text(), path, out);
}

void lint_datasets(json::View datasets, const Path& path, Problems& out) {
  if (!datasets.found()) return;
  std::size_t index = 0;
  for (const json::View dataset : datasets.items())
    lint_name(dataset, lint_dataset_name, path.down(index++), out);
}

void lint_names(json::View event, const Parts& parts, const Path& path, Problems& out) {
  lint_name(parts.job, lint_job_name, path.down("job"), out);
  lint_name(parts.dataset, lint_dataset_name, path.down("dataset"), out);
  lint_datasets(event.find("inputs"), path.down("inputs"), out);
  lint_datasets(event.find("outputs"), path.down("outputs"), out);
}

/// What the run cycle is told by: contracts, "validate".
void note_run(json::View event, const Parts& parts, const Path& path, Judgement& out) {
  out.event_type = text_of(event, "eventType");
  out.run_id = text_of(parts.run, "runId");
  if (!event.find("eventType").found()) {
    add(out.problems, {Severity::lint, "run_cycle", path.pointer(), "no member \"eventType\"",
                       "\"eventType\": the state that the run has come to"});
  }
  const json::View facets = parts.run.find("facets");
  const json::View parent = facets.found() ? facets.find("parent") : facets;
  const json::View run = parent.found() ? parent.find("run") : parent;
  if (run.found()) out.parent_run_id = text_of(run, "runId");
}

const Shape& shape_of(EventClass event_class) {
  switch (event_class) {
    case EventClass::job:
      return job_event_shape();
    case EventClass::dataset:
      return dataset_event_shape();
    default:
      return run_event_shape();
  }
}

}  // namespace

std::string_view to_string(EventClass event_class) {
  switch (event_class) {
    case EventClass::run:
      return "RunEvent";
    case EventClass::job:
      return "JobEvent";
    case EventClass::dataset:
      return "DatasetEvent";
    case EventClass::unknown:
      break;
  }
  return "event";
}

void Judgement::clear() {
  event_class = EventClass::unknown;
  problems.clear();
  has_mage_facet = is_mage_event = false;
  event_type.clear();
  run_id.clear();
  parent_run_id.clear();
}

void judge_event(json::View event, const Path& path, const JudgeOptions& options, Judgement& out) {
  Checker checker(options.strict_formats ? Severity::error : Severity::warning, out.problems);
  if (!event.is(json::Kind::object)) {
    return checker.report(Severity::error, "type", path, describe(event), "an event: an object");
  }
  const Parts parts(event);
  out.event_class = class_of(parts);
  if (out.event_class == EventClass::unknown) {
    return checker.report(Severity::error, "event_class", path,
                          R"(neither "run", "job" nor "dataset")",
                          "a RunEvent (run, job), a JobEvent (job) or a DatasetEvent (dataset)");
  }
  if (!parts.run.found() && parts.job.found() && parts.dataset.found()) {
    checker.report(Severity::error, "event_class", path, R"("job" and "dataset" without "run")",
                   R"(a JobEvent with "job" alone, or a DatasetEvent with "dataset" alone)");
  }
  checker.object(event, shape_of(out.event_class), path);
  out.has_mage_facet = checker.met_mage_facet();
  lint_names(event, parts, path, out.problems);
  if (out.event_class == EventClass::run) note_run(event, parts, path, out);
  if (options.target == Target::portal) check_portal(event, path, out);
  if (options.target == Target::marquez) check_marquez(event, path, out);
}

}  // namespace mage_lineage::openlineage
