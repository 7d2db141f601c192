#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace mage_lineage::text {
namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::string_view trim(std::string_view s) {
  while (!s.empty() && is_space(s.front()))
    s.remove_prefix(1);
  while (!s.empty() && is_space(s.back()))
    s.remove_suffix(1);
  return s;
}

std::string ascii_lower(std::string_view s) {
  std::string out(s);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

bool iequals(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::vector<std::string_view> split(std::string_view s, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto at = s.find(separator);
    parts.push_back(s.substr(0, at));
    if (at == std::string_view::npos) return parts;
    s.remove_prefix(at + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string shell_word(std::string_view s) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
  if (!s.empty() && s.find_first_not_of(kPlain) == std::string_view::npos) return std::string(s);
  std::string out = "'";
  for (const char c : s) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::optional<unsigned long long> parse_decimal(std::string_view s) {
  unsigned long long value = 0;
  if (s.empty() || s.front() < '0' || s.front() > '9') return std::nullopt;
  const auto [end, problem] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (problem != std::errc() || end != s.data() + s.size()) return std::nullopt;
  return value;
}

namespace {

std::optional<std::string> only_beginning_with(std::string_view lower_word,
                                               const std::vector<std::string>& candidates) {
  constexpr std::size_t kShortestWord = 3;
  if (lower_word.size() < kShortestWord) return std::nullopt;
  std::optional<std::string> found;
  for (const auto& candidate : candidates) {
    if (ascii_lower(candidate.substr(0, lower_word.size())) != lower_word) continue;
    if (found) return std::nullopt;
    found = candidate;
  }
  return found;
}

}  // namespace

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestWord = 100;
  if (word.size() > kLongestWord) return std::nullopt;
  const std::string wanted = ascii_lower(word);
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    if (candidate.size() > kLongestWord) continue;
    const std::string other = ascii_lower(candidate);
    // Optimal string alignment, three rows at a time.
    std::vector<std::size_t> before, previous(other.size() + 1), row(other.size() + 1);
    for (std::size_t j = 0; j <= other.size(); ++j)
      previous[j] = j;
    for (std::size_t i = 1; i <= wanted.size(); ++i) {
      row[0] = i;
      for (std::size_t j = 1; j <= other.size(); ++j) {
        const bool same = wanted[i - 1] == other[j - 1];
        row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (same ? 0U : 1U)});
        if (i > 1 && j > 1 && wanted[i - 1] == other[j - 2] && wanted[i - 2] == other[j - 1]) {
          row[j] = std::min(row[j], before[j - 2] + 1);
        }
      }
      before = previous;
      previous = row;
    }
    if (previous[other.size()] < best_distance) {
      best_distance = previous[other.size()];
      best = candidate;
    }
  }
  return best ? best : only_beginning_with(wanted, candidates);
}

std::string count_of(std::size_t n, std::string_view singular, std::string_view plural) {
  return std::to_string(n) + " " + std::string(n == 1 ? singular : plural);
}

}  // namespace mage_lineage::text
