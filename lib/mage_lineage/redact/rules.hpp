#pragma once

#include <string_view>
#include <vector>

namespace mage_lineage::redact {

/// One line of the table of rules. The table feeds the marks, `mage-lineage redact --rules`, the
/// manual, and the tests, which run every example.
struct Rule {
  std::string_view id;           ///< as it stands in marks: lower-case words joined by hyphens
  std::string_view description;  ///< what it finds
  std::string_view why;          ///< the published shape or the convention that it stands on
  std::vector<std::string_view> finds;  ///< texts in which this rule, and no other, leaves one mark
  std::vector<std::string_view> leaves;  ///< look-alikes in which no rule leaves any
};

/// Every rule, in the order of the manual. Lives as long as the program.
const std::vector<Rule>& rules();

/// A secret that no rule finds, and why none does.
struct Miss {
  std::string_view text;
  std::string_view reason;
};

/// What is left by choice: the tests hold that it is left, so that a change of mind shows.
const std::vector<Miss>& missed_by_choice();

}  // namespace mage_lineage::redact
