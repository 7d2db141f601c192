#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/snapshot/owners.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace mage_lineage::snapshot {
namespace {

using BlockId = std::pair<std::string, std::string>;  // type, uuid

/// Who names a file.
struct Named {
  std::set<BlockId> blocks;  ///< whose own file it is
  std::set<std::string> pipelines;
};

std::map<std::string, Named> collect(const project::Project& project) {
  std::map<std::string, Named> by_path;
  for (const auto& pipeline : project.pipelines) {
    for (const auto& block : pipeline.blocks) {
      if (block.has_callback) {
        by_path[project::callback_path(block)].pipelines.insert(pipeline.uuid);
      }
      if (block.path.empty()) continue;
      auto& named = by_path[block.path];
      named.pipelines.insert(pipeline.uuid);
      if (block.replicated_block.empty()) named.blocks.emplace(block.type, block.uuid);
    }
  }
  return by_path;
}

/// The block that a file in a block folder is by its place: `data_loaders/a/b.py` is data_loader
/// a/b.
std::optional<BlockId> block_by_place(const std::string& path) {
  const auto slash = path.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const auto type = project::block_type_of_folder(path.substr(0, slash));
  const auto dot = path.rfind('.');
  if (type.empty() || dot == std::string::npos || dot < slash) return std::nullopt;
  const std::string ending = text::ascii_lower(path.substr(dot));
  const bool markdown = ending == ".md";
  if (markdown != (type == "markdown") || ending == ".yml") return std::nullopt;
  std::string uuid = path.substr(slash + 1, dot - slash - 1);
  const bool initializer =
      uuid == "__init__" || (uuid.size() > 9 && uuid.substr(uuid.size() - 9) == "/__init__");
  if (initializer) return std::nullopt;
  return BlockId(type, std::move(uuid));
}

class Assigner {
 public:
  explicit Assigner(const project::Project& project)
      : project_(project), named_(collect(project)) {}

  std::map<std::string, Assignment> run() {
    // Files that pipelines name come first: no orphan takes their identity.
    for (const auto& path : project_.scan.files)
      assign_named(path);
    for (const auto& path : project_.scan.files)
      assign_by_place(path);
    return std::move(assigned_);
  }

 private:
  void assign_named(const std::string& path) {
    auto& assignment = assigned_[path];
    const auto found = named_.find(path);
    if (found != named_.end()) {
      assignment.used_by.assign(found->second.pipelines.begin(), found->second.pipelines.end());
    }
    if (path == project::kMetadataFile) {
      assignment.identity = {OwnerType::project, {}, {}};
    } else if (path.rfind("pipelines/", 0) == 0) {
      const auto uuid = std::string(text::split(path, '/')[1]);
      assignment.identity = {OwnerType::pipeline, {}, uuid};
    } else if (found != named_.end()) {
      if (const auto block = choose(path, found->second.blocks)) take(path, *block);
    }
  }

  void assign_by_place(const std::string& path) {
    auto& assignment = assigned_[path];
    const bool open = assignment.identity.type == OwnerType::file;
    const auto block = open ? block_by_place(path) : std::nullopt;
    if (block && taken_.count(*block) == 0) take(path, *block);
    if (assignment.identity.type == OwnerType::file) assignment.identity.uuid = path;
  }

  /// The block that has its name from the file, or the first of those that are not taken.
  std::optional<BlockId> choose(const std::string& path, const std::set<BlockId>& blocks) const {
    const auto by_place = block_by_place(path);
    if (by_place && blocks.count(*by_place) > 0 && taken_.count(*by_place) == 0) return by_place;
    for (const auto& block : blocks) {
      if (taken_.count(block) == 0) return block;
    }
    return std::nullopt;
  }

  void take(const std::string& path, const BlockId& block) {
    taken_.insert(block);
    assigned_[path].identity = {OwnerType::block, block.first, block.second};
  }

  const project::Project& project_;
  std::map<std::string, Named> named_;
  std::set<BlockId> taken_;
  std::map<std::string, Assignment> assigned_;
};

}  // namespace

std::map<std::string, Assignment> assign_owners(const project::Project& project) {
  return Assigner(project).run();
}

}  // namespace mage_lineage::snapshot
