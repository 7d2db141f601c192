#include <mage_lineage/project/integrations.hpp>
#include <mage_lineage/project/project.hpp>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace mage_lineage::project {
namespace {

bool knows(const Scan& scan, const std::string& path) {
  return std::any_of(scan.omissions.begin(), scan.omissions.end(),
                     [&path](const Omission& omission) { return omission.path == path; });
}

/// Folders below `pipelines` that Mage passes over.
void tell_pipelines_without_metadata(Project& project) {
  const auto& scan = project.scan;
  for (const auto& uuid : scan.pipelines) {
    const std::string folder = pipeline_folder(uuid);
    const std::string file = pipeline_file(uuid, kMetadataFile);
    if (std::binary_search(scan.files.begin(), scan.files.end(), file)) continue;
    if (knows(scan, folder) || knows(scan, file)) continue;
    project.findings.push_back({folder, 0, "pipeline_without_metadata",
                                "the folder has no metadata.yaml: Mage does not list it"});
  }
}

void sort_findings(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.path, a.line, a.code, a.detail) < std::tie(b.path, b.line, b.code, b.detail);
  });
}

void read_into(FactsByPath& facts, sys::Tree& tree, const std::string& path) {
  const auto content = tree.read(path, kMaxReferenceBytes);
  if (content) facts.emplace(path, read_facts(path, content->bytes));
}

}  // namespace

Places places_of(const ProjectRoot& root) {
  Places places;
  places.project_name = root.path.substr(root.path.rfind('/') + 1);
  if (!root.platform.empty()) {
    places.below_platform = root.path.substr(root.platform.size() + 1);
  }
  return places;
}

std::vector<std::string> block_catalogs(const FactsByPath& facts) {
  std::vector<std::string> paths;
  for (const auto& [path, told] : facts) {
    if (!told.pipeline || told.pipeline->type == "integration") continue;
    for (const auto& block : told.pipeline->blocks) {
      const bool moves = block.type == "data_loader" || block.type == "data_exporter";
      if (!moves || (block.language != "yaml" && !block.data_integration)) continue;
      // A uuid with `..` in it leads nowhere: the tree does not follow it.
      paths.push_back(block_catalog(told.pipeline->uuid, block.uuid));
    }
  }
  return paths;
}

Project assemble(Metadata metadata, Scan scan, FactsByPath facts, const Places& places) {
  Project project;
  project.findings = std::move(metadata.findings);
  project.metadata = std::move(metadata);
  project.metadata.findings.clear();
  project.scan = std::move(scan);
  BlockPaths paths(project.scan, places);
  for (auto& [path, told] : facts) {
    project.findings.insert(project.findings.end(), told.findings.begin(), told.findings.end());
    project.triggers.insert(project.triggers.end(), told.triggers.begin(), told.triggers.end());
    if (!told.pipeline) continue;
    paths.resolve(*told.pipeline, project.findings);
    project.pipelines.push_back(*std::move(told.pipeline));
  }
  const auto by_uuid = [](const Pipeline& a, const Pipeline& b) { return a.uuid < b.uuid; };
  std::sort(project.pipelines.begin(), project.pipelines.end(), by_uuid);
  const auto by_pipeline = [](const Trigger& a, const Trigger& b) {
    return a.pipeline_uuid < b.pipeline_uuid;
  };
  std::stable_sort(project.triggers.begin(), project.triggers.end(), by_pipeline);
  project.integrations = find_integrations(project.pipelines, facts);
  tell_pipelines_without_metadata(project);
  sort_findings(project.findings);
  return project;
}

ProjectCounts count(const Project& project) {
  std::set<std::pair<std::string_view, std::string_view>> blocks;
  for (const auto& pipeline : project.pipelines) {
    for (const auto& block : pipeline.blocks)
      blocks.emplace(block.type, block.uuid);
  }
  return {project.pipelines.size(), blocks.size(), project.triggers.size()};
}

Result<Project> read_project(sys::Tree& tree, const ProjectRoot& root, const ScanLimits& limits) {
  auto metadata = read_metadata(tree, places_of(root).project_name);
  if (!metadata) return fail(metadata.error());
  return read_project(tree, root, *std::move(metadata), limits);
}

Result<Project> read_project(sys::Tree& tree, const ProjectRoot& root, Metadata metadata,
                             const ScanLimits& limits) {
  auto found = scan(tree, limits);
  if (!found) return fail(found.error());
  FactsByPath facts;
  for (const auto& path : found->files) {
    if (tells_facts(path)) read_into(facts, tree, path);
  }
  for (const auto& path : found->references)
    read_into(facts, tree, path);
  for (const auto& path : block_catalogs(facts))
    read_into(facts, tree, path);
  return assemble(std::move(metadata), *std::move(found), std::move(facts), places_of(root));
}

}  // namespace mage_lineage::project
