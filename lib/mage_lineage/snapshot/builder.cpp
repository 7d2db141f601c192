#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/project/findings.hpp>
#include <mage_lineage/project/project.hpp>
#include <mage_lineage/snapshot/builder.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>
#include <mage_lineage/snapshot/owners.hpp>
#include <mage_lineage/snapshot/topology_entries.hpp>
#include <mage_lineage/snapshot/workers.hpp>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace mage_lineage::snapshot {
namespace {

using project::OmissionReason;

project::Metadata metadata_or_finding(sys::Tree& tree, const std::string& name) {
  auto read = project::read_metadata(tree, name);
  if (read) return *std::move(read);
  project::Metadata unknown;
  unknown.name = name;
  unknown.type = "standalone";
  unknown.findings.push_back(
      {project::kMetadataFile, project::line_of(read.error()), "unusable_metadata",
       "the project's description cannot be used: its UUID and features are not known"});
  return unknown;
}

/// Blocks whose files are not among the scanned ones: missing, kept out, or not to be read.
void tell_missing(sys::Tree& tree, project::Project& project) {
  const auto& files = project.scan.files;
  std::set<std::string> told;
  for (const auto& omission : project.scan.omissions)
    told.insert(omission.path);
  for (const auto& pipeline : project.pipelines) {
    project::Findings findings(pipeline.path, project.findings);
    for (const auto& block : pipeline.blocks) {
      if (block.path.empty() || std::binary_search(files.begin(), files.end(), block.path))
        continue;
      if (!project::judge_file(block.path).allowed) {
        findings.add(block.line, "block_not_allowlisted",
                     "a block has its file where nothing is let into a snapshot");
        continue;
      }
      if (!told.insert(block.path).second) continue;
      const auto seen = tree.stat(block.path);
      if (!seen) {
        project.scan.omissions.push_back(
            {block.path, project::reason_of(seen.error()), std::nullopt});
      } else if (seen->kind != sys::EntryKind::file) {
        project.scan.omissions.push_back({block.path, OmissionReason::not_regular, std::nullopt});
      }
    }
  }
}

/// The owners of what was described, and an omission for each file that was not.
void add_owners(const project::Project& project, const std::vector<FileResult>& files,
                Built& built) {
  auto& manifest = built.manifest;
  auto assigned = assign_in_order(project);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const auto& path = project.scan.files[i];
    const auto& file = files[i];
    if (file.omitted) {
      manifest.omissions.push_back({path, *file.omitted, file.size});
      continue;
    }
    auto& assignment = assigned[i];
    Owner owner;
    owner.identity = std::move(assignment.identity);
    owner.identity.uuid = manifest_path(owner.identity.uuid);
    owner.key = owner_key(manifest.project.uuid, owner.identity);
    owner.path = manifest_path(path);
    owner.language = language_of(path);
    for (const auto& user : assignment.used_by)
      owner.used_by.push_back(manifest_path(user));
    if (file.redactions == 0) owner.source_bytes = file.source_bytes;
    owner.content_bytes = file.content_bytes;
    owner.content_hash = file.content_hash;
    owner.redactions = file.redactions;
    for (const auto& [rule, times] : file.by_rule)
      built.redactions_by_rule[rule] += times;
    manifest.totals.content_bytes += owner.content_bytes;
    manifest.totals.redactions += owner.redactions;
    manifest.owners.push_back(std::move(owner));
  }
  const auto by_path = [](const Owner& a, const Owner& b) {
    return std::tie(a.path, a.key) < std::tie(b.path, b.key);
  };
  // They are sorted already but for paths with bytes that are not UTF-8.
  if (!std::is_sorted(manifest.owners.begin(), manifest.owners.end(), by_path)) {
    std::sort(manifest.owners.begin(), manifest.owners.end(), by_path);
  }
  manifest.totals.owners = manifest.owners.size();
}

void finish_omissions(Manifest& manifest, const project::Scan& scan) {
  auto& omissions = manifest.omissions;
  omissions.insert(omissions.end(), scan.omissions.begin(), scan.omissions.end());
  std::sort(omissions.begin(), omissions.end(), [](const auto& a, const auto& b) {
    return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
  });
  for (auto& omission : omissions) {
    omission.path = manifest_path(omission.path);
    if (project::makes_incomplete(omission.reason)) manifest.complete = false;
  }
}

void finish_findings(Manifest& manifest, std::vector<project::Finding> findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) {
    return std::tie(a.path, a.line, a.code, a.detail) < std::tie(b.path, b.line, b.code, b.detail);
  });
  for (auto& finding : findings)
    finding.path = manifest_path(finding.path);
  manifest.findings = std::move(findings);
}

}  // namespace

std::string make_snapshot_id(const std::array<std::uint8_t, 16>& random) {
  return "snap_" + to_hex(random);
}

Result<Built> build(sys::Tree& tree, const BuildRequest& request, const redact::Redactor& redactor,
                    const Progress& progress) {
  if (request.ttl > kLastTimestamp - request.created_at) {
    return fail(ErrorCode::invalid, "the snapshot would expire after the end of the year 9999",
                "set a shorter AUTOPILOT_LINEAGE_SNAPSHOT_TTL_SECONDS, or an earlier --at");
  }
  const auto places = project::places_of(request.root);
  auto metadata = metadata_or_finding(tree, places.project_name);
  auto scan = project::scan(tree, {request.limits.scan_entries});
  if (!scan) return fail(std::move(scan).error());
  auto described = describe_files(tree, *scan, request.limits, redactor, request.threads, progress);
  if (!described) return fail(std::move(described).error());
  for (const auto& path : project::block_catalogs(described->facts)) {
    const auto content = tree.read(path, project::kMaxReferenceBytes);
    if (content) described->facts.emplace(path, project::read_facts(path, content->bytes));
  }
  auto project =
      project::assemble(std::move(metadata), *std::move(scan), std::move(described->facts), places);
  tell_missing(tree, project);

  Built built;
  Manifest& manifest = built.manifest;
  manifest.snapshot_id = request.snapshot_id;
  manifest.created_at = request.created_at;
  manifest.expires_at = request.created_at + request.ttl;
  manifest.project = project_entry(project.metadata, redactor);
  manifest.scope = {request.customer_cluster_uuid, request.workspace_uuid, manifest.project.uuid};
  add_owners(project, described->files, built);
  finish_omissions(manifest, project.scan);
  add_topology(project, redactor, manifest);
  finish_findings(manifest, std::move(project.findings));
  manifest.totals.entries_scanned = project.scan.entries;
  manifest.generation = compute_generation(manifest);
  built.text = write_manifest(manifest);
  return built;
}

}  // namespace mage_lineage::snapshot
