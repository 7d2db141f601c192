#pragma once

#include <mage_lineage/delivery/fate.hpp>
#include <mage_lineage/delivery/route.hpp>
#include <mage_lineage/openlineage/make_facets.hpp>
#include <mage_lineage/openlineage/model.hpp>

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace mage_lineage::commands {

/// What `emit run` and `run` say of a run.
struct RunEventOptions {
  std::string job;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::string parent;
  std::string run_facets;
  std::string job_facets;
};

void declare_run_event(cli::Declaration& declaration, RunEventOptions& options);

/// The settings that say where a run belongs.
std::vector<settings::Id> run_event_settings();

/// What the run is part of, as the options or the environment say; nullopt: nothing. What the
/// environment names wrongly is told of and left out. Fails with `usage`.
Result<std::optional<openlineage::Parent>> parent_of_run(const RunEventOptions& options,
                                                         const settings::Settings& settings,
                                                         cli::Context& context);

/// Makes an event without state, time and run id: job, datasets, parent, facets. Fails with `usage`
/// or `invalid`.
Result<openlineage::RunEvent> make_run_event(const RunEventOptions& options,
                                             const std::optional<openlineage::Parent>& parent,
                                             const settings::Settings& settings,
                                             const cli::Context& context);

/// A new UUIDv7 of the moment.
std::string new_run_id(const cli::Context& context);

/// The event as it is sent over a route, checked by the target's rules. Fails with `invalid`, also
/// for what looks like a secret.
Result<delivery::Delivery> run_delivery(const openlineage::RunEvent& event,
                                        const delivery::Route& route, cli::Context& context);

}  // namespace mage_lineage::commands
