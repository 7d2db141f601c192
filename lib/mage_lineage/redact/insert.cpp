#include <mage_lineage/redact/assignment.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>

namespace mage_lineage::redact {
namespace {

constexpr ByteSet kColumns{"A-Za-z0-9_., \t\r\n`[]"};
constexpr std::size_t kReach = 1024;  ///< bytes behind the columns that are looked at

/// Which column the name is, counted from 0; nullopt when it stands in no list of INSERT's.
std::optional<std::size_t> column_of(const Scan& scan, const Key& key) {
  constexpr std::size_t kLongestTable = 96;
  const std::size_t first = scan.skip_back(key.begin, kColumns);
  if (first == 0 || scan.at(first - 1) != '(') return std::nullopt;
  const std::size_t from = first > kLongestTable ? first - kLongestTable : 0;
  const std::string before = text::ascii_lower(scan.text().substr(from, first - from));
  if (before.find("into ") == std::string::npos) return std::nullopt;
  const std::string_view columns = scan.text().substr(first, key.begin - first);
  return static_cast<std::size_t>(std::count(columns.begin(), columns.end(), ','));
}

/// Past `) VALUES`; `at` when something else stands there.
std::size_t skip_values(const Scan& scan, std::size_t at) {
  constexpr std::string_view kValues = "values";
  const std::size_t close = scan.skip(at, kColumns);
  const std::size_t word = scan.skip(close + 1, kSpace);
  const bool values = scan.at(close) == ')' && word + kValues.size() <= scan.size() &&
                      text::iequals(scan.text().substr(word, kValues.size()), kValues);
  return values ? word + kValues.size() : at;
}

}  // namespace

bool find_inserted(Pass& pass, const Key& key, Promise promise) {
  static constexpr ByteSet kPlain{"A-Za-z0-9_.:%?$+-"};
  Scan& scan = pass.scan;
  const auto column = column_of(scan, key);
  if (!column) return false;
  const std::size_t values = skip_values(scan, key.end);
  if (values == key.end) return false;
  std::size_t at = scan.skip(values, kSpace);
  const std::size_t stop = at + kReach;
  while (at < stop && scan.at(at) == '(') {  // a row
    at = scan.skip(at + 1, kSpace);
    for (std::size_t place = 0; scan.at(at) != ')'; ++place) {
      const auto value = read_quoted(pass, at);
      if (value && !value->closed) return true;
      if (value && place == *column) mark_quoted(pass, key, *value, promise);
      at = scan.skip(value ? value->after : scan.skip(at, kPlain), kSpace);
      if (scan.at(at) == ')') break;
      if (scan.at(at) != ',' || at >= stop) return true;
      at = scan.skip(at + 1, kSpace);
    }
    at = scan.skip(at + 1, kBytes<", \t\r\n">);
  }
  return true;
}

}  // namespace mage_lineage::redact
