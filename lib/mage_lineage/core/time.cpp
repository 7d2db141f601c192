#include <mage_lineage/core/time.hpp>

#include <mage_lineage/core/text.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace mage_lineage {
namespace {

using std::chrono::milliseconds;

/// Takes exactly `digits` decimal digits off the front of `s`.
std::optional<int> take_digits(std::string_view& s, std::size_t digits) {
  if (s.size() < digits) return std::nullopt;
  int value = 0;
  for (const char c : s.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  s.remove_prefix(digits);
  return value;
}

bool take(std::string_view& s, std::string_view any_of) {
  if (s.empty() || any_of.find(s.front()) == std::string_view::npos) return false;
  s.remove_prefix(1);
  return true;
}

struct Unit {
  std::string_view name;
  std::int64_t milliseconds;
};
constexpr std::array<Unit, 5> kUnits{
    {{"d", 86'400'000}, {"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}}};

Failure bad_time(std::string_view s) {
  return fail(ErrorCode::malformed, "\"" + text::escape_untrusted(s, 64) + "\" is not a time",
              "write it as RFC 3339 with an offset, for example 2026-08-03T19:40:00Z");
}

}  // namespace

std::string format_rfc3339(Timestamp t) {
  const auto day = std::chrono::floor<std::chrono::days>(t);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(t - day);
  std::array<char, 40> out{};
  const int n = std::snprintf(
      out.data(), out.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
      static_cast<int>(time.seconds().count()), static_cast<int>(time.subseconds().count()));
  return {out.data(), static_cast<std::size_t>(n)};
}

Result<Timestamp> parse_rfc3339(std::string_view s) {
  using namespace std::chrono;
  std::string_view rest = s;
  const auto y = take_digits(rest, 4);
  if (!y || *y == 0 || !take(rest, "-")) return bad_time(s);
  const auto mo = take_digits(rest, 2);
  if (!mo || !take(rest, "-")) return bad_time(s);
  const auto d = take_digits(rest, 2);
  if (!d || !take(rest, "Tt")) return bad_time(s);
  const auto h = take_digits(rest, 2);
  if (!h || !take(rest, ":")) return bad_time(s);
  const auto mi = take_digits(rest, 2);
  if (!mi || !take(rest, ":")) return bad_time(s);
  const auto sec = take_digits(rest, 2);
  if (!sec) return bad_time(s);
  int ms = 0;
  if (take(rest, ".")) {
    int digits = 0;
    while (const auto digit = take_digits(rest, 1)) {
      if (digits < 3) ms = ms * 10 + *digit;
      ++digits;
    }
    if (digits == 0) return bad_time(s);
    for (; digits < 3; ++digits)
      ms *= 10;
  }
  minutes offset{0};
  if (!take(rest, "Zz")) {
    const bool behind = !rest.empty() && rest.front() == '-';
    if (!take(rest, "+-")) return bad_time(s);
    const auto oh = take_digits(rest, 2);
    if (!oh || !take(rest, ":")) return bad_time(s);
    const auto om = take_digits(rest, 2);
    if (!om || *oh > 23 || *om > 59) return bad_time(s);
    offset = hours(*oh) + minutes(*om);
    if (behind) offset = -offset;
  }
  const year_month_day date{year(*y), month(static_cast<unsigned>(*mo)),
                            day(static_cast<unsigned>(*d))};
  if (!rest.empty() || !date.ok() || *h > 23 || *mi > 59 || *sec > 60) return bad_time(s);
  const Timestamp t =
      sys_days(date) + hours(*h) + minutes(*mi) + seconds(*sec) + milliseconds(ms) - offset;
  if (t < kFirstTimestamp || t > kLastTimestamp) return bad_time(s);
  return t;
}

Result<milliseconds> parse_duration(std::string_view s) {
  const auto bad = [&] {
    return fail(ErrorCode::malformed, "\"" + text::escape_untrusted(s, 64) + "\" is not a duration",
                "write a number and a unit, for example 90s, 15m or 1h30m");
  };
  constexpr std::int64_t kLongest = kLongestDuration.count();
  std::string_view rest = s;
  std::int64_t total = 0;
  std::int64_t last_unit = kLongest;
  if (rest.empty()) return bad();
  while (!rest.empty()) {
    const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const auto value = text::parse_decimal(rest.substr(0, digits));
    rest.remove_prefix(digits);
    const auto name = rest.substr(0, std::min(rest.find_first_of("0123456789"), rest.size()));
    rest.remove_prefix(name.size());
    std::int64_t unit = 0;
    for (const auto& candidate : kUnits) {
      if (candidate.name == name) unit = candidate.milliseconds;
    }
    if (!value || unit == 0 || unit >= last_unit) return bad();
    if (*value > static_cast<unsigned long long>(kLongest / unit)) return bad();
    total += static_cast<std::int64_t>(*value) * unit;
    if (total > kLongest) return bad();
    last_unit = unit;
  }
  return milliseconds(total);
}

std::string format_duration(milliseconds d) {
  std::int64_t left = std::abs(d.count());
  std::string out;
  int shown = 0;
  for (const auto& unit : kUnits) {
    const std::int64_t n = left / unit.milliseconds;
    left %= unit.milliseconds;
    if (n == 0) {
      if (shown > 0) break;
      continue;
    }
    if (unit.milliseconds == 1 && shown > 0) break;
    out += (shown > 0 ? " " : "") + std::to_string(n) + std::string(unit.name);
    if (++shown == 2) break;
  }
  return out.empty() ? "0s" : out;
}

}  // namespace mage_lineage
