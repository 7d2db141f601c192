#pragma once

#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/formats/base64.hpp>
#include <mage_lineage/grant/verify.hpp>

#include <string>
#include <string_view>

/// A grant that holds, and tokens made of arbitrary headers and payloads.
namespace grant_fixture {

using namespace mage_lineage;

inline const Secret kSecret(std::string("0123456789abcdef0123456789abcdef"));
inline const std::string kHeader = R"({"alg":"HS256","typ":"JWT"})";
inline constexpr std::int64_t kNow = 1767225600;

inline Timestamp now() {
  return Timestamp(std::chrono::seconds(kNow));
}

inline Scope scope() {
  return {"cluster-1", "workspace-1", "project-1"};
}

inline grant::Policy policy() {
  return {"issuer-1", "audience-1", std::chrono::seconds(300), std::chrono::seconds(60)};
}

inline grant::Demand demand() {
  return {std::string(grant::kReadAction), scope(), "snap_1"};
}

/// Signs whatever it is given.
inline std::string token(std::string_view header, std::string_view payload,
                         const Secret& secret = kSecret) {
  const std::string input = base64url_encode(header) + "." + base64url_encode(payload);
  const auto mac = hmac_sha256(secret, input);
  return input + "." + base64url_encode({reinterpret_cast<const char*>(mac.data()), mac.size()});
}

/// The claims of a good grant, one of them replaced by other JSON text, or dropped (empty text).
inline std::string claims(std::string_view name = {}, std::string_view json = {}) {
  const std::pair<const char*, const char*> kClaims[] = {
      {"iss", R"("issuer-1")"},
      {"aud", R"("audience-1")"},
      {"sub", R"("user-1")"},
      {"iat", "1767225600"},
      {"exp", "1767225900"},
      {"actions", R"(["lineage:source_snapshot:read"])"},
      {"lineage_scope",
       R"({"customer_cluster_uuid":"cluster-1","workspace_uuid":"workspace-1","project_uuid":"project-1"})"},
      {"snapshot_id", R"("snap_1")"}};
  std::string out;
  bool replaced = name.empty();
  const auto add = [&](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out += out.empty() ? "{" : ",";
    out += "\"" + std::string(key) + "\":" + std::string(value);
  };
  for (const auto& [key, value] : kClaims) {
    replaced = replaced || key == name;
    add(key, key == name ? json : value);
  }
  if (!replaced) add(name, json);
  return out + "}";
}

inline grant::Verification verify(std::string_view text) {
  return grant::verify(text, {kSecret, {}}, policy(), demand(), now());
}

/// `check/reason/member` of the first finding; "accepted" when there is none.
inline std::string verdict(const grant::Verification& verification) {
  if (verification.accepted()) return "accepted";
  if (verification.findings.empty()) return "incomplete";
  const auto& first = verification.findings.front();
  return std::string(grant::spec(first.check).code) + "/" + std::string(first.reason) +
         (first.member.empty() ? "" : "/" + first.member);
}

/// The verdict on a good grant with one claim replaced.
inline std::string with(std::string_view name, std::string_view json) {
  return verdict(verify(token(kHeader, claims(name, json))));
}

/// The verdict on a good grant with another header.
inline std::string with_header(std::string_view header) {
  return verdict(verify(token(header, claims())));
}

}  // namespace grant_fixture
