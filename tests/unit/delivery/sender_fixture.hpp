#pragma once

#include <mage_lineage/delivery/sender.hpp>

#include <doctest/doctest.h>
#include <support/fake_clock.hpp>
#include <support/fake_http.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

/// A sender with a clock, a server and randomness in memory.
namespace sender_fixture {

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

inline Route direct_route() {
  Route route;
  route.kind = RouteKind::direct;
  route.events = parse_url("https://autopilot.example/events").value();
  route.bearer = Secret("direct-token");
  return route;
}

inline Route gateway_route() {
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

inline std::vector<Delivery> events(int n) {
  std::vector<Delivery> out;
  for (int i = 0; i < n; ++i)
    out.push_back({"id-" + std::to_string(i), "{}", "", ""});
  return out;
}

inline std::map<Fate, int> count(const std::vector<Receipt>& receipts) {
  std::map<Fate, int> counts;
  for (const auto& receipt : receipts)
    ++counts[receipt.fate];
  return counts;
}

inline bool is_mint(const sys::HttpRequest& request) {
  return request.url == "https://gw.example/token";
}

inline std::string bearer(const sys::HttpRequest& request) {
  return std::string(request.secret_headers.at(0).second.reveal());
}

inline std::string id_of(const sys::HttpRequest& request) {
  for (const auto& [name, value] : request.headers) {
    if (name == "Idempotency-Key") return value;
  }
  return {};
}

/// Answers in turn, the last one for ever.
inline FakeHttp::Server in_turn(std::vector<FakeAnswer> answers) {
  return [answers = std::move(answers), next = std::size_t{0}](const sys::HttpRequest&) mutable {
    return answers[std::min(next++, answers.size() - 1)];
  };
}

}  // namespace sender_fixture
