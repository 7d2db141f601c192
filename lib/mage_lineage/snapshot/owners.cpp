#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/snapshot/owners.hpp>

#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace mage_lineage::snapshot {
namespace {

using BlockId = std::pair<std::string, std::string>;  // type, uuid

/// Who names a file.
struct Named {
  std::set<BlockId> blocks;  ///< whose own file it is
  std::set<std::string> pipelines;
};

using NamedByPath = std::unordered_map<std::string, Named>;

NamedByPath collect(const project::Project& project) {
  NamedByPath by_path;
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
      : files_(project.scan.files), named_(collect(project)), assigned_(files_.size()) {}

  std::vector<Assignment> run() {
    // Files that pipelines name come first: no orphan takes their identity.
    for (std::size_t i = 0; i < files_.size(); ++i)
      assign_named(files_[i], assigned_[i]);
    for (std::size_t i = 0; i < files_.size(); ++i)
      assign_by_place(files_[i], assigned_[i]);
    return std::move(assigned_);
  }

 private:
  void assign_named(const std::string& path, Assignment& assignment) {
    const auto found = named_.find(path);
    if (found != named_.end()) {
      assignment.used_by.assign(found->second.pipelines.begin(), found->second.pipelines.end());
    }
    if (path == project::kMetadataFile) {
      assignment.identity = {OwnerType::project, {}, {}};
    } else if (const auto pipeline = project::pipeline_of_file(path, project::kMetadataFile);
               !pipeline.empty()) {
      assignment.identity = {OwnerType::pipeline, {}, std::string(pipeline)};
    } else if (found != named_.end()) {
      if (const auto block = choose(path, found->second.blocks)) take(assignment, *block);
    }
  }

  void assign_by_place(const std::string& path, Assignment& assignment) {
    if (assignment.identity.type != OwnerType::file) return;
    const auto block = block_by_place(path);
    if (block && !taken_.contains(*block)) {
      take(assignment, *block);
    } else {
      assignment.identity.uuid = path;
    }
  }

  /// The block that has its name from the file, or the first of those that are not taken.
  std::optional<BlockId> choose(const std::string& path, const std::set<BlockId>& blocks) const {
    auto by_place = block_by_place(path);
    if (by_place && blocks.contains(*by_place) && !taken_.contains(*by_place)) return by_place;
    for (const auto& block : blocks) {
      if (!taken_.contains(block)) return block;
    }
    return std::nullopt;
  }

  void take(Assignment& assignment, const BlockId& block) {
    taken_.insert(block);
    assignment.identity = {OwnerType::block, block.first, block.second};
  }

  const std::vector<std::string>& files_;
  NamedByPath named_;
  std::set<BlockId> taken_;
  std::vector<Assignment> assigned_;
};

}  // namespace

std::vector<Assignment> assign_in_order(const project::Project& project) {
  return Assigner(project).run();
}

std::map<std::string, Assignment> assign_owners(const project::Project& project) {
  auto assigned = assign_in_order(project);
  std::map<std::string, Assignment> by_path;
  for (std::size_t i = 0; i < assigned.size(); ++i) {
    by_path.emplace_hint(by_path.end(), project.scan.files[i], std::move(assigned[i]));
  }
  return by_path;
}

}  // namespace mage_lineage::snapshot
