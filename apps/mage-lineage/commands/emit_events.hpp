#pragma once

#include <mage_lineage/event/event.hpp>

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "commands/delivery_options.hpp"
#include "commands/project_option.hpp"

namespace mage_lineage::commands {

/// What the commands that send a project's own events take.
struct EmitOptions {
  std::string project;
  bool json = false;
  bool strict = false;  ///< a closed gate ends with 1 and a failed delivery with 4, instead of 0
  DeliveryOptions delivery;
};

/// `-C`, `--json`, and the options of a delivery.
void declare_emit(cli::Declaration& declaration, EmitOptions& options);
/// `--strict`, of the commands that run in pipelines which lineage must not break.
void declare_strict(cli::Declaration& declaration, EmitOptions& options);

/// The settings that gates and delivery read.
std::vector<settings::Id> emit_settings();

/// Takes changes through the gates, makes their events, sends them and shows what became of each.
/// With a closed gate nothing is sent.
Result<cli::ExitCode> emit_events(const EmitOptions& options, const settings::Settings& settings,
                                  const OpenProject& opened, std::vector<event::Change> changes,
                                  cli::Context& context);

/// The same with the test event, which does no harm, showing every step.
Result<cli::ExitCode> emit_test_event(const EmitOptions& options,
                                      const settings::Settings& settings, const OpenProject& opened,
                                      cli::Context& context);

}  // namespace mage_lineage::commands
