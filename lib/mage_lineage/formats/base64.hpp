#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage {

/// base64 with padding (RFC 4648, section 4).
std::string base64_encode(std::string_view bytes);

/// base64url without padding (RFC 4648, section 5; RFC 7515, section 2).
std::string base64url_encode(std::string_view bytes);

/// Reads what base64url_encode can write and nothing else: no padding, no `+` or `/`, no white
/// space, trailing bits zero. nullopt otherwise.
std::optional<std::string> base64url_decode(std::string_view text);

/// Reads base64 of either alphabet, with or without padding: for guessing what somebody meant,
/// never for judging.
std::optional<std::string> base64_decode_leniently(std::string_view text);

}  // namespace mage_lineage
