#pragma once

#include <mage_lineage/project/metadata_edit.hpp>

#include <string>
#include <vector>

namespace mage_lineage::output {

/// What `enable` or `disable` did to a metadata.yaml, or would do.
struct EditReport {
  std::string file;  ///< the metadata.yaml, absolute
  bool dry_run = false;
  std::vector<project::MetadataChange> asked;
  std::vector<project::AppliedChange> applied;  ///< one for each that was asked
  std::string diff;                             ///< unified; empty when nothing changes
  std::string next;                             ///< the command to run next

  bool changed() const { return !diff.empty(); }
};

/// A sentence for each value, and the next step; for a dry run the diff alone.
std::string edit_text(const EditReport& report);
/// `{"schema_version", "file", "dry_run", "changed", "changes": [{"name", "before", "after",
/// "changed", "line"}], "diff", "next"}`: `before` as it was written or null, `after` a boolean or
/// null, `line` a number or null.
std::string edit_json(const EditReport& report);

}  // namespace mage_lineage::output
