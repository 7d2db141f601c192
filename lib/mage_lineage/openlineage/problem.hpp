#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::openlineage {

/// How much a problem counts.
enum class Severity {
  error,    ///< the event is not valid
  warning,  ///< a format that is not kept: an error under strict rules
  lint,     ///< valid, but consumers will read it otherwise than it is meant
};

/// `error`, `warning`, `lint`.
std::string_view to_string(Severity severity);

/// Something wrong with one event.
struct Problem {
  Severity severity = Severity::error;
  std::string_view rule;  ///< stable snake_case code; lives as long as the program
  std::string pointer;    ///< JSON pointer (RFC 6901) of the value; "" is the event itself
  std::string found;      ///< what is there, in a few words; parts of the event are cut and escaped
  std::string expected;   ///< what is right
  std::string position;  ///< `line:column` in the event's text, where it is known without a pointer
};

using Problems = std::vector<Problem>;

/// How many problems of one event are told one by one.
inline constexpr std::size_t kMostProblems = 200;

/// Adds a problem. Beyond `kMostProblems` one last entry (`more_problems`) stands for all others,
/// as severe as the most severe of them.
void add(Problems& out, Problem problem);

/// True when some problem counts as an error.
bool has_errors(const Problems& problems);

/// A problem in one line, fit to show: where it is, what was found, what is right.
std::string to_line(const Problem& problem);
/// The first error in one line; empty when there is none.
std::string first_error(const Problems& problems);

}  // namespace mage_lineage::openlineage
