#pragma once

#include <mage_lineage/core/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::project {

/// One value of metadata.yaml to be set or taken away: `lineage.enabled` or `features.KEY`.
struct MetadataChange {
  enum class Action { set_true, set_false, remove };
  std::string section;  ///< `lineage` or `features`
  std::string key;      ///< `enabled` or the feature's key: see valid_feature_key
  Action action = Action::set_true;
};

/// What became of one change.
struct AppliedChange {
  bool changed = false;
  std::string before;  ///< the value as it was written, `absent` or `null` without one
  std::size_t line =
      0;  ///< of the value in the new text; of what was removed in the old one; 0: none
};

struct EditedMetadata {
  std::string bytes;
  std::vector<AppliedChange> applied;  ///< one for each change, in order
};

/// Whether a feature key can be written plain in YAML and stays text: a letter or `_`, then
/// letters, digits, `_`, `-`, `.`, and no word that YAML 1.1 reads as something else (`yes`,
/// `null`).
bool valid_feature_key(std::string_view key);

/// Edits the text of metadata.yaml in place: every byte that does not belong to a changed value
/// stays. A key or map that is missing is written in the style of what surrounds it; removing the
/// last key of a map removes the map; setting what is set already changes nothing. Before it is
/// returned the text is parsed anew, raw (where that was possible before) and with its templates
/// blanked, by two parsers: it differs from the old one in exactly the values asked for. `name`
/// names the file in positions. Fails with `unsupported` and the lines when a value is written
/// twice, stands between template statements, comes from a template, a merge key or an alias, or is
/// in the place of another kind of value; with the error of yaml::parse when the text cannot be
/// read.
Result<EditedMetadata> edit_metadata(std::string_view bytes, std::string_view name,
                                     const std::vector<MetadataChange>& changes);

}  // namespace mage_lineage::project
