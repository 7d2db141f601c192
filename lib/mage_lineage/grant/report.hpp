#pragma once

#include <mage_lineage/grant/verify.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::grant {

/// One check in words. All texts but `reason` may hold what the token said: escape them to show
/// them.
struct Row {
  CheckId id = CheckId::token_form;
  Status status = Status::not_reached;
  std::string_view reason;  ///< stable snake_case code of the first thing wrong; empty when none
  std::string found;        ///< what the token has, as JSON, times also as dates; may be empty
  std::string expected;     ///< what was expected of it
  std::string detail;       ///< one sentence: everything wrong, or what a pass means in time
};

/// Every check in order, with what was found and what was expected.
std::vector<Row> report(const Verification& verification, const Policy& policy,
                        const Demand& demand, Timestamp now);

/// What is wrong, in one sentence.
std::string describe_finding(const Finding& finding);

/// "3 minutes ago", "in 1 hour", "now": a moment as seen from another.
std::string relative_time(json::Seconds moment, Timestamp now);

/// `1767225600 (2026-01-01T00:00:00.000Z)`; the number alone beyond the year 9999.
std::string show_time(json::Seconds moment);

}  // namespace mage_lineage::grant
