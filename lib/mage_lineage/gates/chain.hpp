#pragma once

#include <mage_lineage/core/scope.hpp>
#include <mage_lineage/project/metadata.hpp>
#include <mage_lineage/settings/settings.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mage_lineage::gates {

/// The gates, in the order of the chain.
inline constexpr const char* kClusterEnabled = "cluster_enabled";
inline constexpr const char* kProjectOptedIn = "project_opted_in";
inline constexpr const char* kDeliveryConfigured = "delivery_configured";
inline constexpr const char* kIdentityComplete = "identity_complete";
inline constexpr const char* kFeatureGate = "feature_gate";

/// The verdict of one gate (contracts, section 3).
struct Gate {
  std::string id;  ///< one of those above
  bool pass = false;
  std::string reason;  ///< stable, snake_case
  std::string detail;  ///< one sentence for a person
  std::string hint;    ///< what to do; empty when there is nothing to do
  std::string source;  ///< which variable, or file and line, decided
  std::vector<std::string> warnings;
};

enum class Delivery { none, direct, gateway };

/// The whole chain: every gate in order, none hidden by another.
struct Report {
  std::vector<Gate> gates;
  Delivery delivery = Delivery::none;
  std::optional<Scope> scope;  ///< when all its parts are known

  bool allowed() const;
};

/// A project as the gates see it: its metadata.yaml, or why it cannot be read.
struct Project {
  std::string metadata_path;  ///< for sources: "p/metadata.yaml"
  Result<project::Metadata> metadata;
};

/// Evaluates every gate. Never fails: a setting that does not parse, or a project that cannot be
/// read, fails the gates that need it.
Report evaluate(const settings::Settings& settings, const Project& project);

/// `direct`, `gateway`, or an empty string.
const char* to_string(Delivery delivery);

}  // namespace mage_lineage::gates
