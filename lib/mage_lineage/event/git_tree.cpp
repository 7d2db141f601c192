#include <mage_lineage/event/git_tree.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/facts.hpp>
#include <mage_lineage/project/metadata.hpp>
#include <mage_lineage/project/project.hpp>

#include <utility>

namespace mage_lineage::event {
namespace {

sys::EntryKind kind_of(const TreeEntry& entry) {
  if (entry.mode == "120000") return sys::EntryKind::link;
  return entry.mode.starts_with("100") ? sys::EntryKind::file : sys::EntryKind::other;
}

Failure missing(const std::string& path) {
  return fail(ErrorCode::not_found,
              "\"" + text::escape_untrusted(path) + "\" is not in this revision");
}

}  // namespace

GitTree::GitTree(const Git& git, std::map<std::string, TreeEntry> files)
    : git_(git), files_(std::move(files)) {
  folders_[""];
  for (const auto& file : files_) {
    std::string path = file.first;
    for (auto slash = path.rfind('/');; slash = path.rfind('/')) {
      const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
      const bool known =
          !folders_[folder].insert(path.substr(folder.empty() ? 0 : slash + 1)).second;
      if (known || folder.empty()) break;
      path = folder;
    }
  }
}

Result<std::unique_ptr<GitTree>> GitTree::open(const Git& git, const std::string& commit) {
  auto files = git.tree(commit);
  if (!files) return fail(files.error());
  std::unique_ptr<GitTree> out(new GitTree(git, std::move(*files)));
  if (auto fetched = out->fetch_topology(); !fetched) return fail(fetched.error());
  return out;
}

Result<> GitTree::fetch_topology() {
  constexpr std::size_t kMostBytes = std::size_t{256} << 20U;
  std::vector<std::string> names;
  for (const auto& [path, entry] : files_) {
    const bool wanted = path == project::kMetadataFile || project::tells_facts(path);
    if (wanted && kind_of(entry) == sys::EntryKind::file &&
        entry.bytes <= project::kMaxReferenceBytes) {
      names.push_back(entry.blob);
    }
  }
  auto contents = git_.blobs(names, kMostBytes);
  if (!contents) return fail(contents.error());
  for (std::size_t i = 0; i < names.size(); ++i)
    contents_.insert_or_assign(names[i], std::move((*contents)[i]));
  return {};
}

Result<sys::FileContent> GitTree::read(const std::string& path, std::uint64_t max_bytes) {
  const auto at = files_.find(path);
  if (at == files_.end()) return missing(path);
  if (kind_of(at->second) != sys::EntryKind::file) {
    return fail(ErrorCode::not_regular,
                "\"" + text::escape_untrusted(path) + "\" is not a regular file");
  }
  if (at->second.bytes > max_bytes) {
    return fail(ErrorCode::too_large, "\"" + text::escape_untrusted(path) + "\" is larger than " +
                                          std::to_string(max_bytes) + " bytes");
  }
  const auto known = contents_.find(at->second.blob);
  if (known != contents_.end()) return sys::FileContent{known->second, 0644};
  auto content = git_.blobs({at->second.blob}, static_cast<std::size_t>(max_bytes));
  if (!content) return fail(content.error());
  return sys::FileContent{std::move(content->front()), 0644};
}

Result<std::vector<sys::Entry>> GitTree::list(const std::string& path, std::size_t max_entries) {
  const auto at = folders_.find(path);
  if (at == folders_.end()) return missing(path);
  if (at->second.size() > max_entries) {
    return fail(ErrorCode::too_large, "\"" + text::escape_untrusted(path) + "\" has more than " +
                                          std::to_string(max_entries) + " names");
  }
  std::vector<sys::Entry> out;
  for (const std::string& name : at->second) {
    const std::string whole = path.empty() ? name : path + "/" + name;
    const auto file = files_.find(whole);
    out.push_back({name, file == files_.end() ? sys::EntryKind::folder : kind_of(file->second)});
  }
  return out;
}

Result<sys::Tree::Stat> GitTree::stat(const std::string& path) {
  if (folders_.contains(path)) return Stat{sys::EntryKind::folder, 0};
  const auto at = files_.find(path);
  if (at == files_.end()) return missing(path);
  return Stat{kind_of(at->second), at->second.bytes};
}

}  // namespace mage_lineage::event
