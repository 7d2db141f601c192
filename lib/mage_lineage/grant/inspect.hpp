#pragma once

#include <mage_lineage/core/time.hpp>
#include <mage_lineage/formats/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::grant {

/// Something odd about a token that was only looked at.
struct Oddity {
  std::string_view code;  ///< stable snake_case
  std::string detail;     ///< one sentence; may hold untrusted text
};

/// A claim that is a time, in words.
struct ClaimTime {
  std::string_view claim;
  std::string shown;  ///< `1767225600 (2026-01-01T00:00:00.000Z), 3 minutes ago`
};

/// What can be seen of a token without the secret. Nothing of it is verified.
struct Inspection {
  std::size_t bytes = 0;
  std::optional<json::Value> header;
  std::optional<json::Value> payload;
  std::size_t signature_bytes = 0;
  std::vector<ClaimTime> times;
  std::vector<Oddity> oddities;
};

/// Takes apart whatever it can, more leniently than verify(), and says what verify() would object
/// to in its form. Only the first kMaxTokenBytes are looked at.
Inspection inspect(std::string_view token, Timestamp now);

}  // namespace mage_lineage::grant
