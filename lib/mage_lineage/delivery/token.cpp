#include <mage_lineage/delivery/token.hpp>

#include <mage_lineage/formats/json.hpp>

#include <algorithm>

namespace mage_lineage::delivery {

using std::chrono::milliseconds;

milliseconds GatewayToken::usable_for() const {
  constexpr milliseconds kMargin{60'000};
  return lifetime - std::min(kMargin, lifetime / 10);
}

Result<GatewayToken> read_token(const sys::HttpResponse& response) {
  const auto bad = [](std::string why) {
    return fail(ErrorCode::rejected, "the gateway's token answer " + std::move(why),
                "check that MAGE_PRO_API_ENDPOINT is the address of the Mage Pro API");
  };
  if (!response.whole) return bad("broke off");
  const auto document = json::parse(response.body);
  if (!document || !document->is(json::Kind::object)) return bad("is no JSON object");
  const auto* token = document->find("access_token");
  const auto* text = token == nullptr ? nullptr : token->as_string();
  constexpr std::size_t kLongest = 16384;
  if (text == nullptr || text->empty() || text->size() > kLongest ||
      !std::all_of(text->begin(), text->end(), [](char c) { return c > ' ' && c <= '~'; })) {
    return bad("has no usable access_token");
  }
  const auto* expires = document->find("expires_in");
  const auto seconds = expires == nullptr ? std::nullopt : expires->as_seconds();
  constexpr std::int64_t kMost = 366LL * 86'400;
  if (!seconds || seconds->whole < 0 || (seconds->whole == 0 && seconds->nanos == 0)) {
    return bad("has no usable expires_in");
  }
  GatewayToken minted;
  minted.value = Secret(*text);
  minted.lifetime =
      milliseconds(std::min(seconds->whole, kMost) * 1000 + seconds->nanos / 1'000'000);
  return minted;
}

}  // namespace mage_lineage::delivery
