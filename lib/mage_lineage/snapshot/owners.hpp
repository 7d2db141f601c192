#pragma once

#include <mage_lineage/project/project.hpp>
#include <mage_lineage/snapshot/manifest.hpp>

#include <map>
#include <string>
#include <vector>

namespace mage_lineage::snapshot {

/// Who owns a file, and which pipelines use it.
struct Assignment {
  Identity identity;
  std::vector<std::string> used_by;  ///< sorted
};

/// Gives every scanned file its one owner, in the order of Scan::files. A file that pipelines name
/// as a block's is that block's; a file in a block folder that none names is that of the block it
/// would be; any other file stands for itself. An identity owns one file: what would be its second
/// is a file of its own.
std::vector<Assignment> assign_in_order(const project::Project& project);

/// The same by path.
std::map<std::string, Assignment> assign_owners(const project::Project& project);

}  // namespace mage_lineage::snapshot
