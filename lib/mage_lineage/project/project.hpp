#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/project/block_paths.hpp>
#include <mage_lineage/project/facts.hpp>
#include <mage_lineage/project/finding.hpp>
#include <mage_lineage/project/metadata.hpp>
#include <mage_lineage/project/root.hpp>
#include <mage_lineage/project/scan.hpp>
#include <mage_lineage/sys/files.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace mage_lineage::project {

/// What a pipeline moves between systems, as its connectors name them.
struct Integration {
  std::string pipeline_uuid;
  std::string source;       ///< empty when not known
  std::string destination;  ///< empty when not known
  std::vector<std::string> streams;
};

/// A whole project: its description, its pipelines with their blocks' files, and what is wrong.
struct Project {
  Metadata metadata;
  std::vector<Pipeline> pipelines;        ///< by uuid
  std::vector<Integration> integrations;  ///< by pipeline, then as the pipeline lists its blocks
  std::vector<Trigger> triggers;          ///< by pipeline, then as the file lists them
  std::vector<Finding> findings;          ///< by path, then line
  Scan scan;
};

/// How many of each thing a project has; a block that several pipelines use counts once.
struct ProjectCounts {
  std::size_t pipelines = 0;
  std::size_t blocks = 0;
  std::size_t triggers = 0;
};
ProjectCounts count(const Project& project);

/// Reads a project's topology. What is wrong in it is a finding; fails only when metadata.yaml
/// cannot be read as the description of a project, or the folder cannot be listed.
Result<Project> read_project(sys::Tree& tree, const ProjectRoot& root,
                             const ScanLimits& limits = {});
/// The same with a description that is known; fails only when the folder cannot be listed.
Result<Project> read_project(sys::Tree& tree, const ProjectRoot& root, Metadata metadata,
                             const ScanLimits& limits = {});

/// Puts a project together from what its files told.
Project assemble(Metadata metadata, Scan scan, FactsByPath facts, const Places& places);

/// Catalogs of single blocks (`pipelines/<p>/<block>/catalog.json`), which the scan does not look
/// for: the paths that may be there.
std::vector<std::string> block_catalogs(const FactsByPath& facts);

/// Where a project's own paths begin.
Places places_of(const ProjectRoot& root);

/// No file of references (triggers.yaml, catalogs) is larger than this.
inline constexpr std::uint64_t kMaxReferenceBytes = std::uint64_t{4} << 20U;

}  // namespace mage_lineage::project
