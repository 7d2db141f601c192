#include "commands/run_event_options.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/uuid.hpp>
#include <mage_lineage/event/event.hpp>
#include <mage_lineage/event/validator.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/openlineage/facet_table.hpp>

#include <array>

namespace mage_lineage::commands {
namespace {

using cli::Context;
using openlineage::FacetValues;
using openlineage::Parent;
using openlineage::Slot;
using settings::Id;
using settings::Settings;

/// Facets from a file: `{"key": {members…}}`; a facet of the standard needs no `_schemaURL`.
Result<FacetValues> read_facets(const std::string& file, Slot slot, const Context& context) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 20U;
  auto content = context.world.files.read(file, kMostBytes);
  if (!content) return fail(std::move(content).error());
  auto document = json::parse(content->bytes);
  const std::string shown = "\"" + text::escape_untrusted(file) + "\"";
  if (!document) return fail(document.error().while_doing("while reading the facets in " + shown));
  if (!document->is(json::Kind::object)) {
    return fail(ErrorCode::invalid, "the facets in " + shown + " are no JSON object",
                "write {\"key\": {…}, …}");
  }
  FacetValues facets;
  for (auto& [key, value] : document->members) {
    if (!value.is(json::Kind::object)) {
      return fail(ErrorCode::invalid, "the facet \"" + text::escape_untrusted(key, 100) + "\" in " +
                                          shown + " is no JSON object");
    }
    openlineage::FacetValue facet;
    facet.key = key;
    const auto* url = value.find("_schemaURL");
    const auto* standard = openlineage::find_facet(key, slot);
    if (url != nullptr && url->as_string() != nullptr) {
      facet.schema_url = url->text;
    } else if (standard != nullptr && standard->slot == slot) {
      facet.schema_url = openlineage::facet_schema_url(key, slot);
    } else {
      return fail(ErrorCode::invalid,
                  "the facet \"" + text::escape_untrusted(key, 100) + "\" in " + shown +
                      " has no _schemaURL",
                  "a facet that is not of the standard names its schema");
    }
    for (auto& member : value.members) {
      if (member.key != "_schemaURL" && member.key != "_producer") {
        facet.body.add(std::move(member.key), std::move(member.value));
      }
    }
    facets.push_back(std::move(facet));
  }
  return facets;
}

Result<openlineage::Name> job_name(const std::string& job, const Settings& settings) {
  const auto space = settings.text(Id::openlineage_namespace);
  if (!space) return fail(space.error());
  if (*space && job.find('/') == std::string::npos && !job.empty()) {
    return openlineage::Name{**space, job};
  }
  auto name = openlineage::job_from_address(job);
  if (name) return name;
  auto error = name.error();
  error.code = ErrorCode::usage;
  if (error.hint.empty()) {
    error.hint =
        "write --job NAMESPACE/NAME, or set OPENLINEAGE_NAMESPACE and write the name alone";
  }
  return fail(std::move(error));
}

Result<std::vector<openlineage::Dataset>> datasets(const std::vector<std::string>& addresses,
                                                   const char* option) {
  std::vector<openlineage::Dataset> out;
  for (const auto& address : addresses) {
    auto name = openlineage::dataset_from_address(address);
    if (!name) {
      auto error = name.error();
      error.code = ErrorCode::usage;
      error.while_doing(std::string("while reading ") + option);
      return fail(std::move(error));
    }
    openlineage::Dataset dataset;
    dataset.name = std::move(*name);
    out.push_back(std::move(dataset));
  }
  return out;
}

}  // namespace

void declare_run_event(cli::Declaration& declaration, RunEventOptions& options) {
  declaration
      .option("--job", "NAMESPACE/NAME", options.job,
              "the job that runs; the name alone where OPENLINEAGE_NAMESPACE is set")
      .required = true;
  declaration.option("--input", "DATASET", options.inputs,
                     "a dataset that is read, as postgres://HOST:PORT/DB.SCHEMA.TABLE, "
                     "s3://BUCKET/KEY, bigquery:PROJECT.DATASET.TABLE and the like");
  declaration.option("--output", "DATASET", options.outputs, "a dataset that is written");
  declaration.option("--parent", "NAMESPACE/NAME/RUN_ID", options.parent,
                     "the run that this one is part of; OPENLINEAGE_CONTEXT and "
                     "OPENLINEAGE_PARENT_ID do the same");
  declaration
      .option("--run-facets", "FILE", options.run_facets,
              "facets of the run, a JSON object of them by key")
      .offers = cli::Offers::files;
  declaration.option("--job-facets", "FILE", options.job_facets, "facets of the job, likewise")
      .offers = cli::Offers::files;
}

std::vector<settings::Id> run_event_settings() {
  return {Id::openlineage_url,
          Id::openlineage_endpoint,
          Id::openlineage_api_key,
          Id::openlineage_namespace,
          Id::openlineage_context,
          Id::openlineage_parent_id,
          Id::openlineage_root_parent_id,
          Id::openlineage_disabled,
          Id::event_timeout};
}

Result<std::optional<Parent>> parent_of_run(const RunEventOptions& options,
                                            const Settings& settings, Context& context) {
  if (!options.parent.empty()) {
    auto parent = openlineage::parent_from_id(options.parent);
    if (!parent) {
      auto error = parent.error();
      error.code = ErrorCode::usage;
      return fail(std::move(error));
    }
    return std::optional(std::move(*parent));
  }
  // As the clients have it: what the environment says wrongly is told and left out.
  const auto told = [&context](Id id, const Error& error) {
    context.terminal.warn(std::string(settings::spec(id).variable) +
                          " is not used: " + error.message);
  };
  const auto from_context = settings.text(Id::openlineage_context);
  if (from_context && *from_context) {
    auto parent = openlineage::parent_from_context(**from_context);
    if (parent) return std::optional(std::move(*parent));
    told(Id::openlineage_context, parent.error());
  }
  const auto from_id = settings.text(Id::openlineage_parent_id);
  if (!from_id || !*from_id) return std::optional<Parent>();
  auto parent = openlineage::parent_from_id(**from_id);
  if (!parent) {
    told(Id::openlineage_parent_id, parent.error());
    return std::optional<Parent>();
  }
  const auto root_id = settings.text(Id::openlineage_root_parent_id);
  if (root_id && *root_id) {
    const auto root = openlineage::parent_from_id(**root_id);
    if (root) {
      parent->root_run_id = root->run_id;
      parent->root_job = root->job;
    } else {
      told(Id::openlineage_root_parent_id, root.error());
    }
  }
  return std::optional(std::move(*parent));
}

Result<openlineage::RunEvent> make_run_event(const RunEventOptions& options,
                                             const std::optional<Parent>& parent,
                                             const Settings& settings, const Context& context) {
  openlineage::RunEvent event;
  auto job = job_name(options.job, settings);
  if (!job) return fail(std::move(job).error());
  event.job.name = std::move(*job);
  auto inputs = datasets(options.inputs, "--input");
  if (!inputs) return fail(std::move(inputs).error());
  event.inputs = std::move(*inputs);
  auto outputs = datasets(options.outputs, "--output");
  if (!outputs) return fail(std::move(outputs).error());
  event.outputs = std::move(*outputs);
  if (!options.run_facets.empty()) {
    auto facets = read_facets(options.run_facets, Slot::run, context);
    if (!facets) return fail(std::move(facets).error());
    event.run.facets = std::move(*facets);
  }
  if (!options.job_facets.empty()) {
    auto facets = read_facets(options.job_facets, Slot::job, context);
    if (!facets) return fail(std::move(facets).error());
    event.job.facets = std::move(*facets);
  }
  if (parent) event.run.facets.push_back(openlineage::parent_facet(*parent));
  return event;
}

std::string new_run_id(const Context& context) {
  std::array<std::uint8_t, 10> bits{};
  context.world.random.fill(bits.data(), bits.size());
  return make_uuid_v7(context.world.clock.now(), bits);
}

Result<delivery::Delivery> run_delivery(const openlineage::RunEvent& event,
                                        const delivery::Route& route, Context& context) {
  const auto target = route.portal ? openlineage::Target::portal : openlineage::Target::any;
  const auto document = openlineage::encode(event, target);
  delivery::Delivery out;
  out.body = json::write(document, json::Style::compact);
  out.group = event.run.run_id;
  out.step = openlineage::to_string(event.state);
  event::Validator validator({false, target}, nullptr);
  for (const auto& problem : validator.judge(out.body).problems) {
    const auto line = openlineage::to_line(problem);
    if (problem.severity == openlineage::Severity::error) {
      return fail(ErrorCode::invalid, "the event would not be valid: " + line);
    }
    context.terminal.detail(line);
  }
  const auto secrets = event::secret_leaves(document, redact::Redactor());
  if (!secrets.empty()) {
    return fail(ErrorCode::invalid,
                "the event would hold what looks like a secret at " +
                    text::escape_untrusted(secrets.front(), 200),
                "leave it out of the names and facets that are given: they go to lineage servers");
  }
  return out;
}

}  // namespace mage_lineage::commands
