#include <mage_lineage/formats/yaml_resolve.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace mage_lineage::yaml {

namespace {

constexpr std::string_view kPrefix = "tag:yaml.org,2002:";
/// Nothing that begins with another character is more than text.
constexpr std::string_view kFirstOfMeaning = "0123456789+-.~nNtTfFyYoO<=";

bool digit(char c) {
  return c >= '0' && c <= '9';
}

bool one_of(std::string_view s, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), s) != words.end();
}

/// Whether s is nonempty and made of the characters of `set` alone.
bool made_of(std::string_view s, std::string_view set) {
  return !s.empty() && s.find_first_not_of(set) == std::string_view::npos;
}

std::string_view without_sign(std::string_view s) {
  if (!s.empty() && (s[0] == '-' || s[0] == '+')) s.remove_prefix(1);
  return s;
}

/// Takes `(:[0-5]?[0-9])+` off the front of s; false when not even one is there.
bool take_sexagesimal(std::string_view& s) {
  bool any = false;
  while (s.size() >= 2 && s[0] == ':' && digit(s[1])) {
    const bool two = s.size() >= 3 && s[1] <= '5' && digit(s[2]);
    s.remove_prefix(two ? 3 : 2);
    any = true;
  }
  return any;
}

bool is_int(std::string_view s) {
  s = without_sign(s);
  if (s.empty() || !digit(s[0])) return false;
  if (s.starts_with("0b")) return made_of(s.substr(2), "01_");
  if (s.starts_with("0x")) return made_of(s.substr(2), "0123456789abcdefABCDEF_");
  if (s[0] == '0') return made_of(s, "01234567_");
  if (made_of(s, "0123456789_")) return true;
  s.remove_prefix(std::min(s.find_first_not_of("0123456789_"), s.size()));
  return take_sexagesimal(s) && s.empty();
}

bool is_exponent(std::string_view s) {
  if (s.empty()) return true;
  return s.size() >= 3 && (s[0] == 'e' || s[0] == 'E') && (s[1] == '-' || s[1] == '+') &&
         made_of(s.substr(2), "0123456789");
}

bool is_float(std::string_view s) {
  if (one_of(s, {".nan", ".NaN", ".NAN"})) return true;
  if (s.size() >= 2 && s[0] == '.' && digit(s[1])) {
    s.remove_prefix(1);
    s.remove_prefix(std::min(s.find_first_not_of("0123456789_"), s.size()));
    return is_exponent(s);
  }
  s = without_sign(s);
  if (one_of(s, {".inf", ".Inf", ".INF"})) return true;
  if (s.empty() || !digit(s[0])) return false;
  s.remove_prefix(std::min(s.find_first_not_of("0123456789_"), s.size()));
  const bool sexagesimal = take_sexagesimal(s);
  if (s.empty() || s[0] != '.') return false;
  s.remove_prefix(1);
  s.remove_prefix(std::min(s.find_first_not_of("0123456789_"), s.size()));
  return sexagesimal ? s.empty() : is_exponent(s);
}

bool is_number(std::string_view s) {
  if (s.empty() || (!digit(s[0]) && s[0] != '-' && s[0] != '+' && s[0] != '.')) return false;
  return is_int(s) || is_float(s);
}

/// A radix prefix without a single digit: the pattern takes it, Python's int() does not.
bool lacks_digits(std::string_view s) {
  s = without_sign(s);
  return (s.starts_with("0b") || s.starts_with("0x")) && made_of(s.substr(2), "_");
}

std::optional<bool> boolean_of(std::string_view lower) {
  if (one_of(lower, {"true", "yes", "on"})) return true;
  if (one_of(lower, {"false", "no", "off"})) return false;
  return std::nullopt;
}

/// What Python's float() takes beside the numbers of YAML.
bool is_python_float(std::string_view s) {
  if (s.empty() || s.find_first_not_of("+-.0123456789eE_") != std::string_view::npos) return false;
  std::string digits;
  for (const char c : s) {
    if (c != '_') digits += c;
  }
  char* end = nullptr;
  std::strtod(digits.c_str(), &end);
  return !digits.empty() && end == digits.c_str() + digits.size();
}

Meaning of_kind(Kind kind) {
  return {Meaning::Role::value, kind, false};
}

std::optional<std::string> integer_identity(std::string_view spelling) {
  std::string digits;
  for (const char c : without_sign(spelling)) {
    if (c != '_') digits += c;
  }
  if (digits.find(':') != std::string::npos) return std::nullopt;
  int base = 10;
  std::size_t skip = 0;
  if (digits.starts_with("0b") || digits.starts_with("0x")) {
    base = digits[1] == 'b' ? 2 : 16;
    skip = 2;
  } else if (digits.starts_with('0')) {
    base = 8;
  }
  unsigned long long value = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data() + skip, last, value, base);
  if (error != std::errc{} || end != last) return std::nullopt;
  const bool negative = spelling.starts_with('-') && value != 0;
  return (negative ? "n-" : "n") + std::to_string(value);
}

std::string number_identity(std::string_view spelling) {
  if (is_int(spelling)) {
    if (auto found = integer_identity(spelling)) return *std::move(found);
    return "n=" + std::string(spelling);
  }
  std::string digits;
  for (const char c : spelling) {
    if (c != '_') digits += c;
  }
  const std::string_view special = without_sign(digits);
  if (text::iequals(special, ".nan")) return "nnan";
  if (text::iequals(special, ".inf")) return digits.starts_with('-') ? "n-inf" : "ninf";
  char* end = nullptr;
  const double value = std::strtod(digits.c_str(), &end);
  if (end != digits.c_str() + digits.size()) return "n=" + std::string(spelling);
  if (std::trunc(value) == value && std::fabs(value) < 9e15) {
    return "n" + std::to_string(static_cast<long long>(value));
  }
  std::array<char, 32> shortest{};
  const auto [last, error] = std::to_chars(shortest.begin(), shortest.end(), value);
  return "n" + std::string(shortest.begin(), last);
}

}  // namespace

std::optional<Meaning> resolve_plain(std::string_view s) {
  if (!s.empty() && kFirstOfMeaning.find(s[0]) == std::string_view::npos)
    return of_kind(Kind::text);
  if (one_of(s, {"", "~", "null", "Null", "NULL"})) return of_kind(Kind::null);
  if (s == "<<") return Meaning{Meaning::Role::merge, Kind::text, false};
  if (s == "=") return Meaning{Meaning::Role::equals, Kind::text, false};
  if (one_of(s, {"yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})) {
    return Meaning{Meaning::Role::value, Kind::boolean, true};
  }
  if (one_of(s, {"no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})) {
    return of_kind(Kind::boolean);
  }
  if (!is_number(s)) return of_kind(Kind::text);
  if (lacks_digits(s)) return std::nullopt;
  return of_kind(Kind::number);
}

std::optional<Meaning> resolve_tagged(std::string_view tag, std::string_view s) {
  if (!tag.starts_with(kPrefix)) return std::nullopt;
  tag.remove_prefix(kPrefix.size());
  if (one_of(tag, {"str", "python/str", "python/unicode", "binary", "timestamp"})) {
    return of_kind(Kind::text);
  }
  if (one_of(tag, {"null", "python/none"})) return of_kind(Kind::null);
  if (tag == "merge") return Meaning{Meaning::Role::merge, Kind::text, false};
  if (one_of(tag, {"bool", "python/bool"})) {
    const auto value = boolean_of(text::ascii_lower(s));
    if (!value) return std::nullopt;
    return Meaning{Meaning::Role::value, Kind::boolean, *value};
  }
  if (one_of(tag, {"int", "python/int", "python/long"})) {
    if (!is_int(s) || lacks_digits(s)) return std::nullopt;
    return of_kind(Kind::number);
  }
  if (one_of(tag, {"float", "python/float"})) {
    if (!is_number(s) && !is_python_float(s)) return std::nullopt;
    return of_kind(Kind::number);
  }
  return std::nullopt;
}

bool takes_sequence(std::string_view tag) {
  if (!tag.starts_with(kPrefix)) return false;
  tag.remove_prefix(kPrefix.size());
  return one_of(tag, {"seq", "omap", "pairs", "python/list", "python/tuple"});
}

bool takes_mapping(std::string_view tag) {
  if (!tag.starts_with(kPrefix)) return false;
  tag.remove_prefix(kPrefix.size());
  return one_of(tag, {"map", "set", "python/dict"});
}

std::string key_identity(const Node& key) {
  if (key.expression) return "x" + std::to_string(key.begin.offset);
  switch (key.kind) {
    case Kind::null:
      return "~";
    case Kind::boolean:
      return key.boolean ? "n1" : "n0";
    case Kind::number:
      return number_identity(key.text);
    default:
      return "t" + key.text;
  }
}

}  // namespace mage_lineage::yaml
