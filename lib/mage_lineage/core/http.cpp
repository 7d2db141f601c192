#include <mage_lineage/core/http.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace mage_lineage {
namespace {

struct Phrase {
  int status;
  std::string_view words;
};
constexpr std::array<Phrase, 31> kPhrases{{
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {417, "Expectation Failed"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
}};

constexpr std::array<std::string_view, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

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

std::string two_digits(std::int64_t n) {
  return (n < 10 ? "0" : "") + std::to_string(n);
}

}  // namespace

std::string_view reason_phrase(int status) {
  for (const auto& phrase : kPhrases) {
    if (phrase.status == status) return phrase.words;
  }
  return {};
}

std::string format_http_date(Timestamp t) {
  using namespace std::chrono;
  const auto day = floor<days>(t);
  const year_month_day date(day);
  const hh_mm_ss time(floor<seconds>(t - day));
  return std::string(kDays[weekday(day).c_encoding()]) + ", " +
         two_digits(static_cast<unsigned>(date.day())) + " " +
         std::string(kMonths[static_cast<unsigned>(date.month()) - 1]) + " " +
         std::to_string(static_cast<int>(date.year())) + " " + two_digits(time.hours().count()) +
         ":" + two_digits(time.minutes().count()) + ":" + two_digits(time.seconds().count()) +
         " GMT";
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

}  // namespace mage_lineage
