#include <mage_lineage/service/served_project.hpp>

#include <mage_lineage/gates/chain.hpp>
#include <mage_lineage/project/metadata.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace mage_lineage::service {
namespace {

/// Delivery and tenant are for events: a snapshot is asked for, not sent.
bool concerns_snapshots(std::string_view gate) {
  return gate == gates::kClusterEnabled || gate == gates::kProjectOptedIn ||
         gate == gates::kFeatureGate;
}

}  // namespace

const ServedProject* find_served(const std::vector<ServedProject>& projects, const Scope& scope) {
  const auto at = std::find_if(projects.begin(), projects.end(),
                               [&scope](const auto& p) { return p.scope == scope; });
  return at == projects.end() ? nullptr : &*at;
}

OpenedProject open_served(sys::Files& files, const ServedProject& project,
                          const settings::Settings& settings) {
  OpenedProject opened;
  auto tree = files.open_tree(project.root.path);
  if (!tree) {
    opened.closed = "the project's folder cannot be opened";
    return opened;
  }
  opened.tree = std::move(*tree);
  const auto& path = project.root.path;
  const auto metadata =
      project::read_metadata(*opened.tree, path.substr(path.find_last_of('/') + 1));
  const auto report = gates::evaluate(settings, {project::kMetadataFile, metadata});
  for (const auto& gate : report.gates) {
    if (gate.pass || !concerns_snapshots(gate.id)) continue;
    opened.closed = gate.detail;
    return opened;
  }
  if (metadata->project_uuid() != project.scope.project_uuid) {
    opened.closed = "the project has another project_uuid than when the service started";
  }
  return opened;
}

}  // namespace mage_lineage::service
