#pragma once

#include <mage_lineage/snapshot/manifest.hpp>

#include <string>
#include <vector>

namespace mage_lineage::snapshot {

enum class ChangeKind { added, removed, changed };
const char* to_string(ChangeKind kind);

/// One difference between two manifests.
struct Change {
  std::string section;  ///< `project`, `owner`, `pipeline`, `block`, `edge`, `integration`,
                        ///< `trigger`, `omission`
  ChangeKind kind = ChangeKind::changed;
  std::string name;    ///< what it is about, from the manifest
  std::string detail;  ///< for `changed`: which members, separated by commas
};

/// What differs in owners, topology, integrations, triggers and omissions; ids and times of the
/// snapshots do not count. By section, then name.
std::vector<Change> diff(const Manifest& before, const Manifest& after);

}  // namespace mage_lineage::snapshot
