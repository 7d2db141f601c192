#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/formats/base64.hpp>
#include <mage_lineage/grant/token.hpp>

#include <array>
#include <utility>

namespace mage_lineage::grant {
namespace {

std::string_view as_text(const Sha256Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

std::optional<json::Value> read_object(std::string_view text, CheckId check, Finding& finding) {
  std::vector<std::string> duplicates;
  auto value = json::parse(
      text, {.max_bytes = kMaxTokenBytes, .max_depth = kMaxTokenDepth, .duplicates = &duplicates});
  if (!value) {
    finding = {check, value.error().code == ErrorCode::too_large ? "too_deep" : "not_json",
               value.error().message};
    return std::nullopt;
  }
  if (!value->is(json::Kind::object)) {
    finding = {check, "not_an_object", {}};
    return std::nullopt;
  }
  if (!duplicates.empty()) {
    finding = {check, "duplicate_member", duplicates.front()};
    return std::nullopt;
  }
  return *std::move(value);
}

}  // namespace

std::optional<Parts> split_token(std::string_view token, Finding& finding) {
  const auto bad = [&](std::string_view reason, std::string member = {}) {
    finding = {CheckId::token_form, reason, std::move(member)};
    return std::nullopt;
  };
  if (token.empty()) return bad("empty");
  if (token.size() > kMaxTokenBytes) return bad("too_large");
  const auto first = token.find('.');
  if (first == std::string_view::npos) return bad("not_three_parts");
  const auto second = token.find('.', first + 1);
  if (second == std::string_view::npos || token.find('.', second + 1) != std::string_view::npos) {
    return bad("not_three_parts");
  }
  Parts parts;
  parts.signing_input = token.substr(0, second);
  const std::array<std::pair<std::string_view, std::string*>, 3> encoded{
      {{token.substr(0, first), &parts.header},
       {token.substr(first + 1, second - first - 1), &parts.payload},
       {token.substr(second + 1), &parts.signature}}};
  constexpr std::array<const char*, 3> kNames{"header", "payload", "signature"};
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (encoded[i].first.empty()) return bad("empty_part", kNames[i]);
    auto decoded = base64url_decode(encoded[i].first);
    if (!decoded) return bad("not_base64url", kNames[i]);
    *encoded[i].second = *std::move(decoded);
  }
  return parts;
}

std::optional<json::Value> read_header(std::string_view header, Finding& finding) {
  auto value = read_object(header, CheckId::header, finding);
  if (!value) return std::nullopt;
  const auto bad = [&](std::string_view reason, std::string_view member) {
    finding = {CheckId::header, reason, std::string(member)};
    return std::nullopt;
  };
  const json::Value* algorithm = value->find("alg");
  if (algorithm == nullptr) return bad("missing", "alg");
  if (!algorithm->is(json::Kind::string)) return bad("wrong_type", "alg");
  if (algorithm->text != "HS256") return bad("alg_not_hs256", "alg");
  const json::Value* type = value->find("typ");
  if (type != nullptr && (!type->is(json::Kind::string) || type->text != "JWT")) {
    return bad("typ_not_jwt", "typ");
  }
  for (const std::string_view name : kRefusedParameters) {
    if (value->find(name) != nullptr) return bad("refused_parameter", name);
  }
  return value;
}

std::optional<json::Value> read_payload(std::string_view payload, Finding& finding) {
  return read_object(payload, CheckId::payload_form, finding);
}

bool signature_matches(std::string_view signing_input, std::string_view signature,
                       const Secret& secret) {
  if (secret.empty()) return false;
  return constant_time_equal(as_text(hmac_sha256(secret, signing_input)), signature);
}

Secret sign(std::string_view payload_json, const Secret& secret) {
  std::string token =
      base64url_encode(R"({"alg":"HS256","typ":"JWT"})") + "." + base64url_encode(payload_json);
  token += "." + base64url_encode(as_text(hmac_sha256(secret, token)));
  return Secret(std::move(token));
}

}  // namespace mage_lineage::grant
