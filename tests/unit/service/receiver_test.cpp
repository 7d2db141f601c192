#include <mage_lineage/event/event.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/service/receiver.hpp>

#include <doctest/doctest.h>
#include <support/fake_clock.hpp>

#include <string>
#include <vector>

using namespace mage_lineage;
using namespace mage_lineage::service;

namespace {

/// The curl example of Portal's own quick setup.
const std::string kPortalEvent = R"({
  "eventType": "START",
  "eventTime": "2026-08-03T19:40:00.000Z",
  "run": {"runId": "a1b2c3d4-e5f6-7890-abcd-ef1234567421"},
  "job": {"namespace": "airflow://my-airflow", "name": "ATL_PIPELINE.UPDATE_AGENTS"},
  "inputs": [{"namespace": "redshift://data-experience.us-east-1:5439", "name": "dev.private.profits"}],
  "outputs": [{"namespace": "redshift://data-experience.us-east-1:5439", "name": "dev.public.agents"}],
  "producer": "https://github.com/OpenLineage/OpenLineage/blob/v1-0-0/client",
  "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json"
})";

std::string without(std::string event, const std::string& member) {
  const auto at = event.find("\"" + member + "\"");
  event.replace(at + 1, member.size(), "x" + member);
  return event;
}

std::string mage_event() {
  const event::Origin origin{"mage-pro-lineage", {"c", "w", "p"}};
  return json::write(event::to_json(event::make_test_event(
                         origin, parse_rfc3339("2026-08-03T19:40:00Z").value(), {})),
                     json::Style::compact);
}

/// A receiver and what it told.
struct Bench {
  struct Told {
    std::string api;
    int status;
    std::string kind;
    std::string subject;
  };

  sys::ServedResponse send(std::string target, std::string body, std::string token = "any",
                           std::string method = "POST") {
    sys::ServedRequest request{std::move(method), std::move(target), {}, ""};
    request.headers.emplace_back("content-type", "application/json; charset=utf-8");
    if (!token.empty()) request.headers.emplace_back("authorization", "Bearer " + token);
    const auto verdict = receiver.judge_head(request);
    if (verdict.answer) return *verdict.answer;
    request.body = std::move(body);
    return receiver.handle(request).now;
  }

  test_support::FakeClock clock;
  test_support::FakeRandom random;
  std::vector<Told> told;
  bool full = false;
  Receiver receiver{clock, random, [] { return nullptr; },
                    [this](const Received& r) -> Result<> {
                      if (full) return fail(ErrorCode::io, "disk full");
                      told.push_back({std::string(r.api), r.status, r.kind, r.subject});
                      return {};
                    }};
};

std::string body_of(const sys::ServedResponse& response) {
  return response.body ? *response.body : std::string();
}

}  // namespace

TEST_CASE("Receiver: Portal") {
  Bench bench;
  SUBCASE("takes the event of its quick setup") {
    const auto response = bench.send("/api/data-registry/lineage", kPortalEvent);
    CHECK(response.status == 201);
    CHECK(body_of(response) == R"({"status":"ok","data":{"nodesUpserted":3,"edgesUpserted":2}})"
                               "\n");
    REQUIRE(bench.told.size() == 1);
    CHECK(bench.told[0].kind == "RunEvent START");
    CHECK(bench.told[0].subject == "airflow://my-airflow ATL_PIPELINE.UPDATE_AGENTS");
  }
  SUBCASE("refuses events without each member that it requires, in its own words") {
    for (const auto* member :
         {"eventType", "eventTime", "run", "runId", "job", "name", "producer", "schemaURL"}) {
      CAPTURE(member);
      const auto response = bench.send("/api/data-registry/lineage", without(kPortalEvent, member));
      CHECK(response.status == 400);
      CHECK(body_of(response).find("Invalid OpenLineage RunEvent: ") != std::string::npos);
    }
    CHECK(bench.send("/api/data-registry/lineage", "no JSON").status == 400);
  }
}

TEST_CASE("Receiver: other events") {
  Bench bench;
  SUBCASE("a Mage event is accepted directly and through the gateway") {
    for (const auto* path : {"/events", "/base/events", "/api/v1/autopilot/lineage/events"}) {
      CHECK(bench.send(path, mage_event()).status == 202);
    }
    CHECK(bench.told[0].api == "direct");
    CHECK(bench.told[2].api == "gateway");
    CHECK(bench.told[2].kind == "lineage.test");
  }
  SUBCASE("what is no Mage event is not") {
    CHECK(bench.send("/events", kPortalEvent).status == 400);
    CHECK(bench.send("/events", "{}").status == 400);
    CHECK(bench.send("/events", "no JSON").status == 400);
    auto event = mage_event();
    event.insert(1, "\"source_code\":\"print(1)\",");
    CHECK(bench.send("/events", event).status == 400);
  }
  SUBCASE("an OpenLineage event of any class is taken, without a key") {
    CHECK(bench.send("/api/v1/lineage", kPortalEvent, "").status == 201);
    CHECK(bench.send("/api/v1/lineage?q=1", kPortalEvent, "").status == 201);
    CHECK(bench.send("/api/v1/lineage", without(kPortalEvent, "producer"), "").status == 400);
  }
  SUBCASE("what could not be kept is not accepted") {
    bench.full = true;
    CHECK(bench.send("/api/v1/lineage", kPortalEvent).status == 500);
  }
}

TEST_CASE("Receiver: tokens") {
  Bench bench;
  const std::string ask = R"({"tenant_id":"acme","routine_id":"r"})";
  const auto minted = json::parse(body_of(bench.send("/api/v1/autopilot/gateway/token", ask)));
  REQUIRE(minted.has_value());
  REQUIRE(minted->find("access_token") != nullptr);
  const auto token = minted->find("access_token")->text;
  CHECK(minted->find("expires_in")->as_int64() == 300);
  SUBCASE("are good until they expire") {
    CHECK(bench.send("/api/v1/autopilot/lineage/events", mage_event(), token).status == 202);
    bench.clock.advance(std::chrono::seconds(300));
    CHECK(bench.send("/api/v1/autopilot/lineage/events", mage_event(), token).status == 401);
  }
  SUBCASE("that it never minted are refused, others are not its business") {
    CHECK(bench.send("/events", mage_event(), "receiver-0123").status == 401);
    CHECK(bench.send("/events", mage_event(), "minted-elsewhere").status == 202);
  }
  SUBCASE("need a tenant and a routine") {
    for (const auto* body :
         {"", "{}", R"({"tenant_id":"a"})", R"({"tenant_id":" ","routine_id":"r"})"}) {
      CHECK(bench.send("/api/v1/autopilot/gateway/token", body).status == 400);
    }
  }
}

TEST_CASE("Receiver::judge_head") {
  Bench bench;
  CHECK(bench.send("/healthz", "", "", "GET").status == 200);
  CHECK(bench.send("/nowhere", "{}").status == 404);
  CHECK(bench.send("/events", "{}", "").status == 401);
  CHECK(bench.send("/api/data-registry/lineage", "{}", "").status == 401);
  const auto wrong = bench.send("/events", "", "any", "GET");
  CHECK(wrong.status == 405);
  CHECK(wrong.headers.back().second == "POST");
  sys::ServedRequest gzip{"POST", "/api/v1/lineage", {{"content-encoding", "gzip"}}, ""};
  CHECK(bench.receiver.judge_head(gzip).answer->status == 415);
  sys::ServedRequest form{
      "POST", "/api/v1/lineage", {{"content-type", "application/x-www-form-urlencoded"}}, ""};
  CHECK(bench.receiver.judge_head(form).answer->status == 415);
}

TEST_CASE("graph_of") {
  const auto graph = [](const std::string& inputs, const std::string& outputs) {
    return graph_of(json::parse(R"({"job":{"namespace":"n","name":"j"},"inputs":[)" + inputs +
                                R"(],"outputs":[)" + outputs + "]}")
                        .value());
  };
  const std::string a = R"({"namespace":"n","name":"a"})";
  const std::string b = R"({"namespace":"n","name":"b"})";
  SUBCASE("counts the job and distinct datasets, and one edge for each role") {
    CHECK(graph("", "").nodes == 1);
    CHECK(graph("", "").edges == 0);
    CHECK(graph(a + "," + a, b).nodes == 3);
    CHECK(graph(a + "," + a, b).edges == 2);
  }
  SUBCASE("a dataset that is read and written is one node with two edges") {
    CHECK(graph(a, a).nodes == 2);
    CHECK(graph(a, a).edges == 2);
  }
}
