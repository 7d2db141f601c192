#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/scope.hpp>
#include <mage_lineage/project/root.hpp>
#include <mage_lineage/settings/settings.hpp>
#include <mage_lineage/sys/files.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mage_lineage::service {

/// A project that the service answers for.
struct ServedProject {
  project::ProjectRoot root;
  Scope scope;
};

/// The project with exactly this scope; nullptr when none is served.
const ServedProject* find_served(const std::vector<ServedProject>& projects, const Scope& scope);

/// A served project as it lies on disk at this moment.
struct OpenedProject {
  std::unique_ptr<sys::Tree> tree;
  std::optional<std::string> closed;  ///< why its source may not be shown now: a gate's sentence
};

/// Opens a project's folder anew, which may have been replaced since, and judges the gates that a
/// snapshot needs: the cluster's switch, the project's opt-in and the rollout gate, and that it
/// still has the UUID of its scope.
OpenedProject open_served(sys::Files& files, const ServedProject& project,
                          const settings::Settings& settings);

}  // namespace mage_lineage::service
