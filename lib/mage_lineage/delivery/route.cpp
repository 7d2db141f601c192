#include <mage_lineage/delivery/route.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/delivery/paths.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::delivery {
namespace {

using settings::Id;
using settings::Settings;

constexpr std::string_view kUserAgent = "mage-lineage/" MAGE_LINEAGE_VERSION;

std::string variable(Id id) {
  return std::string(settings::spec(id).variable);
}

Failure missing(Id id, std::string_view what) {
  return fail(ErrorCode::invalid, variable(id) + " is not set: " + std::string(what),
              "set " + variable(id) + " in the environment or in a file given with --env-file");
}

/// Printable ASCII: what can stand in a header on every server. Secrets hold no space either.
bool fits_header(std::string_view s, char first) {
  return std::all_of(s.begin(), s.end(), [first](char c) { return c >= first && c <= '~'; });
}

Result<Url> url_setting(const Settings& settings, Id id) {
  const auto text = settings.text(id);
  if (!text) return fail(text.error());
  if (!text->has_value()) return missing(id, "there is no address to send events to");
  auto url = parse_url(**text);
  if (!url) return fail(url.error().while_doing("while reading " + variable(id)));
  return *url;
}

/// An empty secret when the setting is unset.
Result<Secret> secret_setting(const Settings& settings, Id id) {
  const auto secret = settings.secret(id);
  if (!secret) return fail(secret.error());
  if (!secret->has_value()) return Secret();
  if (!fits_header((*secret)->reveal(), '!')) {
    return fail(ErrorCode::invalid, variable(id) + " holds a character that a header cannot carry",
                "look for a space or a line break at its end");
  }
  return **secret;
}

Result<std::string> header_setting(const Settings& settings, Id id, std::string_view what) {
  const auto text = settings.text(id);
  if (!text) return fail(text.error());
  if (!text->has_value()) return missing(id, what);
  if (!fits_header(**text, ' ')) {
    return fail(ErrorCode::invalid, variable(id) + " holds a character that a header cannot carry",
                "look for a line break or another control character in it");
  }
  return **text;
}

Result<> add_mage_headers(Route& route, const Settings& settings) {
  auto tenant = header_setting(settings, Id::tenant_id, "every request names its tenant");
  if (!tenant) return fail(tenant.error());
  auto routine = header_setting(settings, Id::routine_id, "every request names its caller");
  if (!routine) return fail(routine.error());
  auto service_key = secret_setting(settings, Id::service_api_key);
  if (!service_key) return fail(service_key.error());
  route.tenant_id = *tenant;
  route.routine_id = *routine;
  route.service_key = *service_key;
  return {};
}

Result<> set_events(Route& route, const Url& base, std::string_view path, InsecureHttp insecure) {
  auto secure = refuse_insecure(base, insecure, "events and keys");
  if (!secure) return secure;
  auto events = join_url(base, path);
  if (!events) return fail(events.error());
  route.events = *events;
  return {};
}

Result<> fill_direct(Route& route, const Settings& settings, InsecureHttp insecure) {
  const auto base = url_setting(settings, Id::direct_api_url);
  if (!base) return fail(base.error());
  auto token = secret_setting(settings, Id::direct_api_token);
  if (!token) return fail(token.error());
  if (token->empty()) return missing(Id::direct_api_token, "direct delivery needs it");
  route.bearer = *token;
  auto set = set_events(route, *base, kDirectPath, insecure);
  return set ? add_mage_headers(route, settings) : set;
}

Result<> fill_gateway(Route& route, const Settings& settings, InsecureHttp insecure) {
  const auto base = url_setting(settings, Id::mage_pro_api_endpoint);
  if (!base) return fail(base.error());
  auto token = secret_setting(settings, Id::gateway_access_token);
  if (!token) return fail(token.error());
  auto key = secret_setting(settings, Id::mage_pro_api_key);
  if (!key) return fail(key.error());
  if (token->empty() && key->empty()) {
    return missing(Id::mage_pro_api_key, "the gateway needs it to mint a token");
  }
  auto set = set_events(route, *base, kGatewayPath, insecure);
  if (!set) return set;
  route.bearer = *token;
  if (token->empty()) {
    auto mint = join_url(*base, kTokenPath);
    if (!mint) return fail(mint.error());
    route.mint = *mint;
    route.mint_key = *key;
  }
  return add_mage_headers(route, settings);
}

Result<> fill_openlineage(Route& route, const Settings& settings, InsecureHttp insecure) {
  const auto base = url_setting(settings, Id::openlineage_url);
  if (!base) return fail(base.error());
  const auto endpoint = settings.text(Id::openlineage_endpoint);
  if (!endpoint) return fail(endpoint.error());
  auto key = secret_setting(settings, Id::openlineage_api_key);
  if (!key) return fail(key.error());
  route.bearer = *key;
  const std::string path = endpoint->value_or(std::string(kOpenlineagePath));
  auto set = set_events(route, *base, path, insecure);
  if (!set)
    return fail(set.error().while_doing("while reading " + variable(Id::openlineage_endpoint)));
  // Some give the whole address as OPENLINEAGE_URL; the endpoint is not appended a second time.
  const Url bare = join_url(Url{}, path).value();
  if (!bare.path.empty() && base->path.ends_with(bare.path)) route.events.path = base->path;
  route.portal = route.events.path.ends_with(kPortalPath);
  return {};
}

void add_secret(sys::HttpRequest& request, std::string name, std::string_view prefix,
                const Secret& secret) {
  if (secret.empty()) return;
  request.secret_headers.emplace_back(std::move(name),
                                      Secret(std::string(prefix) + std::string(secret.reveal())));
}

sys::HttpRequest json_post(const Url& url) {
  sys::HttpRequest request;
  request.url = url.text();
  request.headers = {{"Content-Type", "application/json"},
                     {"Accept", "application/json"},
                     {"User-Agent", std::string(kUserAgent)}};
  return request;
}

}  // namespace

const char* to_string(RouteKind kind) {
  switch (kind) {
    case RouteKind::direct:
      return "direct";
    case RouteKind::gateway:
      return "gateway";
    case RouteKind::openlineage:
      return "openlineage";
  }
  return "direct";
}

Result<> refuse_insecure(const Url& url, InsecureHttp insecure, std::string_view what) {
  if (url.https || url.is_loopback() || insecure == InsecureHttp::allowed) return {};
  return fail(ErrorCode::invalid,
              std::string(what) + " would go to " + url.origin() + " unencrypted",
              "use https, or --allow-insecure-http if the network between is trusted");
}

std::string portal_graph_url(const Route& route) {
  return route.portal ? route.events.origin() + std::string(kPortalGraphPath) : std::string();
}

Result<RouteKind> choose_route(std::optional<RouteKind> asked, const Settings& settings) {
  if (asked) return *asked;
  if (settings.row(Id::direct_api_url).is_set()) return RouteKind::direct;
  if (settings.row(Id::mage_pro_api_endpoint).is_set()) return RouteKind::gateway;
  return fail(ErrorCode::invalid, "no delivery route is configured",
              "set " + variable(Id::direct_api_url) + " and " + variable(Id::direct_api_token) +
                  ", or " + variable(Id::mage_pro_api_endpoint) + " and " +
                  variable(Id::mage_pro_api_key));
}

bool is_turned_off(RouteKind kind, const Settings& settings) {
  if (kind != RouteKind::openlineage) return false;
  const auto disabled = settings.text(Id::openlineage_disabled);
  return disabled && disabled->value_or("") == "true";
}

Result<Route> make_route(RouteKind kind, const Settings& settings, InsecureHttp insecure) {
  Route route;
  route.kind = kind;
  const auto filled = kind == RouteKind::direct    ? fill_direct(route, settings, insecure)
                      : kind == RouteKind::gateway ? fill_gateway(route, settings, insecure)
                                                   : fill_openlineage(route, settings, insecure);
  if (!filled) return fail(filled.error());
  return route;
}

sys::HttpRequest event_pattern(const Route& route, const Secret& bearer) {
  auto request = json_post(route.events);
  add_secret(request, "Authorization", "Bearer ", bearer);
  if (route.kind == RouteKind::openlineage) return request;  // a third party gets nothing of Mage's
  request.headers.emplace_back("X-Mage-Tenant-Id", route.tenant_id);
  request.headers.emplace_back("X-Mage-Lineage-Routine-Id", route.routine_id);
  add_secret(request, "X-Autopilot-Lineage-Api-Key", "", route.service_key);
  return request;
}

sys::HttpRequest event_request(const Route& route, const sys::HttpRequest& pattern,
                               const std::string& id, std::string body) {
  auto request = pattern;
  request.body = std::move(body);
  if (route.kind != RouteKind::openlineage && !id.empty()) {
    request.headers.emplace_back("Idempotency-Key", id);
  }
  return request;
}

sys::HttpRequest mint_request(const Route& route) {
  auto request = json_post(*route.mint);
  json::Writer body(json::Style::compact);
  body.begin_object();
  body.member("tenant_id", route.tenant_id).member("routine_id", route.routine_id);
  request.body = body.end_object().text();
  add_secret(request, "Authorization", "Bearer ", route.mint_key);
  return request;
}

}  // namespace mage_lineage::delivery
