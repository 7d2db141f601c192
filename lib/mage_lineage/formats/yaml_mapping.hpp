#pragma once

#include <mage_lineage/formats/yaml.hpp>

#include <utility>
#include <vector>

namespace mage_lineage::yaml {

/// The keys and values of one mapping as they were written, its merge keys apart.
struct WrittenMapping {
  std::vector<std::pair<const Node*, const Node*>> own;
  std::vector<const Node*> merges;  ///< the values of its `<<` keys
};

/// The members of a mapping as PyYAML constructs them: merged members first (of several mappings in
/// one
/// `<<` the first wins, of several `<<` the last), then its own; a later key replaces an earlier
/// one in its place. Duplicates among its own keys are appended to `duplicates`; `copies` grows by
/// the number of members looked at. Linear in that number. The values in `merges` are mappings, or
/// sequences of mappings.
std::vector<Member> make_members(const WrittenMapping& written, std::vector<Duplicate>& duplicates,
                                 std::size_t& copies);

}  // namespace mage_lineage::yaml
