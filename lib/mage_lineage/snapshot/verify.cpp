#include <mage_lineage/project/metadata.hpp>
#include <mage_lineage/project/scan.hpp>
#include <mage_lineage/snapshot/verify.hpp>

#include <algorithm>
#include <unordered_set>

namespace mage_lineage::snapshot {

std::size_t Verification::changed() const {
  return static_cast<std::size_t>(
      std::count_if(owners.begin(), owners.end(),
                    [](const OwnerState& state) { return state.status != ContentStatus::ok; }));
}

bool Verification::matches() const {
  return hash_matches && !other_project && changed() == 0 && added.empty();
}

Result<Verification> verify(sys::Tree& tree, const LoadedManifest& loaded, Timestamp now,
                            const Limits& limits, const redact::Redactor& redactor) {
  const auto& manifest = loaded.manifest;
  Verification result;
  result.hash_matches = loaded.hash_matches();
  result.expired = now >= manifest.expires_at;
  if (const auto metadata = project::read_metadata(tree, {})) {
    result.other_project = metadata->project_uuid().value_or("") != manifest.project.uuid;
  }

  const OwnerIndex index(manifest);
  std::unordered_set<std::string> known;
  for (const auto& owner : manifest.owners) {
    const auto answer = read_content(tree, index, {owner.key, {}}, limits.file_bytes, redactor);
    result.owners.push_back({&owner, answer.status});
    known.insert(owner.path);
  }
  for (const auto& omission : manifest.omissions)
    known.insert(omission.path);

  const auto scan = project::scan(tree, {limits.scan_entries});
  if (!scan) return fail(scan.error());
  for (const auto& path : scan->files) {
    auto shown = manifest_path(path);
    if (!known.contains(shown)) result.added.push_back(std::move(shown));
  }
  return result;
}

}  // namespace mage_lineage::snapshot
