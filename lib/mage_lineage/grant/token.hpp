#pragma once

#include <mage_lineage/core/secret.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/grant/claims.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::grant {

inline constexpr std::size_t kMaxTokenBytes = 8192;
/// Objects and arrays within one another, in a header or payload.
inline constexpr std::size_t kMaxTokenDepth = 32;

/// Header parameters that would change how a token is read: a token with one is refused.
inline constexpr std::array<std::string_view, 4> kRefusedParameters{"crit", "zip", "cty", "b64"};

/// A compact JWS taken apart (RFC 7515, section 7.1). The view points into the token.
struct Parts {
  std::string_view signing_input;  ///< header and payload as they were sent, with the dot
  std::string header;              ///< decoded
  std::string payload;             ///< decoded
  std::string signature;           ///< decoded
};

/// Takes a token apart, strictly; what is wrong is told in `finding`.
std::optional<Parts> split_token(std::string_view token, Finding& finding);

/// Judges a decoded header: the algorithm, and nothing in it that would change how the token is
/// read.
std::optional<json::Value> read_header(std::string_view header, Finding& finding);

/// Parses a decoded payload. Call it only for a token whose signature holds.
std::optional<json::Value> read_payload(std::string_view payload, Finding& finding);

/// True when `signature` is the HMAC-SHA-256 of the input; constant time. An empty secret matches
/// nothing.
bool signature_matches(std::string_view signing_input, std::string_view signature,
                       const Secret& secret);

/// A compact JWS of a payload, signed with HS256.
Secret sign(std::string_view payload_json, const Secret& secret);

}  // namespace mage_lineage::grant
