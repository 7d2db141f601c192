#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/secret.hpp>
#include <mage_lineage/formats/url.hpp>
#include <mage_lineage/settings/settings.hpp>
#include <mage_lineage/sys/http_client.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::delivery {

enum class RouteKind : std::uint8_t { direct, gateway, openlineage };

/// `direct`, `gateway`, `openlineage`.
const char* to_string(RouteKind kind);

/// Whether plain http may leave this machine.
enum class InsecureHttp : std::uint8_t { refused, allowed };

/// Refuses plain http to anything but this machine, unless it is allowed, with `invalid`. `what`
/// names what would go there, in the plural.
Result<> refuse_insecure(const Url& url, InsecureHttp insecure, std::string_view what);

/// Where events go and what proves that they may (contracts, section 6).
struct Route {
  RouteKind kind = RouteKind::direct;
  Url events;               ///< events are posted here
  std::optional<Url> mint;  ///< a gateway token is minted here; nullopt: `bearer` is the token
  Secret bearer;            ///< empty: no Authorization header (openlineage alone)
  Secret mint_key;
  std::string tenant_id;
  std::string routine_id;
  Secret service_key;   ///< `X-Autopilot-Lineage-Api-Key`; empty: not sent
  bool portal = false;  ///< the backend is Spotify Portal: RunEvents only, 201 only
};

/// The route that was asked for; else direct, then gateway, as configured. Fails with `invalid`
/// when neither is.
Result<RouteKind> choose_route(std::optional<RouteKind> asked, const settings::Settings& settings);

/// Whether OPENLINEAGE_DISABLED turns this route off: that is for the openlineage route alone.
/// Whoever is about to send asks before anything else, and then sends nothing.
bool is_turned_off(RouteKind kind, const settings::Settings& settings);

/// Reads what a route needs. A direct URL without its token fails; it never falls back to the
/// gateway. Fails with `invalid` when something is missing or cannot stand in a header, and with
/// the reader's error for a URL that is malformed.
Result<Route> make_route(RouteKind kind, const settings::Settings& settings, InsecureHttp insecure);

/// The page on which Portal shows what it made of the events; empty for other backends.
std::string portal_graph_url(const Route& route);

/// What the requests that post events have in common, with the given bearer token.
sys::HttpRequest event_pattern(const Route& route, const Secret& bearer);
/// The request that posts one event, made of a pattern. `id` may be empty: the event has none.
sys::HttpRequest event_request(const Route& route, const sys::HttpRequest& pattern,
                               const std::string& id, std::string body);
/// The request that mints a gateway token; `route.mint` must be there.
sys::HttpRequest mint_request(const Route& route);

}  // namespace mage_lineage::delivery
