#pragma once

#include <mage_lineage/event/change_set.hpp>
#include <mage_lineage/event/git.hpp>
#include <mage_lineage/project/root.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/sys/environment.hpp>
#include <mage_lineage/sys/files.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::event {

/// Which revisions a deployment goes from and to; empty: what the CI system says, and HEAD.
struct DeployRequest {
  std::string from;
  std::string to;
  std::string deployment_id;  ///< empty: the commit deployed
};

/// A deployment's changes: one for each object, and one for the deployment itself, last.
struct Deploy {
  std::string from;  ///< commits by their full names
  std::string to;
  std::vector<Change> changes;
  std::size_t other_files = 0;     ///< changed, but part of no object
  std::vector<std::string> notes;  ///< what was assumed, for the person
};

/// False for an empty or all-zero name, which is how git and CI systems write "no commit".
bool names_a_commit(std::string_view s);

/// The revision before this one, as the variables of common CI systems give it, and which variable
/// said so. An all-zero name (a new branch) counts as none.
struct CiRevision {
  std::string revision;
  std::string source;
};
std::optional<CiRevision> previous_revision(const sys::Environment& environment, sys::Files& files);

/// Reads what a deployment of the project at `root` changes from its repository's objects. Without
/// `from`, with an all-zero one, and where what CI says is unknown here, it is compared with its
/// parent, and a note says so. Fails when there is no repository, no such revision, or git fails;
/// the hint explains shallow clones.
Result<Deploy> read_deploy(const DeployRequest& request, const project::ProjectRoot& root,
                           sys::Process& process, const sys::Environment& environment,
                           sys::Files& files, const redact::Redactor& redactor);

}  // namespace mage_lineage::event
