#pragma once

#include <mage_lineage/core/time.hpp>
#include <mage_lineage/grant/token.hpp>

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::grant {

/// The secrets that a grant may be signed with. `previous` is empty outside of a key rotation.
struct Keys {
  Secret current;
  Secret previous;
};

/// A secret shorter than this is guessable (RFC 8725, section 3.5; RFC 7518, section 3.2).
inline constexpr std::size_t kShortestSecret = 32;

/// What holds for every grant of a deployment.
struct Policy {
  std::string issuer = "autopilot-lineage";
  std::string audience = "mage-pro-lineage-snapshot";
  std::chrono::milliseconds snapshot_ttl = std::chrono::minutes(15);
  std::chrono::milliseconds leeway = std::chrono::seconds(60);  ///< for iat and nbf alone

  /// The longest that a grant may live: twice the snapshot TTL (the Mage Pro document).
  std::chrono::milliseconds longest_lifetime() const { return 2 * snapshot_ttl; }
};

/// What this use of the grant asks for. What is not given is not compared.
struct Demand {
  std::optional<std::string> action;  ///< not given: one of the snapshot API's two
  std::optional<Scope> scope;         ///< not given: the check is not reached
  std::optional<std::string>
      snapshot_id;  ///< not given: a read grant must have any well-formed one
};

enum class UsedKey { none, current, previous };

/// The judgement of one token.
struct Verification {
  std::array<Status, kCheckCount> statuses{};  ///< by CheckId
  std::vector<Finding> findings;               ///< all that is wrong, in the order of the checks
  UsedKey key = UsedKey::none;                 ///< which secret the signature was made with
  json::Value header;                          ///< null until judged well
  json::Value payload;                         ///< null until the signature holds
  Claims claims;

  Status status(CheckId id) const { return statuses[static_cast<std::size_t>(id)]; }
  /// Every check passed.
  bool accepted() const;
  /// The grant is genuine and in force: every check up to the lifetime passed. Whether it allows
  /// what is asked for is what the remaining checks say.
  bool authentic() const;
};

/// Judges a token as it is, byte for byte, at a moment. Pure; safe to call from any thread. The
/// payload is parsed only once the signature holds; from there on all checks are made, so that
/// everything wrong is told at once.
Verification verify(std::string_view token, const Keys& keys, const Policy& policy,
                    const Demand& demand, Timestamp now);

}  // namespace mage_lineage::grant
