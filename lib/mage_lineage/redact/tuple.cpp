#include <mage_lineage/redact/assignment.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace mage_lineage::redact {
namespace {

constexpr std::size_t kMost = 8;  ///< names in a tuple
constexpr ByteSet kNames{"A-Za-z0-9_., "};

std::size_t commas_in(std::string_view s) {
  return static_cast<std::size_t>(std::count(s.begin(), s.end(), ','));
}

/// The text in the place `place` of a list that begins at `at`, if `all` places are texts or names.
std::optional<Quoted> read_place(Pass& pass, std::size_t at, std::size_t place, std::size_t all) {
  static constexpr ByteSet kPath{"A-Za-z0-9_."};
  Scan& scan = pass.scan;
  std::optional<Quoted> found;
  for (std::size_t i = 0; i < all; ++i) {
    const auto value = read_quoted(pass, at);
    if (value && !value->closed) return std::nullopt;
    if (i == place) found = value;
    const std::size_t end = value ? value->after : scan.skip(at, kPath, 96);
    if (end == at) return std::nullopt;
    at = scan.skip(end, kBlank);
    if ((scan.at(at) == ',') != (i + 1 < all)) return std::nullopt;
    at = scan.skip(at + 1, kBlank);
  }
  return found;
}

}  // namespace

bool find_in_tuple(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  const std::size_t blank = scan.skip_back(key.begin, kBlank, 4);
  if (blank == 0 || scan.at(blank - 1) != ',') return false;
  const std::string_view before = before_key(scan, key);
  const std::size_t commas = commas_in(before);
  if (commas == 0 || commas > kMost || !std::all_of(before.begin(), before.end(), kNames)) {
    return false;
  }
  at = scan.skip(at, kBytes<"( ">, 4);
  for (std::size_t i = 0;; ++i) {
    const auto value = read_quoted(pass, at);
    if (!value || !value->closed) return false;
    if (i == commas) return mark_quoted(pass, key, *value, promise);
    at = scan.skip(value->after, kBlank);
    if (scan.at(at) != ',') return false;
    at = scan.skip(at + 1, kBlank);
  }
}

bool find_before_tuple(Pass& pass, const Key& key, Promise promise) {
  Scan& scan = pass.scan;
  const std::string_view before = before_key(scan, key);
  if (key.quoted || !std::all_of(before.begin(), before.end(), kNames)) return false;
  const std::size_t sign = scan.skip(key.end, kNames, 96);
  const bool arrow = scan.starts(sign, "<-");
  if (!arrow && (scan.at(sign) != '=' || scan.at(sign + 1) == '=')) return false;
  const std::size_t place = commas_in(before);
  const std::size_t all = place + commas_in(scan.text().substr(key.end, sign - key.end)) + 1;
  if (all > kMost) return false;
  const std::size_t at = scan.skip(sign + (arrow ? 2 : 1), kBytes<"( ">, 4);
  const auto value = read_place(pass, at, place, all);
  return value && mark_quoted(pass, key, *value, promise);
}

}  // namespace mage_lineage::redact
