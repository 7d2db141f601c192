#include <mage_lineage/openlineage/text_formats.hpp>

#include <mage_lineage/core/time.hpp>

#include <array>
#include <cstdint>

namespace mage_lineage::openlineage {
namespace {

/// Where a character may stand in a URI; a set of bits.
enum CharClass : std::uint8_t {
  kAlpha = 1,
  kDigit = 2,
  kHex = 4,
  kSchemeRest = 8,
  kHost = 16,      ///< unreserved / sub-delims
  kUserInfo = 32,  ///< kHost and ":"
  kPath = 64,      ///< pchar and "/"
  kQuery = 128,    ///< kPath and "?"
};

constexpr std::array<std::uint8_t, 256> kClasses = [] {
  std::array<std::uint8_t, 256> table{};
  const auto allow = [&table](std::string_view chars, int classes) {
    for (const char c : chars) {
      auto& entry = table[static_cast<unsigned char>(c)];
      entry = static_cast<std::uint8_t>(entry | classes);
    }
  };
  constexpr int kEverywhere = kHost | kUserInfo | kPath | kQuery;
  allow("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", kAlpha | kSchemeRest | kEverywhere);
  allow("0123456789", kDigit | kHex | kSchemeRest | kEverywhere);
  allow("abcdefABCDEF", kHex);
  allow("+-.", kSchemeRest);
  allow("-._~!$&'()*+,;=", kEverywhere);
  allow(":", kUserInfo | kPath | kQuery);
  allow("@/", kPath | kQuery);
  allow("?", kQuery);
  return table;
}();

bool is(char c, std::uint8_t classes) {
  return (kClasses[static_cast<unsigned char>(c)] & classes) != 0;
}

/// Characters of one class, and percent-encoded bytes.
bool all_of(std::string_view s, std::uint8_t allowed) {
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (is(s[i], allowed)) continue;
    if (s[i] != '%' || i + 2 >= s.size() || !is(s[i + 1], kHex) || !is(s[i + 2], kHex))
      return false;
    i += 2;
  }
  return true;
}

/// `[…]`: an IPv6 address, with dots for an IPv4 tail, or `v1.…` (section 3.2.2). The groups are
/// not counted.
bool is_ip_literal(std::string_view s) {
  if (s.size() < 4 || s.front() != '[' || s.back() != ']') return false;
  const std::string_view inside = s.substr(1, s.size() - 2);
  if (inside.front() == 'v' || inside.front() == 'V') {
    return inside.find('.') != std::string_view::npos && all_of(inside, kUserInfo);
  }
  bool colon = false;
  for (const char c : inside) {
    colon = colon || c == ':';
    if (!is(c, kHex) && c != ':' && c != '.') return false;
  }
  return colon;
}

bool is_authority(std::string_view s) {
  if (const auto at = s.find('@'); at != std::string_view::npos) {
    if (!all_of(s.substr(0, at), kUserInfo)) return false;
    s.remove_prefix(at + 1);
  }
  const auto bracket = s.find(']');
  const auto colon = s.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const std::string_view host = s.substr(0, colon);
  if (colon != std::string_view::npos) {
    for (const char c : s.substr(colon + 1)) {
      if (!is(c, kDigit)) return false;
    }
  }
  return host.starts_with('[') ? is_ip_literal(host) : all_of(host, kHost);
}

}  // namespace

bool is_date_time(std::string_view s) {
  return parse_rfc3339(s).has_value();
}

bool is_uri(std::string_view s) {
  const auto colon = s.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is(s.front(), kAlpha)) return false;
  for (const char c : s.substr(0, colon)) {
    if (!is(c, kSchemeRest)) return false;
  }
  std::string_view rest = s.substr(colon + 1);
  if (const auto hash = rest.find('#'); hash != std::string_view::npos) {
    if (!all_of(rest.substr(hash + 1), kQuery)) return false;
    rest = rest.substr(0, hash);
  }
  if (const auto mark = rest.find('?'); mark != std::string_view::npos) {
    if (!all_of(rest.substr(mark + 1), kQuery)) return false;
    rest = rest.substr(0, mark);
  }
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    const auto slash = rest.find('/');
    if (!is_authority(rest.substr(0, slash))) return false;
    rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
  }
  return all_of(rest, kPath);
}

}  // namespace mage_lineage::openlineage
