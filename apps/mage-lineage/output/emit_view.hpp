#pragma once

#include <mage_lineage/delivery/sender.hpp>
#include <mage_lineage/gates/chain.hpp>

#include <optional>
#include <string>
#include <vector>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// One event of a command and what became of it.
struct EmittedEvent {
  std::string type;  ///< `block.updated`
  std::string name;  ///< `block/data_loader/load_orders`
  delivery::Receipt receipt;
};

/// A command that sends a project's events, step by step.
struct EmitModel {
  std::vector<gates::Gate> gates;  ///< those that were asked
  bool allowed = true;
  std::string route;  ///< empty: it did not get there
  std::string url;
  std::string portal_graph;  ///< where Portal shows it; empty: it goes to another backend
  bool mints = false;        ///< the route mints a token
  delivery::MintReport mint;
  std::vector<EmittedEvent> events;

  bool delivered() const;
};

/// Every step with its result, and what to do: `emit test`.
std::string emit_steps_text(const EmitModel& model, const Style& style);
/// A line for each event: its fate, type and name.
std::string emit_events_text(const EmitModel& model, const Style& style);
/// `{"schema_version", "allowed", "delivered", "gates", "route", "url", "token", "events"}`.
std::string emit_json(const EmitModel& model);

}  // namespace mage_lineage::output
