#include <mage_lineage/delivery/sender.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sender_fixture.hpp"

using namespace sender_fixture;

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
    if (row.fate == Fate::unknown) CHECK_FALSE(receipts[0].hint.empty());
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
