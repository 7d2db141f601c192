#include "cli/live_values.hpp"

#include <mage_lineage/project/root.hpp>

namespace mage_lineage::cli {

std::vector<std::string> live_values(Offers kind, const std::string& project,
                                     const sys::World& world) {
  constexpr std::size_t kMostPipelines = 1000;
  std::vector<std::string> names;
  const auto root = project::find_root(world.files, project.empty() ? "." : project);
  if (!root) return names;
  auto tree = world.files.open_tree(root->path);
  if (!tree || kind != Offers::pipelines) return names;
  const auto entries = (*tree)->list("pipelines", kMostPipelines);
  if (!entries) return names;
  for (const auto& entry : *entries) {
    const auto stat = (*tree)->stat("pipelines/" + entry.name + "/metadata.yaml");
    if (stat && stat->kind == sys::EntryKind::file) names.push_back(entry.name);
  }
  return names;
}

}  // namespace mage_lineage::cli
