#pragma once

#include <mage_lineage/core/result.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace mage_lineage {

/// A moment in UTC with a resolution of one millisecond, between the years 1 and 9999.
using Timestamp = std::chrono::sys_time<std::chrono::milliseconds>;

/// RFC 3339 in UTC with milliseconds: `2026-08-03T19:40:00.000Z`.
std::string format_rfc3339(Timestamp t);

/// Reads an RFC 3339 date-time; the offset is required, a fraction is cut to milliseconds.
/// A leap second counts as the second after. Fails with `malformed`.
Result<Timestamp> parse_rfc3339(std::string_view s);

/// Reads a duration as people write it: `90s`, `15m`, `1h`, `500ms`, `2d`, `1h30m`. A bare number
/// is refused because its unit is not known; so are signs, zero-length input and overflow
/// (`malformed`).
Result<std::chrono::milliseconds> parse_duration(std::string_view s);

/// The longest two units: `1h 30m`, `15m`, `12s`, `340ms`; never a sign.
std::string format_duration(std::chrono::milliseconds d);

}  // namespace mage_lineage
