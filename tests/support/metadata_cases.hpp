#pragma once

#include <mage_lineage/project/metadata_edit.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::test {

/// One written edit of metadata.yaml: what the change is, the bytes before, and those after it.
/// `after` equal to `before` is an edit with nothing to do; `refused` is a part of the refusal.
struct MetadataCase {
  std::string_view name;
  std::string_view path;  ///< `lineage.enabled`, `features.KEY`
  project::MetadataChange::Action action = project::MetadataChange::Action::set_true;
  std::string_view before;
  std::string_view after;
  std::string_view refused;
};

project::MetadataChange change_of(const MetadataCase& c);

/// The table: every form of file that the editor knows.
const std::vector<MetadataCase>& metadata_cases();

}  // namespace mage_lineage::test
