#include <mage_lineage/delivery/sender.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sender_fixture.hpp"

using namespace sender_fixture;

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
