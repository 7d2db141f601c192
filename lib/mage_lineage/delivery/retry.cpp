#include <mage_lineage/delivery/retry.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace mage_lineage::delivery {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr milliseconds kFirstPause{250};
constexpr milliseconds kLongestPause{5000};

struct Parts {
  int day = 0;
  char month[4] = {};
  int year = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
};

std::optional<Timestamp> moment(const Parts& p) {
  using namespace std::chrono;
  const auto at = std::find(kMonths.begin(), kMonths.end(), std::string_view(p.month));
  if (at == kMonths.end() || p.hour < 0 || p.hour > 23 || p.minute < 0 || p.minute > 59 ||
      p.second < 0 || p.second > 60) {
    return std::nullopt;
  }
  const auto number = static_cast<unsigned>(at - kMonths.begin()) + 1;
  const year_month_day date{year(p.year), month(number), day(static_cast<unsigned>(p.day))};
  if (!date.ok() || p.year < 1 || p.year > 9999) return std::nullopt;
  return Timestamp(sys_days(date) + hours(p.hour) + minutes(p.minute) + seconds(p.second));
}

}  // namespace

bool is_worth_retrying(int status) {
  return status == 408 || status == 429 || (status >= 500 && status <= 599);
}

std::optional<Timestamp> parse_http_date(std::string_view s, Timestamp now) {
  const std::string text(s.substr(0, 64));
  if (text.find('+') != std::string::npos) return std::nullopt;  // sscanf would take a sign
  Parts p;
  int end = 0;
  const auto whole = [&] { return static_cast<std::size_t>(end) == text.size(); };
  if (std::sscanf(text.c_str(), "%*3[A-Za-z], %2d %3[A-Za-z] %4d %2d:%2d:%2d GMT%n", &p.day,
                  p.month, &p.year, &p.hour, &p.minute, &p.second, &end) == 6 &&
      whole()) {
    return moment(p);
  }
  p = {};
  if (std::sscanf(text.c_str(), "%*9[A-Za-z], %2d-%3[A-Za-z]-%2d %2d:%2d:%2d GMT%n", &p.day,
                  p.month, &p.year, &p.hour, &p.minute, &p.second, &end) == 6 &&
      whole()) {
    // Two digits mean the century in which the date is at most 50 years ahead.
    const std::chrono::year_month_day today(std::chrono::floor<std::chrono::days>(now));
    p.year += static_cast<int>(today.year()) / 100 * 100;
    if (p.year > static_cast<int>(today.year()) + 50) p.year -= 100;
    return moment(p);
  }
  p = {};
  if (std::sscanf(text.c_str(), "%*3[A-Za-z] %3[A-Za-z] %2d %2d:%2d:%2d %4d%n", p.month, &p.day,
                  &p.hour, &p.minute, &p.second, &p.year, &end) == 6 &&
      whole()) {
    return moment(p);
  }
  return std::nullopt;
}

std::optional<milliseconds> retry_after(const sys::HttpResponse& response, Timestamp now) {
  const auto at = std::find_if(response.headers.begin(), response.headers.end(),
                               [](const auto& header) { return header.first == "retry-after"; });
  if (at == response.headers.end()) return std::nullopt;
  constexpr unsigned long long kLongest = 366ULL * 86'400;
  if (const auto n = text::parse_decimal(at->second)) return seconds(std::min(*n, kLongest));
  const auto date = parse_http_date(at->second, now);
  if (!date) return std::nullopt;
  return std::max(milliseconds(0), *date - now);
}

milliseconds backoff(int attempts, sys::Random& random) {
  auto pause = kFirstPause;
  for (int i = 1; i < attempts && pause < kLongestPause; ++i)
    pause *= 2;
  pause = std::min(pause, kLongestPause);
  std::array<std::uint8_t, 2> bytes{};
  random.fill(bytes.data(), bytes.size());
  const auto part = static_cast<std::int64_t>(bytes[0]) * 256 + bytes[1];
  return pause / 2 + milliseconds(pause.count() * part / 65536);
}

}  // namespace mage_lineage::delivery
