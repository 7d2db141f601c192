#pragma once

#include <mage_lineage/event/change.hpp>
#include <mage_lineage/event/git.hpp>
#include <mage_lineage/project/project.hpp>
#include <mage_lineage/snapshot/owners.hpp>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mage_lineage::event {

/// A project at one revision, and whom its files belong to.
struct RevisionState {
  project::Project project;
  std::map<std::string, snapshot::Assignment> owners;  ///< by path
  bool is_project = false;  ///< false: the revision has no project in this folder
};

/// What files' changes mean for the objects of a project.
struct ChangeSet {
  std::vector<Change> changes;  ///< by object type, then identity; each object once
  std::size_t other_files = 0;  ///< that belong to no object: not allowlisted, or no project
};

/// The hash of a file's content as the newer revision has it; empty when it cannot be had.
using HashOf = std::function<std::string(const FileChange& file)>;

/// Maps files that differ between two revisions to objects: a file to the project, pipeline, block
/// or file that owns it, with the pipelines that use it; a changed triggers.yaml to its triggers.
/// An object of which several files differ is told once.
ChangeSet map_changes(const std::vector<FileChange>& files, const RevisionState& before,
                      const RevisionState& after, const HashOf& hash_of);

}  // namespace mage_lineage::event
