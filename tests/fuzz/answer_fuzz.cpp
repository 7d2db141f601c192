// Reads arbitrary answers of servers: what is told of them is short, safe to print, and never holds
// a credential of the route, however a server echoes it.
//
// The input: a byte for the route, two for the status, then Location, Retry-After and body, parted
// by zero bytes. Every \x01 in it stands for the route's bearer token.
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/delivery/answer.hpp>
#include <mage_lineage/delivery/retry.hpp>
#include <mage_lineage/delivery/token.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace mage_lineage;
using namespace mage_lineage::delivery;

namespace {

constexpr std::string_view kToken = "kV9rQ2-Lx7:wZ4_tN8";

void require(bool holds) {
  if (!holds) std::abort();
}

std::string take_part(std::string_view& rest) {
  const auto end = std::min(rest.find('\0'), rest.size());
  std::string out;
  for (const char c : rest.substr(0, end)) {
    if (c == '\x01') {
      out += kToken;
    } else {
      out += c;
    }
  }
  rest.remove_prefix(std::min(rest.size(), end + 1));
  return out;
}

void require_safe(const std::string& shown) {
  require(shown.size() <= 4096);
  require(!text::first_invalid_utf8(shown).has_value());
  require(text::escape_untrusted(shown, shown.size()) == shown);
  require(shown.find(kToken.substr(0, 8)) == std::string::npos);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (size < 3 || input.find(kToken.substr(0, 4)) != std::string_view::npos) return 0;
  Route route;
  route.kind = static_cast<RouteKind>(data[0] % 3);
  route.portal = route.kind == RouteKind::openlineage && data[0] >= 128;
  route.events = parse_url("https://backend.example/api/data-registry/lineage").value();
  route.bearer = Secret(std::string(kToken));
  Cleaner cleaner;
  cleaner.hide(route.bearer);

  sys::HttpResponse response;
  response.status = 100 + (data[1] * 256 + data[2]) % 900;
  std::string_view rest = input.substr(3);
  response.headers = {{"location", take_part(rest)}, {"retry-after", take_part(rest)}};
  response.body = take_part(rest);
  response.whole = data[0] % 2 == 0;

  const auto verdict = judge_answer(route, response, cleaner);
  require_safe(verdict.message);
  require_safe(verdict.hint);
  require_safe(describe_answer(response, cleaner));
  const bool success = response.status / 100 == 2;
  require(verdict.delivered == (route.portal ? response.status == 201 : success));
  require(verdict.delivered || !verdict.message.empty());

  const auto now = parse_rfc3339("2026-08-03T19:40:00Z").value();
  if (const auto pause = retry_after(response, now)) require(pause->count() >= 0);
  if (const auto token = read_token(response)) {
    require(response.whole && token->lifetime.count() > 0);
    require(token->usable_for() <= token->lifetime);
  } else {
    require_safe(token.error().message);
  }
  return 0;
}
