#include <mage_lineage/delivery/retry.hpp>

#include <mage_lineage/core/http.hpp>
#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <array>

namespace mage_lineage::delivery {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kFirstPause{250};
constexpr milliseconds kLongestPause{5000};

}  // namespace

bool is_worth_retrying(int status) {
  return status == 408 || status == 429 || (status >= 500 && status <= 599);
}

std::optional<milliseconds> retry_after(const sys::HttpResponse& response, Timestamp now) {
  const auto* asked = response.header("retry-after");
  if (asked == nullptr) return std::nullopt;
  constexpr unsigned long long kLongest = 366ULL * 86'400;
  if (const auto n = text::parse_decimal(*asked)) return seconds(std::min(*n, kLongest));
  const auto date = parse_http_date(*asked, now);
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
