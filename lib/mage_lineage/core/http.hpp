#pragma once

#include <mage_lineage/core/time.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage {

/// The reason phrase of a status (RFC 9110, section 15); empty for one that is not known.
std::string_view reason_phrase(int status);

/// A moment as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
std::string format_http_date(Timestamp t);

/// Reads an HTTP date in its three forms. nullopt for anything else.
std::optional<Timestamp> parse_http_date(std::string_view s, Timestamp now);

}  // namespace mage_lineage
