#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/yaml.hpp>
#include <mage_lineage/project/root.hpp>

#include <algorithm>
#include <set>
#include <string_view>

namespace mage_lineage::project {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20U;
constexpr std::size_t kMaxNames = 10'000;
constexpr std::size_t kMostShown = 8;

std::string parent_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string below(const std::string& folder, std::string_view name) {
  return folder == "/" ? "/" + std::string(name) : folder + "/" + std::string(name);
}

std::string quoted(const std::string& path) {
  return "\"" + text::escape_untrusted(path) + "\"";
}

/// Something is called so in the folder, and it is not a folder.
bool has_file(sys::Files& files, const std::string& folder, const char* name) {
  const auto tree = files.open_tree(folder);
  if (!tree) return false;
  const auto found = (*tree)->stat(name);
  return found && found->kind != sys::EntryKind::folder;
}

/// Whether a metadata.yaml lies in a folder. Fails where that cannot be told: the project above is
/// another one.
Result<bool> has_metadata(sys::Files& files, const std::string& folder) {
  const auto looked = [](const Error& error) -> Result<bool> {
    if (error.code != ErrorCode::permission && error.code != ErrorCode::io) return false;
    Error told = error;
    told.while_doing("while looking for the project");
    if (told.hint.empty()) told.hint = "whether a project lies there has to be known";
    return fail(std::move(told));
  };
  const auto tree = files.open_tree(folder);
  if (!tree) return looked(tree.error());
  const auto found = (*tree)->stat(kMetadataFile);
  if (!found) return looked(found.error());
  return found->kind != sys::EntryKind::folder;
}

/// True for a text with a key `blocks` at its left edge, which pipelines have and projects have
/// not.
bool has_blocks(sys::Files& files, const std::string& folder) {
  const auto tree = files.open_tree(folder);
  if (!tree) return false;
  const auto content = (*tree)->read(kMetadataFile, kMaxBytes);
  if (!content) return false;
  const std::string& bytes = content->bytes;
  return bytes.rfind("blocks:", 0) == 0 || bytes.find("\nblocks:") != std::string::npos;
}

/// A metadata.yaml in `folder` is that of a pipeline or template. A project may lie in a folder
/// that is called `pipelines` by chance: then nothing above is a project and it has no blocks.
bool belongs_to_part(sys::Files& files, const std::string& folder) {
  const std::string parent = parent_of(folder);
  const std::string grandparent = parent_of(parent);
  if (name_of(grandparent) == "custom_templates") return true;
  if (name_of(parent) != kPipelinesFolder) return false;
  return has_file(files, grandparent, kMetadataFile) || has_blocks(files, folder);
}

std::string find_platform(sys::Files& files, const std::string& root) {
  std::string folder = root;
  while (folder != "/") {
    folder = parent_of(folder);
    if (has_file(files, folder, kPlatformFile)) {
      const auto tree = files.open_tree(folder);
      if (!tree) return {};
      const std::string inner = root.substr(folder == "/" ? 1 : folder.size() + 1);
      const auto projects = projects_below(**tree);
      const bool listed = std::binary_search(projects.begin(), projects.end(), inner);
      return listed ? folder : std::string();
    }
  }
  return {};
}

std::string shown(const std::vector<std::string>& projects) {
  std::string list;
  for (std::size_t i = 0; i < projects.size() && i < kMostShown; ++i) {
    list += (i > 0 ? ", " : "") + text::escape_untrusted(projects[i]);
  }
  if (projects.size() > kMostShown) list += ", …";
  return list;
}

Failure no_project(sys::Files& files, const std::string& start, const std::string& passed_over) {
  Error error;
  error.code = ErrorCode::not_found;
  error.message = quoted(start) +
                  " is not in a Mage project: there is no metadata.yaml of a project in it or in "
                  "any folder above";
  error.hint = "name the project's folder with --project, or make a project with \"mage init\"";
  if (!passed_over.empty()) {
    error.context.push_back(quoted(below(passed_over, kMetadataFile)) +
                            " describes a pipeline or a template, not a project");
  }
  const auto tree = files.open_tree(start);
  const auto projects = tree ? projects_below(**tree) : std::vector<std::string>();
  if (!projects.empty()) {
    const bool platform = (*tree)->stat(kPlatformFile).has_value();
    error.hint = std::string("this folder is ") +
                 (platform ? "a platform (settings.yaml) of " : "above ") +
                 text::count_of(projects.size(), "project", "projects") +
                 ": choose one with --project (" + shown(projects) + ")";
  }
  return fail(std::move(error));
}

/// Adds the folders that settings.yaml lists and that are there.
void add_listed(sys::Tree& folder, std::set<std::string>& projects) {
  const auto content = folder.read(kPlatformFile, kMaxBytes);
  if (!content) return;
  const auto document = yaml::parse(content->bytes, kPlatformFile, yaml::Templates::jinja);
  if (!document || document->root == nullptr) return;
  const auto* listed = document->root->find("projects");
  if (listed == nullptr) return;
  for (const auto& member : listed->members) {
    const auto* path = member.value->find("path");
    const auto named = path != nullptr ? path->as_text() : member.key->as_text();
    if (!named) continue;
    std::string inner = *named;
    while (!inner.empty() && inner.back() == '/')
      inner.pop_back();
    if (inner.rfind("./", 0) == 0) inner.erase(0, 2);
    const auto found = folder.stat(inner);
    if (!inner.empty() && found && found->kind == sys::EntryKind::folder) projects.insert(inner);
  }
}

}  // namespace

std::vector<std::string> projects_below(sys::Tree& folder) {
  std::set<std::string> projects;
  add_listed(folder, projects);
  const auto entries = folder.list("", kMaxNames);
  if (entries) {
    for (const auto& entry : *entries) {
      if (entry.kind != sys::EntryKind::folder || entry.name.front() == '.') continue;
      const auto found = folder.stat(entry.name + "/" + kMetadataFile);
      if (found && found->kind != sys::EntryKind::folder) projects.insert(entry.name);
    }
  }
  return {projects.begin(), projects.end()};
}

Result<ProjectRoot> find_root(sys::Files& files, const std::string& start) {
  auto begin = files.canonical(start);
  if (!begin) {
    Error error = begin.error();
    if (error.hint.empty()) error.hint = "name the project's folder, or one below it";
    return fail(std::move(error));
  }
  if (const auto tree = files.open_tree(*begin);
      !tree && tree.error().code == ErrorCode::not_regular) {
    *begin = parent_of(*begin);
  }
  std::string passed_over;
  for (std::string folder = *begin;; folder = parent_of(folder)) {
    const auto here = has_metadata(files, folder);
    if (!here) return fail(here.error());
    if (*here) {
      if (!belongs_to_part(files, folder)) return ProjectRoot{folder, find_platform(files, folder)};
      if (passed_over.empty()) passed_over = folder;
    }
    if (folder == "/") return no_project(files, *begin, passed_over);
  }
}

}  // namespace mage_lineage::project
