#pragma once

#include <mage_lineage/delivery/route.hpp>
#include <mage_lineage/sys/http_client.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace mage_lineage::delivery {

/// What could be found out about a route without posting an event.
struct RouteProbe {
  sys::HttpProbe connection;  ///< to the host of `Route::events`
  bool needs_token = false;   ///< the route mints a gateway token
  bool token_minted = false;
  int token_status = 0;       ///< of the gateway's answer; 0: none
  std::string token_problem;  ///< why there is no token, fit to show
  std::string token_hint;
  std::chrono::milliseconds token_took{0};

  /// Everything that was tried succeeded.
  bool good() const;
};

/// Looks up the name, connects, shakes hands; for a gateway that mints, also mints a token, once,
/// and forgets it. Whether the server would take an event with these credentials stays open.
RouteProbe probe_route(const Route& route, sys::HttpClient& http,
                       std::chrono::milliseconds timeout);

}  // namespace mage_lineage::delivery
