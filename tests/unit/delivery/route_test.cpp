#include <mage_lineage/delivery/fate.hpp>
#include <mage_lineage/delivery/route.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;
using namespace mage_lineage::delivery;

namespace {

settings::Settings load(sys::Environment environment) {
  environment.emplace("AUTOPILOT_LINEAGE_TENANT_ID", "tenant-1");
  return settings::load(environment, std::nullopt).value();
}

Result<Route> route(RouteKind kind, sys::Environment environment,
                    InsecureHttp insecure = InsecureHttp::refused) {
  return make_route(kind, load(std::move(environment)), insecure);
}

std::string header(const sys::HttpRequest& request, const std::string& name) {
  for (const auto& [key, value] : request.headers) {
    if (key == name) return value;
  }
  for (const auto& [key, value] : request.secret_headers) {
    if (key == name) return std::string(value.reveal());
  }
  return "(none)";
}

const sys::Environment kDirect{{"AUTOPILOT_LINEAGE_API_URL", "https://autopilot.example/base?k=1"},
                               {"AUTOPILOT_LINEAGE_API_TOKEN", "direct-token"},
                               {"AUTOPILOT_LINEAGE_API_KEY", "service-key"}};
const sys::Environment kGateway{{"MAGE_PRO_API_ENDPOINT", "api.mage.example"},
                                {"MAGE_PRO_API_API_KEY", "pro-key"}};

}  // namespace

TEST_CASE("make_route: direct") {
  const auto made = route(RouteKind::direct, kDirect);
  REQUIRE(made.has_value());
  CHECK(made->events.text() == "https://autopilot.example/base/events?k=1");
  SUBCASE("an event carries the token, the id and Mage's headers") {
    const auto request = event_request(*made, event_pattern(*made, made->bearer), "id-1", "{}");
    CHECK(request.method == "POST");
    CHECK(header(request, "Authorization") == "Bearer direct-token");
    CHECK(header(request, "Idempotency-Key") == "id-1");
    CHECK(header(request, "X-Mage-Tenant-Id") == "tenant-1");
    CHECK(header(request, "X-Mage-Lineage-Routine-Id") == "mage-pro-lineage");
    CHECK(header(request, "X-Autopilot-Lineage-Api-Key") == "service-key");
    CHECK(header(request, "Content-Type") == "application/json");
    CHECK(header(request, "User-Agent") == "mage-lineage/" MAGE_LINEAGE_VERSION);
  }
  SUBCASE("a URL without its token fails, whatever else is configured") {
    auto environment = kGateway;
    environment["AUTOPILOT_LINEAGE_API_URL"] = "https://autopilot.example";
    CHECK(choose_route(std::nullopt, load(environment)).value() == RouteKind::direct);
    CHECK_FALSE(route(RouteKind::direct, environment).has_value());
  }
  SUBCASE("a token that cannot stand in a header fails and is not shown") {
    auto environment = kDirect;
    environment["AUTOPILOT_LINEAGE_API_TOKEN"] = "S3CRET\nX-Injected: 1";
    const auto failed = route(RouteKind::direct, environment);
    REQUIRE_FALSE(failed.has_value());
    CHECK(failed.error().message.find("S3CRET") == std::string::npos);
  }
}

TEST_CASE("make_route: gateway") {
  SUBCASE("a token is minted with the key, for tenant and routine") {
    const auto made = route(RouteKind::gateway, kGateway);
    REQUIRE(made.has_value());
    CHECK(made->events.text() == "https://api.mage.example/api/v1/autopilot/lineage/events");
    REQUIRE(made->mint.has_value());
    const auto request = mint_request(*made);
    CHECK(request.url == "https://api.mage.example/api/v1/autopilot/gateway/token");
    CHECK(header(request, "Authorization") == "Bearer pro-key");
    CHECK(request.body == R"({"tenant_id":"tenant-1","routine_id":"mage-pro-lineage"})");
  }
  SUBCASE("a token that was minted before is used as it is") {
    auto environment = kGateway;
    environment["MAGE_AUTOPILOT_GATEWAY_ACCESS_TOKEN"] = "minted-before";
    const auto made = route(RouteKind::gateway, environment);
    REQUIRE(made.has_value());
    CHECK_FALSE(made->mint.has_value());
    CHECK(made->bearer.reveal() == "minted-before");
  }
  SUBCASE("a container's service link is never taken for the address") {
    const sys::Environment environment{{"MAGE_PRO_API_PORT", "tcp://10.0.0.1:80"},
                                       {"MAGE_PRO_API_API_KEY", "pro-key"}};
    CHECK_FALSE(route(RouteKind::gateway, environment).has_value());
    CHECK_FALSE(choose_route(std::nullopt, load(environment)).has_value());
  }
}

TEST_CASE("make_route: openlineage") {
  const auto url_of = [](std::string url, std::string endpoint) {
    sys::Environment environment{{"OPENLINEAGE_URL", std::move(url)},
                                 {"OPENLINEAGE_API_KEY", "ol-key"}};
    if (!endpoint.empty()) environment["OPENLINEAGE_ENDPOINT"] = endpoint;
    return route(RouteKind::openlineage, environment)->events.text();
  };
  SUBCASE("the endpoint goes below the URL's path, once, and no query is lost") {
    CHECK(url_of("https://ol.example", "") == "https://ol.example/api/v1/lineage");
    CHECK(url_of("https://ol.example/base/", "") == "https://ol.example/base/api/v1/lineage");
    CHECK(url_of("https://gms/openapi/openlineage/", "") ==
          "https://gms/openapi/openlineage/api/v1/lineage");
    CHECK(url_of("https://ol.example", "/api/v1/lineage?dataProductId=7") ==
          "https://ol.example/api/v1/lineage?dataProductId=7");
    CHECK(url_of("https://ol.example/x/api/v1/lineage", "") ==
          "https://ol.example/x/api/v1/lineage");
    CHECK(url_of("https://ol.example/xapi/v1/lineage", "") ==
          "https://ol.example/xapi/v1/lineage/api/v1/lineage");
  }
  SUBCASE("Portal is known by its endpoint") {
    sys::Environment environment{{"OPENLINEAGE_URL", "https://acme.spotifyportal.com"},
                                 {"OPENLINEAGE_ENDPOINT", "/api/data-registry/lineage"}};
    CHECK(route(RouteKind::openlineage, environment)->portal);
    environment["OPENLINEAGE_ENDPOINT"] = "api/v1/lineage";
    CHECK_FALSE(route(RouteKind::openlineage, environment)->portal);
  }
  SUBCASE("a third party gets the bearer token and nothing of Mage's") {
    auto environment = kDirect;
    environment["OPENLINEAGE_URL"] = "https://ol.example";
    environment["OPENLINEAGE_API_KEY"] = "ol-key";
    const auto made = route(RouteKind::openlineage, environment);
    REQUIRE(made.has_value());
    const auto request = event_request(*made, event_pattern(*made, made->bearer), "id-1", "{}");
    CHECK(header(request, "Authorization") == "Bearer ol-key");
    for (const auto* name : {"Idempotency-Key", "X-Mage-Tenant-Id", "X-Mage-Lineage-Routine-Id",
                             "X-Autopilot-Lineage-Api-Key"}) {
      CHECK(header(request, name) == "(none)");
    }
  }
  SUBCASE("without a key there is no Authorization header") {
    const auto made = route(RouteKind::openlineage, {{"OPENLINEAGE_URL", "https://ol.example"}});
    CHECK(
        event_request(*made, event_pattern(*made, made->bearer), "", "{}").secret_headers.empty());
  }
}

TEST_CASE("make_route: plain http") {
  const sys::Environment far{{"OPENLINEAGE_URL", "http://ol.example"}};
  const sys::Environment near{{"OPENLINEAGE_URL", "http://localhost:5000"}};
  CHECK_FALSE(route(RouteKind::openlineage, far).has_value());
  CHECK(route(RouteKind::openlineage, far, InsecureHttp::allowed).has_value());
  CHECK(route(RouteKind::openlineage, near).has_value());
}
