#include "commands/project_option.hpp"

namespace mage_lineage::commands {
namespace {

std::string folder_name(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace

OpenProject open_project(const std::string& project, const cli::Context& context) {
  OpenProject opened;
  opened.label = project::kMetadataFile;
  opened.root = project::find_root(context.world.files, project.empty() ? "." : project);
  if (!opened.root) {
    opened.metadata = fail(opened.root.error());
    return opened;
  }
  opened.label = opened.root->path + "/" + project::kMetadataFile;
  auto tree = context.world.files.open_tree(opened.root->path);
  if (!tree) {
    opened.metadata = fail(std::move(tree).error());
    return opened;
  }
  opened.tree = std::move(*tree);
  opened.metadata = project::read_metadata(*opened.tree, folder_name(opened.root->path));
  return opened;
}

}  // namespace mage_lineage::commands
