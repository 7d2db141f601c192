#pragma once

#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/grant/mint.hpp>
#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/service/snapshot_api.hpp>
#include <mage_lineage/settings/settings.hpp>
#include <support/fake_clock.hpp>
#include <support/temp_folder.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mage_lineage::test {

inline const std::string kProjectUuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
inline const std::string kSnapshotsPath = "/api/v1/lineage/source-snapshots";

/// Headers of a request that are not the usual ones: a name without a value leaves the usual one
/// out.
using Headers = std::vector<std::pair<std::string, std::string>>;

/// A small project behind the API, with a clock that stands still.
struct ServiceFixture {
  TempFolder folder;
  platform::PosixFiles files;
  test_support::FakeClock clock;
  test_support::FakeRandom random;
  service::Metrics metrics;
  std::vector<service::AccessRecord> log;
  service::Keyring keyring{grant::Keys{Secret("0123456789abcdef0123456789abcdef"), {}}};
  sys::Environment environment{{"AUTOPILOT_LINEAGE_ENABLED", "1"}};
  Scope scope{"c1", "w1", kProjectUuid};
  service::StoreBounds store;
  snapshot::Limits limits;
  std::size_t builds = 16;
  std::chrono::milliseconds build_time{60'000};
  std::optional<service::SnapshotApi> made;

  ServiceFixture() {
    folder.write("metadata.yaml",
                 "project_uuid: " + kProjectUuid + "\nlineage:\n  enabled: true\n");
    folder.write("pipelines/orders_daily/metadata.yaml",
                 "blocks:\n- {uuid: load_orders, type: data_loader}\n");
    folder.write("data_loaders/load_orders.py", "password = 'hunter2hunter2'\n");
    folder.write("utils/dates.py", "import datetime\n");
  }

  service::SnapshotApi& api() {
    if (!made) {
      service::SnapshotApiOptions options{{{{folder.str(), ""}, scope}},
                                          settings::load(environment, std::nullopt).value(),
                                          {},
                                          limits,
                                          store,
                                          builds,
                                          build_time};
      made.emplace(std::move(options),
                   service::SnapshotApi::World{
                       clock, random, files, keyring, metrics,
                       [this](const service::AccessRecord& record) { log.push_back(record); }});
    }
    return *made;
  }

  /// A grant for an action, as a token.
  std::string grant(std::string_view action, std::string snapshot_id = "",
                    std::optional<Scope> other = std::nullopt) const {
    auto request = grant_request(action);
    if (!snapshot_id.empty()) request.snapshot_id = std::move(snapshot_id);
    if (other) request.scope = *std::move(other);
    return mint(request);
  }
  grant::MintRequest grant_request(std::string_view action) const {
    grant::MintRequest request;
    request.actions = {grant::expand_action(action)};
    request.scope = scope;
    request.now = clock.now();
    request.token_id = "1";
    request.unchecked = true;
    return request;
  }
  std::string mint(const grant::MintRequest& request) const {
    return std::string(grant::mint(request, keyring.keys()->current).value().token.reveal());
  }

  /// Answers a request as the server would, background work included.
  sys::ServedResponse send(std::string method, std::string target, const std::string& token,
                           std::string body = "", const Headers& changed = {}) {
    sys::ServedRequest request{std::move(method), std::move(target), {{"host", "x"}}, "", nullptr};
    Headers headers;
    if (!token.empty()) headers.emplace_back("authorization", "Bearer " + token);
    if (!body.empty()) {
      headers.emplace_back("content-type", "application/json");
      headers.emplace_back("content-length", std::to_string(body.size()));
    }
    for (const auto& change : changed) {
      std::erase_if(headers, [&](const auto& h) { return h.first == change.first; });
      if (!change.second.empty()) headers.push_back(change);
    }
    request.headers.insert(request.headers.end(), headers.begin(), headers.end());
    auto answer = respond(request, std::move(body));
    api().answered(request, {answer.status, answer.body ? answer.body->size() : 0, {}});
    return answer;
  }

  sys::ServedResponse create(std::string body = "") {
    return send("POST", kSnapshotsPath, grant("create"), std::move(body));
  }
  std::string created_id() {
    const auto answer = create();
    REQUIRE(answer.status == 201);
    return json::parse(*answer.body)->find("snapshot_id")->text;
  }
  sys::ServedResponse owners(const std::string& id, const std::string& query = "") {
    return send("GET", kSnapshotsPath + "/" + id + "/owners" + query, grant("read", id));
  }
  sys::ServedResponse contents(const std::string& id, std::string body) {
    return send("POST", kSnapshotsPath + "/" + id + "/contents", grant("read", id),
                std::move(body));
  }

 private:
  sys::ServedResponse respond(sys::ServedRequest& request, std::string body) {
    auto verdict = api().judge_head(request);
    if (verdict.answer) return *std::move(verdict.answer);
    REQUIRE(body.size() <= verdict.max_body);
    request.body = std::move(body);
    auto handling = api().handle(request);
    return handling.later ? handling.later() : std::move(handling.now);
  }
};

/// A header of an answer; empty when there is none.
inline std::string header_of(const sys::ServedResponse& answer, std::string_view name) {
  for (const auto& [key, value] : answer.headers) {
    if (key == name) return value;
  }
  return "";
}

/// The `error.code` of an answer.
inline std::string code_of(const sys::ServedResponse& answer) {
  const auto document = json::parse(*answer.body);
  REQUIRE(document.has_value());
  const auto* error = document->find("error");
  return error == nullptr ? "" : error->find("code")->text;
}

}  // namespace mage_lineage::test
