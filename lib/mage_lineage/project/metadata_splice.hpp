#pragma once

#include <mage_lineage/formats/yaml.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::project {

/// Bytes [begin, end) of a text that give way to others.
struct Splice {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

/// One way to make a change: splices in order that do not overlap. Whether it means what it should
/// is found out by parsing its result; writers of splices only propose.
using Proposal = std::vector<Splice>;

std::string apply(std::string_view text, const Proposal& proposal);

/// Ways to add `key: value` to a mapping, best first: at its end, then at its beginning, in the
/// style of its entries. With `at_end_of_text` the end of the text comes first, below all comments.
std::vector<Proposal> propose_entry(std::string_view text, const yaml::Node& mapping,
                                    const std::string& key, const std::string& value,
                                    bool at_end_of_text);

/// Ways to add a mapping `section` with one entry to the root mapping (nullptr or null: a text
/// without one).
std::vector<Proposal> propose_section(std::string_view text, const yaml::Node* root,
                                      const std::string& section, const std::string& key,
                                      const std::string& value);

/// Ways to give a member whose value is null (written or not) a mapping with one entry.
std::vector<Proposal> propose_map_for_null(std::string_view text, const yaml::Node& parent,
                                           const yaml::Member& member, const std::string& key,
                                           const std::string& value);

/// Ways to put a plain word in the place of a member's scalar value.
std::vector<Proposal> propose_value(std::string_view text, const yaml::Member& member,
                                    const std::string& word);

/// Ways to take an entry out of a mapping. An entry of a block takes its lines with it; lines of
/// comments that stand inside of `member`'s own mapping stay.
std::vector<Proposal> propose_removal(std::string_view text, const yaml::Node& mapping,
                                      const yaml::Member& member);

/// Where a node's own text begins, past its anchor and tag.
std::size_t content_begin(std::string_view text, const yaml::Node& node);

}  // namespace mage_lineage::project
