#pragma once

#include <string_view>

namespace mage_lineage::delivery {

/// Where the APIs that take events lie below their addresses (contracts, section 6).
inline constexpr std::string_view kDirectPath = "/events";
inline constexpr std::string_view kGatewayPath = "/api/v1/autopilot/lineage/events";
inline constexpr std::string_view kTokenPath = "/api/v1/autopilot/gateway/token";
inline constexpr std::string_view kPortalPath = "/api/data-registry/lineage";
inline constexpr std::string_view kOpenlineagePath = "/api/v1/lineage";

/// Where Portal shows people what it made of the events.
inline constexpr std::string_view kPortalGraphPath = "/data-overview/lineage";

}  // namespace mage_lineage::delivery
