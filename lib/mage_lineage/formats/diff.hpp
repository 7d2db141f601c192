#pragma once

#include <string>
#include <string_view>

namespace mage_lineage {

/// The unified diff of two texts with three lines of context, as `diff -u` writes it and `patch`
/// takes it, without time stamps; empty when the texts are equal. A missing final newline is
/// marked. Meant for edits: the work is bounded, and texts that differ in more than a thousand
/// lines come out as one replacement of everything between their first and last difference.
std::string unified_diff(std::string_view before, std::string_view after,
                         std::string_view before_name, std::string_view after_name);

}  // namespace mage_lineage
