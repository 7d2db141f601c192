#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/grant/verify.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace mage_lineage::grant {

/// The grant to make.
struct MintRequest {
  Policy policy;
  std::string subject = "mage-lineage";
  std::vector<std::string> actions;  ///< expanded: see expand_action
  Scope scope;
  std::optional<std::string> snapshot_id;
  std::chrono::milliseconds ttl = std::chrono::minutes(5);
  Timestamp now;
  std::string token_id;  ///< the `jti`: unique, from the caller's randomness
  json::Value changes;   ///< null, or an object to merge into the claims (RFC 7396: null removes)
  bool unchecked = false;
  bool allow_short_secret = false;
};

struct Minted {
  Secret token;
  json::Value claims;
};

/// Makes a grant. Unless `unchecked`, whatever verify() would refuse is refused here with
/// `invalid`: a lifetime beyond twice the snapshot TTL, a read grant without a snapshot id, a blank
/// claim, a secret under 32 bytes (unless allowed), changes to a claim that this function sets.
Result<Minted> mint(const MintRequest& request, const Secret& secret);

}  // namespace mage_lineage::grant
