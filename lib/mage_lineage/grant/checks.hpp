#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace mage_lineage::grant {

/// What a grant is judged by, in the order in which it is judged (contracts, section 7).
enum class CheckId : std::uint8_t {
  token_form,
  header,
  signature,
  payload_form,
  claims,
  issuer,
  audience,
  issued_at,
  not_before,
  expiry,
  expiry_after_issue,
  lifetime,
  action,
  scope,
  snapshot_id,
};
inline constexpr std::size_t kCheckCount = 15;

enum class Status : std::uint8_t { not_reached, pass, fail };

/// The stable snake_case name of a status.
std::string_view to_string(Status status);

/// What people are told about a check: the one place of these words, for output and manual.
struct CheckSpec {
  CheckId id;
  std::string_view code;     ///< stable, for `--json` and the service's log
  std::string_view claim;    ///< the part of the token it looks at
  std::string_view rule;     ///< what must hold
  std::string_view purpose;  ///< what it is for: `--explain`
};

/// All checks in order; the index is the CheckId.
const std::array<CheckSpec, kCheckCount>& checks();
const CheckSpec& spec(CheckId id);

}  // namespace mage_lineage::grant
