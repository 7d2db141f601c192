#pragma once

#include <mage_lineage/core/time.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mage_lineage {

/// A UUIDv7 (RFC 9562, 5.7) of the given moment; `random` fills its 74 random bits.
std::string make_uuid_v7(Timestamp t, const std::array<std::uint8_t, 10>& random);

/// True for the text form of RFC 9562, section 4: 8-4-4-4-12 hex digits in either case.
bool is_uuid(std::string_view s);

}  // namespace mage_lineage
