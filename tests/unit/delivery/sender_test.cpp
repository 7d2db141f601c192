#include <mage_lineage/delivery/sender.hpp>

#include <doctest/doctest.h>
#include <support/fake_clock.hpp>
#include <support/fake_http.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace mage_lineage;
using namespace mage_lineage::delivery;
using std::chrono::milliseconds;
using sys::HttpStage;
using test_support::answered;
using test_support::failed;
using test_support::FakeAnswer;
using test_support::FakeClock;
using test_support::FakeHttp;
using test_support::FakeRandom;

namespace {

Route direct_route() {
  Route route;
  route.kind = RouteKind::direct;
  route.events = parse_url("https://autopilot.example/events").value();
  route.bearer = Secret("direct-token");
  return route;
}

Route gateway_route() {
  Route route = direct_route();
  route.kind = RouteKind::gateway;
  route.bearer = Secret();
  route.mint = parse_url("https://gw.example/token").value();
  route.mint_key = Secret("pro-key");
  return route;
}

/// A run of a sender against a server in memory.
struct Run {
  explicit Run(FakeHttp::Server server) : http(clock, std::move(server)) {}

  std::vector<Receipt> send(std::vector<Delivery> events, Route route = direct_route(),
                            SendOptions options = {}) {
    Sender sender(std::move(route), options, http, clock, random);
    std::vector<Receipt> receipts;
    std::size_t next = 0;
    for (int steps = 0; steps < 100'000; ++steps) {
      while (next < events.size() && sender.has_room())
        sender.offer(events[next++]);
      if (sender.idle() && next == events.size()) break;
      for (auto& receipt : sender.step(milliseconds(1000)))
        receipts.push_back(std::move(receipt));
    }
    mint_report = sender.mint_report();
    return receipts;
  }

  FakeClock clock;
  FakeRandom random;
  FakeHttp http;
  MintReport mint_report;
};

std::vector<Delivery> events(int n) {
  std::vector<Delivery> out;
  for (int i = 0; i < n; ++i)
    out.push_back({"id-" + std::to_string(i), "{}", "", ""});
  return out;
}

std::map<Fate, int> count(const std::vector<Receipt>& receipts) {
  std::map<Fate, int> counts;
  for (const auto& receipt : receipts)
    ++counts[receipt.fate];
  return counts;
}

bool is_mint(const sys::HttpRequest& request) {
  return request.url == "https://gw.example/token";
}

std::string bearer(const sys::HttpRequest& request) {
  return std::string(request.secret_headers.at(0).second.reveal());
}

std::string id_of(const sys::HttpRequest& request) {
  for (const auto& [name, value] : request.headers) {
    if (name == "Idempotency-Key") return value;
  }
  return {};
}

/// Answers in turn, the last one for ever.
FakeHttp::Server in_turn(std::vector<FakeAnswer> answers) {
  return [answers = std::move(answers), next = std::size_t{0}](const sys::HttpRequest&) mutable {
    return answers[std::min(next++, answers.size() - 1)];
  };
}

}  // namespace

TEST_CASE("Sender: one event") {
  struct Row {
    std::string says;
    std::vector<FakeAnswer> answers;
    Fate fate;
    std::size_t requests;
  };
  const auto refused = failed(HttpStage::connect, "connection refused");
  const auto reset = failed(HttpStage::sent, "reset");
  auto untrusted = failed(HttpStage::tls, "not trusted");
  untrusted.failure.certificate = true;
  auto broken = answered(201, "{\"sta");
  broken.whole = false;
  auto twice = answered(400);
  twice.repeated = true;
  const std::vector<Row> rows = {
      {"400 to what went out twice: the first may be there", {twice}, Fate::unknown, 1},
      {"a 2xx is delivered", {answered(202)}, Fate::delivered, 1},
      {"a body that breaks off after 2xx is delivered", {broken}, Fate::delivered, 1},
      {"500, then 200", {answered(500), answered(200)}, Fate::delivered, 2},
      {"429, 408, then 200", {answered(429), answered(408), answered(200)}, Fate::delivered, 3},
      {"503 for ever", {answered(503)}, Fate::rejected, 3},
      {"504 for ever: a proxy does not know", {answered(504)}, Fate::unknown, 3},
      {"504, then 400: the first may be there", {answered(504), answered(400)}, Fate::unknown, 2},
      {"400 is not tried again", {answered(400)}, Fate::rejected, 1},
      {"401 of a token that was given is not tried again", {answered(401)}, Fate::rejected, 1},
      {"302 is not followed", {answered(302)}, Fate::rejected, 1},
      {"refused for ever", {refused}, Fate::not_sent, 3},
      {"refused, then 200", {refused, answered(200)}, Fate::delivered, 2},
      {"reset for ever: it may be there", {reset}, Fate::unknown, 3},
      {"reset, then refused: the first may be there", {reset, refused}, Fate::unknown, 3},
      {"reset, then 400: the first may be there", {reset, answered(400)}, Fate::unknown, 2},
      {"reset, then 200", {reset, answered(200)}, Fate::delivered, 2},
      {"503, then refused", {answered(503), refused}, Fate::rejected, 3},
      {"a certificate that is not trusted is not tried again", {untrusted}, Fate::not_sent, 1},
  };
  for (const auto& row : rows) {
    CAPTURE(row.says);
    Run run(in_turn(row.answers));
    const auto receipts = run.send(events(1));
    REQUIRE(receipts.size() == 1);
    CHECK(receipts[0].fate == row.fate);
    CHECK(run.http.requests.size() == row.requests);
    CHECK(receipts[0].attempts == static_cast<int>(row.requests));
    if (row.fate != Fate::delivered) CHECK_FALSE(receipts[0].message.empty());
    for (const auto& request : run.http.requests)
      CHECK(id_of(request) == "id-0");
  }
}

TEST_CASE("Sender: Retry-After") {
  SUBCASE("is waited for, in seconds or as a date") {
    for (const auto* value : {"2", "Mon, 03 Aug 2026 19:40:02 GMT"}) {
      CAPTURE(value);
      Run run(in_turn({answered(429, "", {{"retry-after", value}}), answered(200)}));
      CHECK(run.send(events(1))[0].fate == Fate::delivered);
      CHECK(run.clock.passed() >= milliseconds(1900));
      CHECK(run.clock.passed() < milliseconds(3000));
    }
  }
  SUBCASE("holds back the other events as well") {
    Run run([n = 0](const sys::HttpRequest&) mutable {
      return ++n == 1 ? answered(503, "", {{"retry-after", "5"}}) : answered(200);
    });
    CHECK(count(run.send(events(20)))[Fate::delivered] == 20);
    CHECK(run.clock.passed() >= milliseconds(5000));
  }
  SUBCASE("that goes beyond a minute is not waited for") {
    Run run(in_turn({answered(429, "", {{"retry-after", "3600"}})}));
    const auto receipts = run.send(events(3));
    CHECK(count(receipts)[Fate::rejected] == 1);
    CHECK(count(receipts)[Fate::not_sent] == 2);
    CHECK(run.http.requests.size() == 1);
    CHECK(run.clock.passed() < milliseconds(1000));
  }
}

TEST_CASE("Sender: bounds") {
  SUBCASE("a dead backend costs three connection failures, whatever the number of events") {
    Run run(in_turn({failed(HttpStage::connect, "connection refused")}));
    const auto receipts = run.send(events(5000));
    CHECK(run.http.requests.size() == 3);
    CHECK(count(receipts)[Fate::not_sent] == 5000);
  }
  SUBCASE("a backend that swallows everything ends the run as well") {
    Run run(in_turn({failed(HttpStage::sent, "no answer", milliseconds(5000))}));
    const auto receipts = run.send(events(5000));
    CHECK(run.http.requests.size() == 3);
    CHECK(count(receipts)[Fate::unknown] == 1);
    CHECK(count(receipts)[Fate::not_sent] == 4999);
  }
  SUBCASE("requests that fail together count as one failure") {
    // Every connection breaks at the same moment, once; then the server is back.
    FakeClock* clock = nullptr;
    Run run([&clock](const sys::HttpRequest&) {
      const bool down = clock->passed() >= milliseconds(500) && clock->passed() < milliseconds(520);
      return down ? failed(HttpStage::sent, "reset") : answered(200);
    });
    clock = &run.clock;
    CHECK(count(run.send(events(2000)))[Fate::delivered] == 2000);
  }
  SUBCASE("no request outlives the time for everything") {
    Run run(in_turn({answered(503)}));
    SendOptions options;
    options.max_time = milliseconds(200);
    options.max_attempts = 1000;
    run.send(events(1), direct_route(), options);
    CHECK(run.clock.passed() <= milliseconds(250));
    for (const auto& request : run.http.requests)
      CHECK(request.timeout <= milliseconds(200));
  }
  SUBCASE("when the time is up, the rest is not sent") {
    Run run([](const sys::HttpRequest&) { return answered(200); });
    SendOptions options;
    options.max_time = milliseconds(100);
    const auto receipts = run.send(events(1000), direct_route(), options);
    const auto counts = count(receipts);
    CHECK(receipts.size() == 1000);
    CHECK(counts.at(Fate::delivered) >= 9);
    CHECK(counts.at(Fate::delivered) + counts.at(Fate::not_sent) == 1000);
  }
  SUBCASE("three refused authorizations in a row end the run, one does not") {
    Run refused(in_turn({answered(401)}));
    CHECK(count(refused.send(events(100)))[Fate::not_sent] >= 85);
    Run once(in_turn({answered(401), answered(200)}));
    CHECK(count(once.send(events(100)))[Fate::delivered] == 99);
  }
  SUBCASE("no more requests at once than allowed, and one before the first answer") {
    int before_answer = 0;
    FakeClock* clock = nullptr;
    Run run([&](const sys::HttpRequest&) {
      if (clock->passed() < milliseconds(10)) ++before_answer;
      return answered(200);
    });
    clock = &run.clock;
    SendOptions options;
    options.max_connections = 4;
    run.send(events(100), direct_route(), options);
    CHECK(before_answer == 1);
    CHECK(run.http.most_at_once == 4);
  }
}

TEST_CASE("Sender: order") {
  std::vector<std::string> seen;
  Run run([&](const sys::HttpRequest& request) {
    seen.push_back(request.body);
    return answered(200);
  });
  std::vector<Delivery> all{{"", "warm up", "", ""}};
  for (int i = 0; i < 50; ++i) {
    const auto group = std::to_string(i % 5);
    all.push_back({"", group + " " + std::to_string(i), group, std::to_string(i)});
  }
  CHECK(count(run.send(all))[Fate::delivered] == 51);
  std::map<std::string, std::vector<int>> by_group;
  for (const auto& body : seen) {
    if (body != "warm up") by_group[body.substr(0, 1)].push_back(std::stoi(body.substr(2)));
  }
  SUBCASE("of steps within a group is kept") {
    for (const auto& [group, steps] : by_group)
      CHECK(std::is_sorted(steps.begin(), steps.end()));
  }
  SUBCASE("does not keep groups from going side by side") {
    CHECK(run.http.most_at_once == 5);
  }
}

TEST_CASE("Sender: the gateway's token") {
  const auto token = [](int n, int seconds) {
    return answered(200, R"({"access_token":"token-)" + std::to_string(n) + R"(","expires_in":)" +
                             std::to_string(seconds) + "}");
  };
  SUBCASE("is minted once and used for all") {
    Run run([&](const sys::HttpRequest& r) { return is_mint(r) ? token(1, 3600) : answered(200); });
    CHECK(count(run.send(events(50), gateway_route()))[Fate::delivered] == 50);
    CHECK(run.mint_report.minted == 1);
    CHECK(bearer(run.http.requests[1]) == "Bearer token-1");
  }
  SUBCASE("is minted anew shortly before it expires") {
    int minted = 0;
    Run run([&](const sys::HttpRequest& r) {
      auto answer = is_mint(r) ? token(++minted, 10) : answered(200);
      answer.took = milliseconds(1000);
      return answer;
    });
    SendOptions options;
    options.max_connections = 1;
    CHECK(count(run.send(events(30), gateway_route(), options))[Fate::delivered] == 30);
    CHECK(minted >= 4);
    CHECK(minted <= 5);
  }
  SUBCASE("is minted anew once after a 401") {
    int minted = 0;
    Run run([&](const sys::HttpRequest& r) {
      if (is_mint(r)) return token(++minted, 3600);
      return bearer(r) == "Bearer token-1" ? answered(401) : answered(200);
    });
    CHECK(count(run.send(events(20), gateway_route()))[Fate::delivered] == 20);
    CHECK(minted == 2);
  }
  SUBCASE("is not minted for ever when every token is refused") {
    int minted = 0;
    Run run([&](const sys::HttpRequest& r) {
      return is_mint(r) ? token(++minted, 3600) : answered(401);
    });
    const auto counts = count(run.send(events(100), gateway_route()));
    CHECK(minted == 2);
    CHECK(counts.count(Fate::delivered) == 0);
    CHECK(run.http.requests.size() < 30);
  }
  SUBCASE("that is refused leaves every event unsent, and says why") {
    Run run([&](const sys::HttpRequest&) { return answered(403, R"({"message":"no such key"})"); });
    const auto receipts = run.send(events(5), gateway_route());
    CHECK(count(receipts)[Fate::not_sent] == 5);
    CHECK(receipts[0].message.find("no such key") != std::string::npos);
    CHECK(run.http.requests.size() == 1);
  }
  SUBCASE("is not asked for again where the certificate is not trusted, and the hint says so") {
    Run run([](const auto&) {
      auto answer = failed(HttpStage::tls, "the certificate of gw.example is not trusted");
      answer.failure.certificate = true;
      return answer;
    });
    const auto receipts = run.send(events(3), gateway_route());
    CHECK(run.http.requests.size() == 1);
    CHECK(receipts.front().hint.find("--cacert") != std::string::npos);
  }
  SUBCASE("is asked for again after 503 and after a reset") {
    Run run([&, n = 0](const sys::HttpRequest& r) mutable {
      if (!is_mint(r)) return answered(200);
      ++n;
      return n == 1 ? answered(503) : n == 2 ? failed(HttpStage::sent, "reset") : token(1, 60);
    });
    CHECK(count(run.send(events(5), gateway_route()))[Fate::delivered] == 5);
  }
  SUBCASE("a dead gateway costs three connection failures") {
    Run run(in_turn({failed(HttpStage::connect, "connection refused")}));
    CHECK(count(run.send(events(500), gateway_route()))[Fate::not_sent] == 500);
    CHECK(run.http.requests.size() == 3);
  }
  SUBCASE("an answer without expires_in is no token") {
    Run run([&](const sys::HttpRequest&) { return answered(200, R"({"access_token":"x"})"); });
    CHECK(count(run.send(events(2), gateway_route()))[Fate::not_sent] == 2);
  }
}

TEST_CASE("Sender: random faults") {
  // Whatever happens: one fate each, what is delivered is in the sink, and what is in the sink is
  // delivered or unknown.
  std::uint32_t state = 12345;
  const auto roll = [&state](std::uint32_t n) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % n;
  };
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    std::map<std::string, int> sink;
    const std::uint32_t trouble = roll(100);
    Run run([&](const sys::HttpRequest& request) {
      const auto id = id_of(request);
      if (roll(100) >= trouble) {
        ++sink[id];
        return answered(201);
      }
      switch (roll(7)) {
        case 0:
          return failed(HttpStage::connect, "refused");
        case 1:
          ++sink[id];
          return failed(HttpStage::sent, "reset after it was taken");
        case 2:
          return failed(HttpStage::sent, "reset before it was taken");
        case 3:
          ++sink[id];
          return answered(504);
        case 4:
          return answered(503, "", {{"retry-after", "1"}});
        case 5:
          return answered(400);
        default:
          return answered(500);
      }
    });
    const int n = 1 + static_cast<int>(roll(60));
    const auto receipts = run.send(events(n));
    REQUIRE(receipts.size() == static_cast<std::size_t>(n));
    std::map<std::string, Fate> fates;
    for (const auto& receipt : receipts) {
      CHECK(fates.emplace(receipt.event.id, receipt.fate).second);
      if (receipt.fate == Fate::delivered) CHECK(sink.count(receipt.event.id) == 1);
    }
    for (const auto& [id, times] : sink) {
      CHECK((fates.at(id) == Fate::delivered || fates.at(id) == Fate::unknown));
    }
  }
}
