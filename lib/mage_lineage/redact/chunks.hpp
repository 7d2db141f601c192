#pragma once

#include <mage_lineage/redact/bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace mage_lineage::redact {

/// Calls `use(chunk)` for each run of letters and digits.
template <class Use>
void each_chunk(std::string_view v, Use use) {
  for (std::size_t i = 0; i < v.size();) {
    std::size_t end = i;
    while (end < v.size() && kAlnum(v[end]))
      ++end;
    if (end > i) use(v.substr(i, end - i));
    i = end + 1;
  }
}

/// How often a letter follows a digit, or a digit a letter.
inline std::size_t digit_changes(std::string_view chunk) {
  std::size_t changes = 0;
  for (std::size_t i = 1; i < chunk.size(); ++i) {
    if (kDigit(chunk[i]) != kDigit(chunk[i - 1])) ++changes;
  }
  return changes;
}

/// True if some chunk mixes letters and digits as no name does: `9fKs02lqPz7`, but not `s3bucket`,
/// `sha256` or `k8s`.
inline bool has_nameless_chunk(std::string_view v) {
  constexpr std::size_t kShortest = 6;
  constexpr std::size_t kChanges = 3;
  bool found = false;
  each_chunk(v, [&](std::string_view chunk) {
    if (chunk.size() < kShortest || found) return;
    const std::size_t changes = digit_changes(chunk);
    found = changes >= kChanges || (changes > 1 && kDigit(chunk[0]));
  });
  return found;
}

inline bool is_one_of(std::string_view v, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), v) != words.end();
}

inline bool starts_with_any(std::string_view v, std::initializer_list<std::string_view> heads) {
  return std::any_of(heads.begin(), heads.end(),
                     [&](std::string_view head) { return v.substr(0, head.size()) == head; });
}

inline bool holds_any(std::string_view v, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return v.find(part) != std::string_view::npos; });
}

}  // namespace mage_lineage::redact
