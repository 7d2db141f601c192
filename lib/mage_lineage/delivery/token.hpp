#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/secret.hpp>
#include <mage_lineage/sys/http_client.hpp>

#include <chrono>

namespace mage_lineage::delivery {

/// A minted gateway token.
struct GatewayToken {
  Secret value;
  std::chrono::milliseconds lifetime{0};  ///< from when it was asked for

  /// How long it is used: a tenth of the lifetime is left unused, at most a minute.
  std::chrono::milliseconds usable_for() const;
};

/// Reads the answer to a mint request that succeeded: a JSON object with `access_token` (text that
/// can stand in a header) and `expires_in` (seconds above 0), both required. Fails with `rejected`;
/// the message never quotes the body.
Result<GatewayToken> read_token(const sys::HttpResponse& response);

}  // namespace mage_lineage::delivery
