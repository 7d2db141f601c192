#pragma once

#include <mage_lineage/delivery/probe.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <optional>
#include <string>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// A route that was tried, or why it could not be.
struct ProbeModel {
  std::string route;  ///< `direct`, `gateway`; empty: none is configured
  std::string url;    ///< where events would go, fit to show
  bool https = false;
  delivery::RouteProbe probe;
  std::optional<Error> error;  ///< the route could not even be made up

  bool good() const { return !error && probe.good(); }
};

/// The steps in order, what they proved, and what stays open.
std::string probe_text(const ProbeModel& model, const Style& style);
/// `{"ok", "route", "url", "resolved", "connected", "secured", "address", "token", "problem",
/// "hint"}` as one value.
void write_probe(json::Writer& out, const ProbeModel& model);

}  // namespace mage_lineage::output
