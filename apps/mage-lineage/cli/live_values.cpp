#include "cli/live_values.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/project.hpp>
#include <mage_lineage/project/root.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>

#include <algorithm>

namespace mage_lineage::cli {
namespace {

std::vector<std::string> owner_keys(const std::string& manifest, const sys::World& world) {
  std::vector<std::string> keys;
  if (manifest.empty() || manifest == "-") return keys;
  const auto content = world.files.read(manifest, snapshot::kMaxManifestBytes);
  if (!content) return keys;
  const auto loaded = snapshot::read_manifest(content->bytes);
  if (!loaded) return keys;
  for (const auto& owner : loaded->manifest.owners)
    keys.push_back(owner.key);
  return keys;
}

std::vector<std::string> names_in(const project::Project& project, Offers kind) {
  std::vector<std::string> names;
  if (kind == Offers::features) {
    for (const auto& feature : project.metadata.features)
      names.push_back(feature.name);
  }
  for (const auto& pipeline : project.pipelines) {
    if (kind == Offers::pipelines) names.push_back(pipeline.uuid);
    if (kind == Offers::blocks) {
      for (const auto& block : pipeline.blocks)
        names.push_back(block.uuid);
    }
  }
  if (kind == Offers::triggers) {
    for (const auto& trigger : project.triggers)
      names.push_back(trigger.name);
  }
  return names;
}

}  // namespace

std::vector<std::string> live_values(Offers kind, const Whereabouts& where,
                                     const sys::World& world) {
  if (kind == Offers::owners) return owner_keys(where.first_argument, world);
  const auto root = project::find_root(world.files, where.project.empty() ? "." : where.project);
  if (!root) return {};
  auto tree = world.files.open_tree(root->path);
  if (!tree) return {};
  const auto project = project::read_project(**tree, *root);
  if (!project) return {};
  auto names = names_in(*project, kind);
  // A name that holds a line break or another control would be taken for something else.
  names.erase(
      std::remove_if(names.begin(), names.end(),
                     [](const std::string& name) { return text::escape_untrusted(name) != name; }),
      names.end());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace mage_lineage::cli
