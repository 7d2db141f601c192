#pragma once

#include <mage_lineage/core/time.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/openlineage/judge.hpp>
#include <mage_lineage/openlineage/shape.hpp>
#include <mage_lineage/openlineage/stores.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::openlineage {

/// The program and its version, as every event of it names them.
std::string_view producer();

/// One facet: its key, the URL of its schema, and its members besides `_producer` and `_schemaURL`.
struct FacetValue {
  std::string key;
  std::string schema_url;
  json::Value body = json::Value::of_object();
};
using FacetValues = std::vector<FacetValue>;

struct Run {
  std::string run_id;  ///< a UUID
  FacetValues facets;
};

struct Job {
  Name name;
  FacetValues facets;
};

struct Dataset {
  Name name;
  FacetValues facets;
  FacetValues input_facets;   ///< of a RunEvent's or JobEvent's inputs alone
  FacetValues output_facets;  ///< of their outputs alone
};

/// The states of a run's cycle.
enum class RunState { start, running, complete, abort, fail, other };

/// `START`, `RUNNING`, …
std::string_view to_string(RunState state);
/// The state that a word names, in any letter case.
std::optional<RunState> run_state_of(std::string_view word);

struct RunEvent {
  RunState state = RunState::other;
  Timestamp time{};
  Run run;
  Job job;
  std::vector<Dataset> inputs;
  std::vector<Dataset> outputs;
};

struct JobEvent {
  Timestamp time{};
  Job job;
  std::vector<Dataset> inputs;
  std::vector<Dataset> outputs;
};

struct DatasetEvent {
  Timestamp time{};
  Dataset dataset;
};

/// The event as JSON. `schemaURL` names the class, by which Marquez and DataHub tell events apart;
/// for Portal it is the URL of Portal's page. Empty lists and maps are left out.
json::Value encode(const RunEvent& event, Target target = Target::any);
json::Value encode(const JobEvent& event, Target target = Target::any);
json::Value encode(const DatasetEvent& event, Target target = Target::any);

/// `https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/NAME`: the URL of a core definition.
std::string core_schema_url(std::string_view definition);
/// `https://openlineage.io/spec/facets/VERSION/NAME.json#/$defs/NAME`, for the newest version of
/// the standard facet that the tables know by this key and slot.
std::string facet_schema_url(std::string_view key, Slot slot);

}  // namespace mage_lineage::openlineage
