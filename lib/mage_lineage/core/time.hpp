#pragma once

#include <mage_lineage/core/result.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace mage_lineage {

/// A moment in UTC with a resolution of one millisecond, between the years 1 and 9999.
using Timestamp = std::chrono::sys_time<std::chrono::milliseconds>;
inline constexpr Timestamp kFirstTimestamp{std::chrono::sys_days{std::chrono::January / 1 / 1}};
inline constexpr Timestamp kLastTimestamp =
    Timestamp{std::chrono::sys_days{std::chrono::December / 31 / 9999}} + std::chrono::days{1} -
    std::chrono::milliseconds{1};

/// No duration that a person gives is longer: a hundred years of 366 days.
inline constexpr std::chrono::milliseconds kLongestDuration = std::chrono::hours{24} * 366 * 100;

/// RFC 3339 in UTC with milliseconds: `2026-08-03T19:40:00.000Z`.
std::string format_rfc3339(Timestamp t);

/// Reads an RFC 3339 date-time; the offset is required, a fraction is cut to milliseconds.
/// A leap second counts as the second after. Fails with `malformed`, also for what leaves the years
/// 1 to 9999 in UTC.
Result<Timestamp> parse_rfc3339(std::string_view s);

/// Reads a duration as people write it: `90s`, `15m`, `1h`, `500ms`, `2d`, `1h30m`. A bare number
/// is refused because its unit is not known; so are signs, zero-length input and what is longer
/// than kLongestDuration (`malformed`).
Result<std::chrono::milliseconds> parse_duration(std::string_view s);

/// The longest two units: `1h 30m`, `15m`, `12s`, `340ms`; never a sign.
std::string format_duration(std::chrono::milliseconds d);

}  // namespace mage_lineage
