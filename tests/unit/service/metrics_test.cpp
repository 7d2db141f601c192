#include <mage_lineage/service/metrics.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace mage_lineage::service;
using std::chrono::milliseconds;

TEST_CASE("Metrics::text") {
  Metrics metrics;
  metrics.answered(Route::owners, "GET", 200, milliseconds(3));
  metrics.answered(Route::owners, "GET", 200, milliseconds(300));
  metrics.answered(Route::none, "BREW", 404, milliseconds(1));
  metrics.rejected_grant("expiry");
  metrics.built(milliseconds(20), {{"jwt", 2}});
  metrics.read_content(mage_lineage::snapshot::ContentStatus::ok);
  const auto text = metrics.text({1, 2, 3, 4});
  const auto has = [&text](const std::string& line) {
    return text.find("\n" + line + "\n") != std::string::npos;
  };
  const std::string route = R"(route="/api/v1/lineage/source-snapshots/{snapshot_id}/owners")";
  CHECK(has("mage_lineage_http_requests_total{" + route + R"(,method="GET",status="200"} 2)"));
  SUBCASE("methods and routes that nobody foresaw share a label") {
    CHECK(has(R"(mage_lineage_http_requests_total{route="other",method="other",status="404"} 1)"));
  }
  SUBCASE("buckets count all up to their bound, the last one everything") {
    const std::string bucket = "mage_lineage_http_request_duration_seconds_bucket{" + route;
    CHECK(has(bucket + R"(,le="0.0025"} 0)"));
    CHECK(has(bucket + R"(,le="0.005"} 1)"));
    CHECK(has(bucket + R"(,le="0.25"} 1)"));
    CHECK(has(bucket + R"(,le="1"} 2)"));
    CHECK(has(bucket + R"(,le="+Inf"} 2)"));
    CHECK(has("mage_lineage_http_request_duration_seconds_sum{" + route + "} 0.303"));
    CHECK(has("mage_lineage_http_request_duration_seconds_count{" + route + "} 2"));
  }
  CHECK(has(R"(mage_lineage_grants_rejected_total{reason="expiry"} 1)"));
  CHECK(has(R"(mage_lineage_redactions_total{rule="jwt"} 2)"));
  CHECK(has(R"(mage_lineage_contents_total{status="ok"} 1)"));
  CHECK(has("mage_lineage_snapshots_live 1"));
  CHECK(has("mage_lineage_snapshot_bytes 4"));
}
