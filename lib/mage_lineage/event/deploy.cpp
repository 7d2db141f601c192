#include <mage_lineage/event/deploy.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/event.hpp>
#include <mage_lineage/event/git_tree.hpp>
#include <mage_lineage/project/allowlist.hpp>

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

Result<RevisionState> read_state(const Git& git, const std::string& commit,
                                 const project::ProjectRoot& root) {
  auto tree = GitTree::open(git, commit);
  if (!tree) return fail(tree.error());
  RevisionState out;
  auto project = project::read_project(**tree, root);
  if (!project) return out;
  out.project = std::move(*project);
  out.owners = snapshot::assign_owners(out.project);
  out.is_project = true;
  return out;
}

/// The hashes of changed files by path. One that is too large, or that git cannot give, has none.
std::map<std::string, std::string> hash_contents(const Git& git,
                                                 const std::vector<FileChange>& files,
                                                 const redact::Redactor& redactor) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
  constexpr std::size_t kAtOnce = 64;
  std::map<std::string, std::string> out;
  std::vector<const FileChange*> batch;
  const auto hash_batch = [&] {
    std::vector<std::string> names;
    for (const FileChange* file : batch)
      names.push_back(file->blob);
    const auto contents = git.blobs(names, kMostBytes);
    for (std::size_t i = 0; contents && i < batch.size(); ++i)
      out.emplace(batch[i]->path, content_hash((*contents)[i], batch[i]->path, redactor));
    batch.clear();
  };
  for (const FileChange& file : files) {
    if (!file.blob.empty() && project::judge_file(file.path).allowed) batch.push_back(&file);
    if (batch.size() == kAtOnce) hash_batch();
  }
  hash_batch();
  return out;
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
  const auto before = read_state(git, range->from, root);
  if (!before) return fail(before.error());
  const auto after = read_state(git, range->to, root);
  if (!after) return fail(after.error());
  if (!after->is_project) {
    return fail(ErrorCode::not_found,
                "the revision " + range->to.substr(0, 12) + " has no Mage project in this folder");
  }
  const auto hashes = hash_contents(git, *differences, redactor);
  const HashOf hash_of = [&hashes](const FileChange& file) -> std::string {
    const auto at = hashes.find(file.path);
    return at == hashes.end() ? std::string() : at->second;
  };
  ChangeSet set = map_changes(*differences, *before, *after, hash_of);
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
