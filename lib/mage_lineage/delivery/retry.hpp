#pragma once

#include <mage_lineage/core/time.hpp>
#include <mage_lineage/sys/http_client.hpp>
#include <mage_lineage/sys/random.hpp>

#include <chrono>
#include <optional>
#include <string_view>

namespace mage_lineage::delivery {

/// True for 408, 429 and 5xx: answers after which the same request may succeed.
bool is_worth_retrying(int status);

/// How long the server asks to wait: `Retry-After` in seconds or as a date (RFC 9110, section
/// 10.2.3), 0 for a date that has passed. nullopt without the header, or when it is malformed.
std::optional<std::chrono::milliseconds> retry_after(const sys::HttpResponse& response,
                                                     Timestamp now);

/// The pause after the `attempts`-th failure, from 1: a quarter of a second, doubled each time up
/// to five seconds, and varied by half, so that many clients do not come back at once.
std::chrono::milliseconds backoff(int attempts, sys::Random& random);

}  // namespace mage_lineage::delivery
