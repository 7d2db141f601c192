#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/service/snapshot_client.hpp>
#include <support/fake_http.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "service_fixture.hpp"

using namespace mage_lineage;
using namespace mage_lineage::service;
using test_support::answered;
using test_support::FakeAnswer;
using test_support::FakeHttp;

namespace {

const std::vector<std::pair<std::string, std::string>> kJson{
    {"content-type", "application/json; charset=utf-8"}};
const std::string kToken = "eyJ0b2tlbiI.of.nobody-at-all";

FakeAnswer json_answer(int status, std::string body) {
  return answered(status, std::move(body), kJson);
}

FakeAnswer refused(int status, const std::string& code, const std::string& message) {
  return json_answer(status,
                     R"({"error":{"code":")" + code + R"(","message":")" + message + "\"}}\n");
}

std::string owner_json(int number) {
  const auto n = std::to_string(number);
  return R"({"owner_key":"own_)" + n + R"(","owner_type":"file","identity":{"path":"u/)" + n +
         R"("},"path":"u/)" + n + R"(","language":"python","used_by":[],"content_bytes":1,)" +
         R"("content_hash":")" + tagged_sha256(n) + R"(","redactions":0})";
}

std::string page_json(std::vector<int> owners, const std::string& next, int total) {
  std::string list;
  for (const int owner : owners)
    list += (list.empty() ? "" : ",") + owner_json(owner);
  return R"({"snapshot_id":"snap_a","owners":[)" + list + R"(],"next_cursor":)" + next +
         R"(,"total":)" + std::to_string(total) + "}";
}

/// A client whose requests a function answers.
struct Asking {
  test_support::FakeClock clock;
  FakeHttp http;
  SnapshotClient client;

  explicit Asking(FakeHttp::Server server, const std::string& base = "http://127.0.0.1:1")
      : http(clock, std::move(server)),
        client({parse_url(base).value(), std::chrono::seconds(30), nullptr}, Secret(kToken), http,
               clock) {}
};

Error create_error(FakeAnswer answer) {
  Asking asking([answer](const sys::HttpRequest&) { return answer; });
  const auto result = asking.client.create();
  REQUIRE_FALSE(result.has_value());
  return result.error();
}

Error page_error(const std::string& body) {
  Asking asking([body](const sys::HttpRequest&) { return json_answer(200, body); });
  const auto result = asking.client.owners("snap_a", 5, 2);
  REQUIRE_FALSE(result.has_value());
  return result.error();
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("SnapshotClient::create") {
  test::ServiceFixture service;
  const auto manifest = *service.create().body;
  SUBCASE("the manifest comes back byte for byte, its hash checked") {
    Asking asking([&](const sys::HttpRequest&) { return json_answer(201, manifest); },
                  "https://mage.example/below/?key=1");
    const auto fetched = asking.client.create();
    REQUIRE(fetched.has_value());
    CHECK(fetched->text == manifest);
    CHECK(fetched->loaded.manifest.scope == service.scope);
    const auto& request = asking.http.requests.front();
    CHECK(request.method == "POST");
    CHECK(request.url == "https://mage.example/below/api/v1/lineage/source-snapshots?key=1");
    REQUIRE(request.secret_headers.size() == 1);
    CHECK(request.secret_headers.front().second.reveal() == "Bearer " + kToken);
  }
  SUBCASE("one that was changed on the way is refused") {
    auto changed = manifest;
    changed.replace(changed.find("orders_daily"), 12, "orders_dAily");
    CHECK(holds(create_error(json_answer(201, changed)).message, "does not fit its hash"));
  }
  SUBCASE("what is no manifest is refused with the place") {
    const auto error = create_error(json_answer(201, R"({"schema_version":"1.0"})"));
    CHECK(error.code == ErrorCode::rejected);
    CHECK(error.position == "/snapshot_id");
  }
  SUBCASE("another media type, another success and a redirect are refused") {
    CHECK(holds(create_error(answered(201, manifest, {{"content-type", "text/html"}})).message,
                "no JSON"));
    CHECK(holds(create_error(answered(201, manifest)).message, "no JSON"));
    CHECK(holds(create_error(json_answer(200, manifest)).message, "answered 200"));
    const auto redirect =
        create_error(answered(307, "", {{"location", "https://u:p@elsewhere.example/x?token=S"}}));
    CHECK(holds(redirect.message,
                "307 Temporary Redirect and points to https://elsewhere.example/x"));
    CHECK_FALSE(holds(redirect.message, "token"));
    CHECK(holds(redirect.hint, "not followed"));
  }
  SUBCASE("an answer that broke off is told from one that is too large") {
    auto broken = json_answer(201, manifest.substr(0, 100));
    broken.whole = false;
    CHECK(create_error(broken).code == ErrorCode::network);
    CHECK(holds(create_error(broken).message, "broke off after 100 bytes"));
    auto large = json_answer(201, std::string(kMostAnswerBytes, ' '));
    large.whole = false;
    CHECK(holds(create_error(large).message, "larger than"));
  }
  SUBCASE("no answer is a failure of the network or of time") {
    CHECK(create_error(test_support::failed(sys::HttpStage::connect, "refused")).code ==
          ErrorCode::network);
    auto late = test_support::failed(sys::HttpStage::sent, "no answer in time");
    late.failure.timed_out = true;
    CHECK(create_error(late).code == ErrorCode::timeout);
  }
}

TEST_CASE("SnapshotClient: what a refusal means") {
  struct Row {
    FakeAnswer answer;
    std::string message;
    std::string hint;
  };
  const auto grant_fails = [](const std::string& check) {
    return refused(401, "invalid_token", "the grant fails the check " + check + ": a rule");
  };
  auto wait = refused(429, "too_many_snapshots", "too many snapshots are live");
  wait.headers.emplace_back("retry-after", "90");
  auto wait_until = refused(429, "too_many_snapshots", "too many");
  wait_until.headers.emplace_back("retry-after", "Mon, 03 Aug 2026 20:00:00 GMT");
  const std::vector<Row> rows{
      {refused(401, "unauthorized", "a grant is needed"), "401 Unauthorized: a grant is needed",
       "Authorization header"},
      {grant_fails("signature"), "the check signature", "another secret"},
      {grant_fails("expiry"), "the check expiry", "clocks"},
      {grant_fails("lifetime"), "the check lifetime", "shorter --ttl"},
      {grant_fails("audience"), "the check audience", "--audience"},
      {grant_fails("claims"), "the check claims", "grant verify --explain"},
      {answered(401, "<html>"), "401 Unauthorized", "in front of it"},
      {refused(403, "browser_refused", "no browsers"), "no browsers", "Cookie"},
      {refused(403, "insufficient_scope", "not served"), "403 Forbidden: not served", "one scope"},
      {refused(403, "lineage_not_enabled", "the project has not opted in"), "not opted in",
       "mage-lineage check"},
      {refused(404, "snapshot_not_found", "no such snapshot"), "404 Not Found", "fetch create"},
      {refused(404, "not_found", "no such path"), "404 Not Found", "check --url"},
      {answered(404, "nothing"), "404 Not Found: nothing", "below http://127.0.0.1:1"},
      {refused(410, "snapshot_expired", "expired"), "410 Gone", "fetch create"},
      {refused(413, "too_large", "too large"), "413 Content Too Large", "fewer"},
      {refused(415, "media_type", "send application/json"), "415", "media type"},
      {wait, "429 Too Many Requests", "in 1m 30s"},
      {wait_until, "429", "in 20m"},
      {refused(429, "too_many_builds", "many"), "429", "later"},
      {refused(503, "build_timeout", "slow"), "503", "SCAN_ENTRIES"},
      {answered(502, ""), "502 Bad Gateway", "log of the service"},
  };
  for (const auto& row : rows) {
    const auto error = create_error(row.answer);
    CAPTURE(error.message);
    CHECK(error.code == ErrorCode::rejected);
    CHECK(holds(error.message, row.message));
    CHECK_MESSAGE(holds(error.hint, row.hint), error.hint);
  }
  SUBCASE("an answer that echoes the grant or moves the terminal does neither") {
    const auto error = create_error(refused(400, "bad", "\\u001b[2J " + kToken));
    CHECK_FALSE(holds(error.message, kToken));
    CHECK_FALSE(holds(error.message, "\x1b"));
    const auto redirect = create_error(
        answered(302, "", {{"location", "https://elsewhere.example/" + kToken + "/x"}}));
    CHECK(holds(redirect.message, "https://elsewhere.example/***/x"));
    const std::string far = "https://elsewhere.example/" + std::string(500, 'a');
    CHECK(holds(create_error(answered(302, "", {{"location", far}})).message,
                "302 Found and points to https://elsewhere.example/aaa"));
    auto later = refused(429, "too_many_builds", "many");
    later.headers.emplace_back("retry-after", kToken);
    CHECK_FALSE(holds(create_error(later).hint, kToken.substr(0, 12)));
    const auto twice = create_error(json_answer(201, R"({"\u001b[2J":1,"\u001b[2J":2})"));
    CHECK(twice.position.empty());
  }
}

TEST_CASE("SnapshotClient::owners") {
  SUBCASE("a page is asked for as it is cut") {
    Asking asking([](const sys::HttpRequest&) {
      return json_answer(200, page_json({5, 6}, "7", 9));
    });
    const auto page = asking.client.owners("snap_a", 5, 2);
    REQUIRE(page.has_value());
    CHECK(asking.http.requests.front().url ==
          "http://127.0.0.1:1/api/v1/lineage/source-snapshots/snap_a/owners?cursor=5&limit=2");
    CHECK(page->owners.size() == 2);
    CHECK(page->next_cursor == 7);
    CHECK(page->total == 9);
  }
  SUBCASE("pages that cannot be are refused") {
    CHECK(holds(page_error(page_json({5}, "5", 9)).message, "leads nowhere"));
    CHECK(holds(page_error(page_json({5}, "4", 9)).message, "leads nowhere"));
    CHECK(holds(page_error(page_json({5}, "9", 9)).message, "leads nowhere"));
    CHECK(holds(page_error(page_json({}, "7", 9)).message, "leads nowhere"));
    CHECK(holds(page_error(page_json({5}, "\"7\"", 9)).message, "leads nowhere"));
    CHECK(holds(page_error(page_json({5}, "null", -1)).message, "total"));
    CHECK(holds(page_error(page_json({5}, "null", 2'000'000)).message, "total"));
    CHECK(holds(page_error(R"({"snapshot_id":"snap_b","owners":[],"total":0})").message,
                "another snapshot"));
    CHECK(holds(page_error(page_json({5}, "null", 9)).message, "ends after 6 of 9 owners"));
    CHECK(holds(page_error(page_json({}, "null", 9)).message, "ends after 5 of 9 owners"));
    CHECK(holds(page_error("[]").message, "no snapshot"));
    CHECK(holds(page_error(page_json({5}, "null", 9) + "x").message, "not what the API says"));
  }
}

TEST_CASE("SnapshotClient::all_owners") {
  SUBCASE("pages are followed to the last") {
    Asking asking([](const sys::HttpRequest& request) {
      if (holds(request.url, "cursor=0")) return json_answer(200, page_json({0, 1}, "2", 3));
      return json_answer(200, page_json({2}, "null", 3));
    });
    const auto all = asking.client.all_owners("snap_a", 0, 2);
    REQUIRE(all.has_value());
    CHECK(all->owners.size() == 3);
    CHECK(all->owners.back().key == "own_2");
    CHECK_FALSE(all->next_cursor);
  }
  SUBCASE("a service that has more than it says is left") {
    Asking asking([](const sys::HttpRequest& request) {
      if (holds(request.url, "cursor=0")) return json_answer(200, page_json({0, 1, 2}, "1", 3));
      return json_answer(200, page_json({3}, "null", 3));
    });
    CHECK_FALSE(asking.client.all_owners("snap_a", 0, 2).has_value());
  }
  SUBCASE("a listing that passes over owners is not believed") {
    Asking asking([](const sys::HttpRequest& request) {
      if (holds(request.url, "cursor=0")) return json_answer(200, page_json({0, 1}, "5", 6));
      return json_answer(200, page_json({5}, "null", 6));
    });
    const auto all = asking.client.all_owners("snap_a", 0, 2);
    REQUIRE_FALSE(all.has_value());
    CHECK(all.error().code == ErrorCode::rejected);
    CHECK_MESSAGE(holds(all.error().message, "3 of 6 owners"), all.error().message);
  }
  SUBCASE("past the end there is nothing") {
    Asking asking(
        [](const sys::HttpRequest&) { return json_answer(200, page_json({}, "null", 3)); });
    const auto all = asking.client.all_owners("snap_a", 7, 2);
    REQUIRE(all.has_value());
    CHECK(all->owners.empty());
  }
  SUBCASE("the time is for all requests together") {
    Asking asking([](const sys::HttpRequest& request) {
      const auto at = request.url.find("cursor=") + 7;
      const int cursor = std::stoi(request.url.substr(at));
      auto answer = json_answer(200, page_json({cursor}, std::to_string(cursor + 1), 1000));
      answer.took = std::chrono::seconds(4);
      return answer;
    });
    const auto all = asking.client.all_owners("snap_a", 0, 1);
    REQUIRE_FALSE(all.has_value());
    CHECK(all.error().code == ErrorCode::timeout);
    CHECK(asking.http.requests.size() == 8);
    CHECK(asking.http.requests.back().timeout == std::chrono::seconds(2));
  }
}

TEST_CASE("SnapshotClient::contents") {
  const auto hash = tagged_sha256("text");
  const auto answer_with = [](const std::string& entries) {
    return [entries](const sys::HttpRequest&) {
      return json_answer(200, R"({"snapshot_id":"snap_a","contents":[)" + entries + "]}");
    };
  };
  const std::string good =
      R"({"owner_key":"own_1","status":"ok","content":"text","content_hash":")" + hash + "\"}";
  SUBCASE("what was asked for is sent, and each answer is read") {
    Asking asking(answer_with(good + R"(,{"owner_key":"own_2","status":"source_changed"})"));
    const auto answers = asking.client.contents("snap_a", {{"own_1", hash}, {"own_2", ""}});
    REQUIRE(answers.has_value());
    CHECK(asking.http.requests.front().body ==
          R"({"owners":[{"owner_key":"own_1","content_hash":")" + hash +
              R"("},{"owner_key":"own_2"}]})");
    CHECK(answers->front().content == "text");
    CHECK(answers->back().status == snapshot::ContentStatus::source_changed);
  }
  SUBCASE("lossy text is taken with the hash of its bytes") {
    Asking asking(answer_with(
        R"({"owner_key":"own_1","status":"ok","encoding":"utf-8-lossy","content":"\ufffd",)"
        R"("content_hash":")" +
        hash + "\"}"));
    const auto answers = asking.client.contents("snap_a", {{"own_1", hash}});
    REQUIRE(answers.has_value());
    CHECK(answers->front().lossy);
  }
  SUBCASE("answers that do not fit are refused") {
    const auto other = tagged_sha256("other");
    const std::vector<std::pair<std::string, std::string>> rows{
        {"", "one content for each"},
        {good + "," + good, "one content for each"},
        {R"({"owner_key":"own_2","status":"ok"})", "order"},
        {R"({"owner_key":"own_1","status":"fine"})", "status"},
        {R"({"owner_key":"own_1","status":"ok","content_hash":")" + hash + "\"}", "no content"},
        {R"({"owner_key":"own_1","status":"ok","content":"stale","content_hash":")" + hash + "\"}",
         "does not fit its hash"},
        {R"({"owner_key":"own_1","status":"ok","content":"other","content_hash":")" + other + "\"}",
         "does not fit its hash"},
    };
    for (const auto& [entries, message] : rows) {
      Asking asking(answer_with(entries));
      const auto answers = asking.client.contents("snap_a", {{"own_1", hash}});
      REQUIRE_FALSE(answers.has_value());
      CHECK_MESSAGE(holds(answers.error().message, message), answers.error().message);
    }
  }
}
