#include <mage_lineage/delivery/answer.hpp>
#include <mage_lineage/delivery/retry.hpp>
#include <mage_lineage/delivery/token.hpp>

#include <doctest/doctest.h>
#include <support/fake_clock.hpp>

#include <string>
#include <vector>

using namespace mage_lineage;
using namespace mage_lineage::delivery;
using std::chrono::milliseconds;

namespace {

sys::HttpResponse response(int status, std::string body = {},
                           std::vector<std::pair<std::string, std::string>> headers = {}) {
  return {status, std::move(headers), std::move(body), true};
}

Route portal_route() {
  Route route;
  route.kind = RouteKind::openlineage;
  route.events = parse_url("https://acme.spotifyportal.com/api/data-registry/lineage").value();
  route.portal = true;
  return route;
}

}  // namespace

TEST_CASE("judge_answer: says what to do where the server is at fault") {
  const Cleaner cleaner;
  for (const int status : {429, 500, 502, 503}) {
    CAPTURE(status);
    CHECK(judge_answer(portal_route(), response(status), cleaner).hint.find("later") !=
          std::string::npos);
  }
}

TEST_CASE("judge_answer") {
  const Route plain;
  const Cleaner cleaner;
  SUBCASE("any 2xx is success whatever its body") {
    for (const int status : {200, 201, 202, 204, 299}) {
      CHECK(judge_answer(plain, response(status, "<garbage>\xff"), cleaner).delivered);
    }
  }
  SUBCASE("everything else is not") {
    for (const int status : {301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 500, 503}) {
      CHECK_FALSE(judge_answer(plain, response(status), cleaner).delivered);
    }
  }
  SUBCASE("a redirect names its target without user information and query") {
    const auto verdict = judge_answer(
        plain, response(302, "", {{"location", "https://u:p@elsewhere.example/login?next=S3CRET"}}),
        cleaner);
    CHECK(verdict.message.find("https://elsewhere.example/login") != std::string::npos);
    CHECK(verdict.message.find("S3CRET") == std::string::npos);
    CHECK(verdict.message.find("u:p") == std::string::npos);
  }
  SUBCASE("a redirect does not repeat a credential that stands in its path") {
    Cleaner hiding;
    hiding.hide(Secret("t0ken-of-mine"));
    const auto verdict = judge_answer(
        plain, response(302, "", {{"location", "https://h.example/login/t0ken-of-mine/x"}}),
        hiding);
    CHECK(verdict.message.find("https://h.example/login/***/x") != std::string::npos);
    for (std::size_t before = 150; before < 200; ++before) {
      const std::string path(before, 'p');
      const auto cut = judge_answer(
          plain, response(302, "", {{"location", "https://h.example/" + path + "t0ken-of-mine"}}),
          hiding);
      CHECK(cut.message.find("t0k") == std::string::npos);
    }
  }
  SUBCASE("Portal's counts are read") {
    const auto verdict = judge_answer(
        portal_route(),
        response(201, R"({"status":"ok","data":{"nodesUpserted":4,"edgesUpserted":3}})"), cleaner);
    CHECK(verdict.delivered);
    REQUIRE(verdict.counts.has_value());
    CHECK(verdict.counts->nodes == 4);
    CHECK(verdict.counts->edges == 3);
  }
  SUBCASE("Portal takes an event with 201 alone") {
    CHECK_FALSE(judge_answer(portal_route(), response(200), cleaner).delivered);
    CHECK(judge_answer(portal_route(), response(201, "not JSON"), cleaner).delivered);
  }
  SUBCASE("Portal's three things to check come with 401 and 403") {
    for (const int status : {401, 403}) {
      const auto hint = judge_answer(portal_route(), response(status), cleaner).hint;
      CHECK(hint.find("OPENLINEAGE_API_KEY") != std::string::npos);
      CHECK(hint.find("Admin > App Settings > External access") != std::string::npos);
      CHECK(hint.find("rotated") != std::string::npos);
    }
  }
}

TEST_CASE("describe_answer") {
  Cleaner cleaner;
  cleaner.hide(Secret("t0ken-of-mine"));
  struct Row {
    std::string body;
    std::string shown;
  };
  const std::vector<Row> rows = {
      {"", "400 Bad Request"},
      {R"({"message":"Invalid OpenLineage RunEvent: eventTime"})",
       "400 Bad Request: Invalid OpenLineage RunEvent: eventTime"},
      {R"({"error":{"code":"x","message":"no such tenant"}})", "400 Bad Request: no such tenant"},
      {R"({"error":"nope"})", "400 Bad Request: nope"},
      {R"({"code":400,"message":"Unable to process JSON"})",
       "400 Bad Request: Unable to process JSON"},
      {R"({"detail":"bad"})", "400 Bad Request: bad"},
      {"plain words\n", "400 Bad Request: plain words"},
      {"<html><body>a page</body></html>", "400 Bad Request"},
      {"{}", "400 Bad Request"},
      {"a\x1b[31mb\r\nc", "400 Bad Request: a\\x1b[31mb\\r\\nc"},
      {"you sent t0ken-of-mine", "400 Bad Request: you sent ***"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.body);
    CHECK(describe_answer(response(400, row.body), cleaner) == row.shown);
  }
  SUBCASE("a credential is hidden even where the explanation is cut in the middle of it") {
    // Redaction shortens what stands before so much that the cut's place would be shown.
    const std::string block =
        "-----BEGIN PRIVATE KEY-----\n" + std::string(4000, 'A') + "\n-----END PRIVATE KEY-----\n";
    for (std::size_t before = 4096 - block.size() - 13; before < 4096 - block.size(); ++before) {
      CAPTURE(before);
      const auto shown = describe_answer(
          response(500, block + std::string(before, ' ') + "t0ken-of-mine and more"), cleaner);
      CHECK(shown.find("t0k") == std::string::npos);
    }
  }
  SUBCASE("a long explanation is cut") {
    CHECK(describe_answer(response(500, std::string(100'000, 'x')), cleaner).size() < 600);
  }
}

TEST_CASE("retry_after") {
  const auto now = parse_rfc3339("1994-11-06T08:49:30Z").value();
  const auto asked = [&](std::string value) {
    return retry_after(response(429, "", {{"retry-after", std::move(value)}}), now);
  };
  SUBCASE("is a number of seconds") {
    CHECK(asked("0") == milliseconds(0));
    CHECK(asked("120") == milliseconds(120'000));
    CHECK(asked("99999999999999").value() > milliseconds(0));
  }
  SUBCASE("or a date in each of the three forms of RFC 9110, 5.6.7") {
    CHECK(asked("Sun, 06 Nov 1994 08:49:37 GMT") == milliseconds(7000));
    CHECK(asked("Sunday, 06-Nov-94 08:49:37 GMT") == milliseconds(7000));
    CHECK(asked("Sun Nov  6 08:49:37 1994") == milliseconds(7000));
  }
  SUBCASE("a date that has passed means now") {
    CHECK(asked("Sun, 06 Nov 1994 08:49:00 GMT") == milliseconds(0));
  }
  SUBCASE("anything else is as if it were not there") {
    for (const auto* value :
         {"", "-1", "1.5", "soon", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Feb 1994 08:49:37 GMT",
          "99999999999999999999999", "Sun, 06 Nov 1994 25:49:37 GMT",
          "Sun, 06 Nov 1994 08:49:37 GMT x", "Sun, +6 Nov 1994 08:49:37 GMT"}) {
      CAPTURE(value);
      CHECK_FALSE(asked(value).has_value());
    }
    CHECK_FALSE(retry_after(response(429), now).has_value());
  }
}

TEST_CASE("backoff") {
  test_support::FakeRandom random;
  for (int i = 0; i < 300; ++i) {
    const auto first = backoff(1, random);
    CHECK(first >= milliseconds(125));
    CHECK(first <= milliseconds(375));
    const auto late = backoff(50, random);
    CHECK(late >= milliseconds(2500));
    CHECK(late <= milliseconds(7500));
  }
}

TEST_CASE("read_token") {
  SUBCASE("takes both members") {
    const auto token = read_token(response(200, R"({"access_token":"abc.def","expires_in":3600})"));
    REQUIRE(token.has_value());
    CHECK(token->value.reveal() == "abc.def");
    CHECK(token->lifetime == milliseconds(3'600'000));
    CHECK(token->usable_for() == milliseconds(3'540'000));
  }
  SUBCASE("a short life is used up to nine tenths") {
    const auto token = read_token(response(200, R"({"access_token":"a","expires_in":10})"));
    CHECK(token->usable_for() == milliseconds(9000));
  }
  SUBCASE("anything else is refused without quoting it") {
    for (const auto* body :
         {"", "null", "[]", "SECRET", R"({"access_token":"SECRET"})", R"({"expires_in":10})",
          R"({"access_token":"","expires_in":10})", R"({"access_token":7,"expires_in":10})",
          R"({"access_token":"SECRET\r\nX: 1","expires_in":10})",
          R"({"access_token":"SECRET x","expires_in":10})",
          R"({"access_token":"SECRET","expires_in":0})",
          R"({"access_token":"SECRET","expires_in":-5})",
          R"({"access_token":"SECRET","expires_in":"10"})",
          R"({"access_token":"SECRET","expires_in":10,"expires_in":20})"}) {
      CAPTURE(body);
      const auto token = read_token(response(200, body));
      REQUIRE_FALSE(token.has_value());
      CHECK(token.error().message.find("SECRET") == std::string::npos);
    }
  }
}
