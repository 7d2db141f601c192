#include <mage_lineage/event/deploy.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/event.hpp>
#include <mage_lineage/event/git_tree.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/project/metadata.hpp>

#include <memory>
#include <utility>

namespace mage_lineage::event {
namespace {

struct Range {
  std::string from;
  std::string to;
  std::vector<std::string> notes;
};

Result<Range> find_range(const DeployRequest& request, const Git& git,
                         const sys::Environment& environment, sys::Files& files) {
  Range out;
  auto to = git.commit(request.to.empty() ? "HEAD" : request.to);
  if (!to) return fail(to.error());
  out.to = std::move(*to);
  if (names_a_commit(request.from)) {
    auto from = git.commit(request.from);
    if (!from) return fail(from.error());
    out.from = std::move(*from);
    return out;
  }
  if (!request.from.empty()) out.notes.emplace_back("--from is all zeros: it names no commit");
  if (const auto said = previous_revision(environment, files)) {
    auto from = git.commit(said->revision);
    if (from) {
      out.from = std::move(*from);
      out.notes.push_back("comparing with " + out.from.substr(0, 12) + ", as " + said->source +
                          " says");
      return out;
    }
    out.notes.push_back("the commit " + text::escape_untrusted(said->revision, 60) + " of " +
                        said->source + " is not in this clone");
  }
  auto parent = git.parent(out.to);
  if (!parent) return fail(parent.error());
  out.from = std::move(*parent);
  out.notes.push_back("comparing with the parent of " + out.to.substr(0, 12) +
                      "; name another revision with --from");
  return out;
}

/// A revision with its files, and why its metadata.yaml is of no use, if it is not.
struct Revision {
  std::unique_ptr<GitTree> tree;
  RevisionState state;
  std::optional<Error> unusable;
};

/// True for what is wrong with a file, false when it could not be had.
bool is_about_content(const Error& error) {
  return error.code == ErrorCode::malformed || error.code == ErrorCode::invalid ||
         error.code == ErrorCode::too_large || error.code == ErrorCode::not_regular;
}

Result<Revision> read_revision(const Git& git, const std::string& commit,
                               const project::ProjectRoot& root) {
  Revision out;
  auto tree = GitTree::open(git, commit);
  if (!tree) return fail(tree.error());
  out.tree = std::move(*tree);
  auto metadata = project::read_metadata(*out.tree, project::places_of(root).project_name);
  if (!metadata) {
    const Error& error = metadata.error();
    if (error.code == ErrorCode::not_found) return out;
    if (!is_about_content(error)) return fail(error);
    out.unusable = error;
    metadata = project::Metadata();
  }
  auto project = project::read_project(*out.tree, root, *std::move(metadata));
  if (!project) return fail(project.error());
  out.state.project = std::move(*project);
  out.state.owners = snapshot::assign_owners(out.state.project);
  out.state.is_project = true;
  return out;
}

/// Fails when the revision that is deployed is no project, or one that cannot be used.
Result<> check_deployed(const Revision& revision, const std::string& commit) {
  if (revision.unusable) {
    Error error = *revision.unusable;
    return fail(error.while_doing("while reading the revision " + commit.substr(0, 12)));
  }
  if (revision.state.is_project) return {};
  return fail(ErrorCode::not_found,
              "the revision " + commit.substr(0, 12) + " has no Mage project in this folder");
}

/// Collects the hashes of files, asking git for many at once.
class Hasher {
 public:
  Hasher(const Git& git, const redact::Redactor& redactor) : git_(git), redactor_(redactor) {}

  void add(const FileChange& file, std::uint64_t bytes) {
    if (batch_.size() == kAtOnce || batch_bytes_ + bytes > kMostAtOnce) hash_batch();
    batch_.push_back(&file);
    batch_bytes_ += bytes;
  }

  /// By path. A file that git cannot give has none.
  std::map<std::string, std::string> take() {
    hash_batch();
    return std::move(hashes_);
  }

 private:
  static constexpr std::size_t kAtOnce = 64;
  static constexpr std::uint64_t kMostAtOnce = std::uint64_t{64} << 20U;

  void hash_batch() {
    const auto files = std::exchange(batch_, {});
    const auto bytes = std::exchange(batch_bytes_, 0);
    // One object that is missing fails the batch: the others are asked for one by one.
    if (hash(files, bytes) || files.size() == 1) return;
    for (const FileChange* file : files)
      hash({file}, bytes);
  }

  bool hash(const std::vector<const FileChange*>& files, std::uint64_t bytes) {
    std::vector<std::string> names;
    for (const FileChange* file : files)
      names.push_back(file->blob);
    const auto contents = git_.blobs(names, static_cast<std::size_t>(bytes));
    if (!contents) return false;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const std::string& path = files[i]->path;
      hashes_.emplace(path, content_hash((*contents)[i], path, redactor_));
    }
    return true;
  }

  const Git& git_;
  const redact::Redactor& redactor_;
  std::vector<const FileChange*> batch_;
  std::uint64_t batch_bytes_ = 0;
  std::map<std::string, std::string> hashes_;
};

/// The hashes of changed files by path. What is no regular file or too large has none.
std::map<std::string, std::string> hash_contents(const Git& git, GitTree& tree,
                                                 const std::vector<FileChange>& files,
                                                 const redact::Redactor& redactor) {
  Hasher hasher(git, redactor);
  for (const FileChange& file : files) {
    if (file.blob.empty() || !project::judge_file(file.path).allowed) continue;
    const auto entry = tree.stat(file.path);
    if (!entry || entry->kind != sys::EntryKind::file || entry->bytes > kMostHashedBytes) continue;
    hasher.add(file, entry->bytes);
  }
  return hasher.take();
}

}  // namespace

Result<Deploy> read_deploy(const DeployRequest& request, const project::ProjectRoot& root,
                           sys::Process& process, const sys::Environment& environment,
                           sys::Files& files, const redact::Redactor& redactor) {
  const Git git(process, environment, root.path);
  if (auto usable = git.check(); !usable) return fail(usable.error());
  auto range = find_range(request, git, environment, files);
  if (!range) return fail(range.error());
  const auto differences = git.diff(range->from, range->to);
  if (!differences) return fail(differences.error());
  const auto before = read_revision(git, range->from, root);
  if (!before) return fail(before.error());
  const auto after = read_revision(git, range->to, root);
  if (!after) return fail(after.error());
  if (auto usable = check_deployed(*after, range->to); !usable) return fail(usable.error());
  if (before->unusable) {
    range->notes.push_back(
        "metadata.yaml of " + range->from.substr(0, 12) +
        " cannot be used, and is compared as if it were empty: " + before->unusable->message);
  }
  const auto hashes = hash_contents(git, *after->tree, *differences, redactor);
  const HashOf hash_of = [&hashes](const FileChange& file) -> std::string {
    const auto at = hashes.find(file.path);
    return at == hashes.end() ? std::string() : at->second;
  };
  ChangeSet set = map_changes(*differences, before->state, after->state, hash_of);
  Deploy out{range->from, range->to, std::move(set.changes), set.other_files,
             std::move(range->notes)};
  Change deployment;
  deployment.mutation = Mutation::applied;
  deployment.object.type = ObjectType::deployment;
  deployment.object.uuid = request.deployment_id.empty() ? out.to : request.deployment_id;
  out.changes.push_back(std::move(deployment));
  return out;
}

}  // namespace mage_lineage::event
