#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/project/block_paths.hpp>
#include <mage_lineage/project/findings.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>

namespace mage_lineage::project {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kEndings = {{
    {"markdown", ".md"},
    {"python", ".py"},
    {"r", ".r"},
    {"sql", ".sql"},
    {"yaml", ".yaml"},
}};

std::string ending_of(const std::string& language) {
  for (const auto& [known, ending] : kEndings) {
    if (known == language) return std::string(ending);
  }
  return ".py";
}

using Index = std::unordered_map<std::string_view, std::size_t>;

/// What the system takes for a path at most.
constexpr std::size_t kLongestPath = 4096;

/// Without empty and `.` parts, `..` resolved by its text; nullopt when it leads out or is too
/// long.
std::optional<std::vector<std::string>> plain_parts(std::string_view path) {
  std::vector<std::string> parts;
  if (path.size() > kLongestPath) return std::nullopt;
  for (const auto part : text::split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.emplace_back(part);
    } else if (parts.empty()) {
      return std::nullopt;
    } else {
      parts.pop_back();
    }
  }
  return parts;
}

/// The block whose file this one uses, at the end of its chain of replicas.
const Block& original_of(const Block& block, const Pipeline& pipeline, const Index& by_uuid) {
  constexpr int kLongestChain = 100;
  const Block* original = &block;
  for (int steps = 0; steps < kLongestChain && !original->replicated_block.empty(); ++steps) {
    const auto found = by_uuid.find(original->replicated_block);
    if (found == by_uuid.end()) break;
    original = &pipeline.blocks[found->second];
  }
  return *original;
}

std::optional<std::string> joined(const std::optional<std::vector<std::string>>& parts) {
  if (!parts) return std::nullopt;
  return text::join(*parts, "/");
}

}  // namespace

BlockPaths::BlockPaths(const Scan& scan, Places places) : scan_(scan), places_(std::move(places)) {}

void BlockPaths::resolve(Pipeline& pipeline, std::vector<Finding>& all) {
  Findings findings(pipeline.path, all);
  Index by_uuid;
  for (std::size_t i = 0; i < pipeline.blocks.size(); ++i)
    by_uuid.emplace(pipeline.blocks[i].uuid, i);
  for (auto& block : pipeline.blocks) {
    auto path = path_of(original_of(block, pipeline, by_uuid));
    if (path) {
      block.path = *std::move(path);
    } else {
      findings.add(block.line, "block_outside_project",
                   "the block \"" + text::escape_untrusted(block.uuid, 200) +
                       "\" has its file outside of this project: it is not looked at");
    }
  }
}

BlockPaths::Path BlockPaths::path_of(const Block& block) {
  if (has_no_file(block.type)) return std::string();
  const bool platform = !places_.below_platform.empty();
  if (platform && !block.file_source.empty()) return in_platform(block.file_source);
  if (!block.file_path.empty()) {
    return platform ? in_platform(block.file_path) : in_project(block.file_path);
  }
  const std::string file = block.uuid + ending_of(block.language);
  if (block.type == "dbt" && block.language == "sql") {
    // The models of dbt lie in dbt's own folders.
    return in_project(block.file_source.empty() ? file : block.file_source);
  }
  return joined(plain_parts(folder_of_block_type(block.type) + "/" + file));
}

bool BlockPaths::is_file(const std::string& path) const {
  return std::binary_search(scan_.files.begin(), scan_.files.end(), path);
}

BlockPaths::Path BlockPaths::in_project(std::string written) {
  // Mage on Windows writes backslashes.
  if (written.find('/') == std::string::npos)
    std::replace(written.begin(), written.end(), '\\', '/');
  const auto parts = plain_parts(written);
  if (!parts || parts->empty()) return std::nullopt;
  if (written.front() == '/') return from_absolute(*parts);
  if (parts->front() == places_.project_name && parts->size() > 1) {
    return text::join({parts->begin() + 1, parts->end()}, "/");
  }
  std::string path = text::join(*parts, "/");
  const auto& names = scan_.root_names;
  if (std::binary_search(names.begin(), names.end(), parts->front())) return path;
  if (has_folder("dbt/" + parts->front() + "/")) return "dbt/" + path;
  return with_ending(path).value_or(path);
}

/// Paths of the machine that Mage ran on: what follows the project's name, if that is there.
BlockPaths::Path BlockPaths::from_absolute(const std::vector<std::string>& parts) const {
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (parts[i] != places_.project_name) continue;
    std::string path =
        text::join({parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end()}, "/");
    if (is_file(path)) return path;
  }
  return std::nullopt;
}

BlockPaths::Path BlockPaths::in_platform(const std::string& written) const {
  const auto parts = plain_parts(written);
  if (!parts) return std::nullopt;
  std::string path = text::join(*parts, "/");
  const std::string prefix = places_.below_platform + "/";
  if (path.rfind(prefix, 0) == 0) return path.substr(prefix.size());
  // A project that was moved into a platform keeps paths of its own.
  if (is_file(path)) return path;
  return std::nullopt;
}

bool BlockPaths::has_folder(const std::string& prefix) const {
  const auto at = std::lower_bound(scan_.files.begin(), scan_.files.end(), prefix);
  return at != scan_.files.end() && at->rfind(prefix, 0) == 0;
}

/// A file whose path ends so, as Mage's search through the folders would find.
BlockPaths::Path BlockPaths::with_ending(const std::string& path) {
  if (backwards_.empty()) {
    for (const auto& file : scan_.files)
      backwards_.emplace_back(file.rbegin(), file.rend());
    std::sort(backwards_.begin(), backwards_.end());
  }
  const std::string wanted = std::string(path.rbegin(), path.rend()) + "/";
  const auto at = std::lower_bound(backwards_.begin(), backwards_.end(), wanted);
  if (at == backwards_.end() || at->rfind(wanted, 0) != 0) return std::nullopt;
  return std::string(at->rbegin(), at->rend());
}

std::string callback_path(const Block& block) {
  return "callbacks/" + block.uuid + "_callback.py";
}

}  // namespace mage_lineage::project
