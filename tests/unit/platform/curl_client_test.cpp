#include <mage_lineage/platform/curl_client.hpp>

#include <doctest/doctest.h>
#include <support/raw_server.hpp>

#include <string>
#include <vector>

using mage_lineage::Secret;
using mage_lineage::platform::open_curl_client;
using mage_lineage::sys::HttpOutcome;
using mage_lineage::sys::HttpRequest;
using mage_lineage::sys::HttpStage;
using std::chrono::milliseconds;
using test_support::DeadPort;
using test_support::RawConnection;
using test_support::RawServer;

namespace {

std::unique_ptr<mage_lineage::sys::HttpClient> client(int connections = 4) {
  auto opened = open_curl_client({"", connections}, {});
  REQUIRE(opened.has_value());
  return std::move(*opened);
}

HttpRequest post(const std::string& url, milliseconds timeout = milliseconds(5000)) {
  HttpRequest request;
  request.url = url;
  request.body = "{\"a\":1}";
  request.timeout = timeout;
  return request;
}

HttpOutcome one(mage_lineage::sys::HttpClient& http, HttpRequest request) {
  http.submit(7, std::move(request));
  const auto ended = http.wait(milliseconds(20000));
  REQUIRE(ended.size() == 1);
  CHECK(ended[0].id == 7);
  return ended[0];
}

/// What one request meets with a server that runs `script`.
HttpOutcome against(RawServer::Script script, milliseconds timeout = milliseconds(5000)) {
  const RawServer server(std::move(script));
  const auto http = client();
  return one(*http, post(server.url("/a/../b?c=d"), timeout));
}

}  // namespace

TEST_CASE("CurlClient: the request") {
  std::string seen;
  const RawServer server([&](RawConnection& c, int) {
    seen = c.read_request();
    c.answer(201, "{\"status\":\"ok\"}", "X-Thing:  a b \r\n");
  });
  const auto http = client();
  auto request = post(server.url("/a/../b?c=d"));
  request.headers = {{"Content-Type", "application/json"}, {"X-Empty", ""}};
  request.secret_headers = {{"Authorization", Secret("Bearer t0ken")}};
  const auto outcome = one(*http, std::move(request));

  SUBCASE("goes out as it was given") {
    CHECK(seen.rfind("POST /a/../b?c=d HTTP/1.1\r\n", 0) == 0);
    CHECK(seen.find("\r\nAuthorization: Bearer t0ken\r\n") != std::string::npos);
    CHECK(seen.find("\r\nX-Empty:\r\n") != std::string::npos);
    CHECK(seen.find("Expect") == std::string::npos);
    CHECK(seen.find("Encoding") == std::string::npos);
    CHECK(seen.find("\r\n\r\n{\"a\":1}") != std::string::npos);
  }
  SUBCASE("comes back with status, headers in lower case and body") {
    REQUIRE(outcome.response.has_value());
    CHECK(outcome.response->status == 201);
    CHECK(outcome.response->whole);
    CHECK(outcome.response->body == "{\"status\":\"ok\"}");
    const std::pair<std::string, std::string> expected{"x-thing", "a b"};
    CHECK(outcome.response->headers.back() == expected);
  }
}

TEST_CASE("CurlClient: how far a request came") {
  SUBCASE("a refused connection was not sent") {
    const DeadPort port;
    const auto http = client();
    const auto outcome = one(*http, post(port.url()));
    REQUIRE_FALSE(outcome.response.has_value());
    CHECK(outcome.failure.stage == HttpStage::connect);
    CHECK(outcome.failure.message.find("connection refused") != std::string::npos);
  }
  SUBCASE("a name without an address was not sent") {
    const auto http = client();
    const auto outcome = one(*http, post("http://no-such-host.invalid/"));
    REQUIRE_FALSE(outcome.response.has_value());
    CHECK(outcome.failure.stage == HttpStage::resolve);
  }
  SUBCASE("a server that never answers leaves the request sent, and ends at the timeout") {
    const auto outcome =
        against([](RawConnection& c, int) { c.wait_for_close(); }, milliseconds(150));
    REQUIRE_FALSE(outcome.response.has_value());
    CHECK_MESSAGE(outcome.failure.stage == HttpStage::sent, outcome.failure.message);
    CHECK(outcome.failure.timed_out);
    CHECK(outcome.took < milliseconds(2000));
  }
  SUBCASE("a server that drips does not outlast the timeout") {
    const auto outcome = against(
        [](RawConnection& c, int) {
          c.read_request();
          c.drip('H', 10);
        },
        milliseconds(150));
    REQUIRE_FALSE(outcome.response.has_value());
    CHECK_MESSAGE(outcome.failure.stage == HttpStage::sent, outcome.failure.message);
    CHECK(outcome.took < milliseconds(2000));
  }
  SUBCASE("a reset after the request leaves it sent") {
    const auto outcome = against([](RawConnection& c, int) {
      c.read_request();
      c.reset();
    });
    REQUIRE_FALSE(outcome.response.has_value());
    CHECK_MESSAGE(outcome.failure.stage == HttpStage::sent, outcome.failure.message);
    CHECK_FALSE(outcome.failure.timed_out);
  }
  SUBCASE("a close in the middle of the headers leaves it sent") {
    const auto outcome = against([](RawConnection& c, int) {
      c.read_request();
      c.send("HTTP/1.1 200 OK\r\nContent-Le");
    });
    REQUIRE_FALSE(outcome.response.has_value());
    CHECK_MESSAGE(outcome.failure.stage == HttpStage::sent, outcome.failure.message);
  }
  SUBCASE("an answer that is no HTTP leaves it sent") {
    const auto outcome = against([](RawConnection& c, int) {
      c.read_request();
      c.send("SSH-2.0-OpenSSH_9.2\r\n");
    });
    REQUIRE_FALSE(outcome.response.has_value());
    CHECK_MESSAGE(outcome.failure.stage == HttpStage::sent, outcome.failure.message);
  }
  SUBCASE("plain text where TLS was wanted fails in the handshake") {
    const RawServer server([](RawConnection& c, int) { c.send("HTTP/1.1 400 Bad\r\n\r\n"); });
    const auto http = client();
    const auto outcome = one(*http, post("https" + server.url().substr(4)));
    REQUIRE_FALSE(outcome.response.has_value());
    CHECK_MESSAGE(outcome.failure.stage == HttpStage::tls, outcome.failure.message);
    CHECK_FALSE(outcome.failure.certificate);
  }
  SUBCASE("a TLS handshake that nobody answers is not a refused connection") {
    const RawServer server([](RawConnection& c, int) { c.wait_for_close(); });
    const auto http = client();
    const auto outcome = one(*http, post("https" + server.url().substr(4), milliseconds(150)));
    REQUIRE_FALSE(outcome.response.has_value());
    CHECK(outcome.failure.stage == HttpStage::tls);
    CHECK(outcome.failure.timed_out);
  }
  SUBCASE("an HTTPS request with a CA file that is not there names it") {
    const RawServer server([](RawConnection& c, int) { c.wait_for_close(); });
    auto http = open_curl_client({"/no/such/ca.pem", 1}, {});
    REQUIRE(http.has_value());
    const auto outcome = one(**http, post("https" + server.url().substr(4)));
    CHECK_MESSAGE(outcome.failure.stage == HttpStage::tls, outcome.failure.message);
    CHECK(outcome.failure.certificate);
    CHECK(outcome.failure.message.find("/no/such/ca.pem") != std::string::npos);
  }
}

TEST_CASE("CurlClient: answers") {
  SUBCASE("a body that breaks off keeps its status and says so") {
    const auto outcome = against([](RawConnection& c, int) {
      c.read_request();
      c.send("HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{\"sta");
    });
    REQUIRE(outcome.response.has_value());
    CHECK(outcome.response->status == 201);
    CHECK_FALSE(outcome.response->whole);
    CHECK(outcome.response->body == "{\"sta");
  }
  SUBCASE("headers and then silence keep the status") {
    const auto outcome = against(
        [](RawConnection& c, int) {
          c.read_request();
          c.send("HTTP/1.1 202 Accepted\r\nContent-Length: 5\r\n\r\n");
          c.wait_for_close();
        },
        milliseconds(200));
    REQUIRE(outcome.response.has_value());
    CHECK(outcome.response->status == 202);
    CHECK_FALSE(outcome.response->whole);
    CHECK(outcome.failure.timed_out);
  }
  SUBCASE("a body without end is cut at the bound") {
    const RawServer server([](RawConnection& c, int) {
      c.read_request();
      c.send("HTTP/1.1 500 X\r\n\r\n");
      while (c.send(std::string(10000, 'x'))) {
      }
    });
    const auto http = client();
    auto request = post(server.url());
    request.max_response_bytes = 30000;
    const auto outcome = one(*http, std::move(request));
    REQUIRE(outcome.response.has_value());
    CHECK(outcome.response->body.size() == 30000);
    CHECK_FALSE(outcome.response->whole);
  }
  SUBCASE("headers without end are no answer") {
    const auto outcome = against([](RawConnection& c, int) {
      c.read_request();
      c.send("HTTP/1.1 200 OK\r\n");
      while (c.send("X-A: " + std::string(1000, 'x') + "\r\n")) {
      }
    });
    CHECK_FALSE(outcome.response.has_value());
    CHECK_MESSAGE(outcome.failure.stage == HttpStage::sent, outcome.failure.message);
  }
  SUBCASE("an interim answer is not the answer") {
    const auto outcome = against([](RawConnection& c, int) {
      c.read_request();
      c.send("HTTP/1.1 102 Processing\r\nX-A: 1\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n");
    });
    REQUIRE(outcome.response.has_value());
    CHECK(outcome.response->status == 204);
    CHECK(outcome.response->headers.empty());
  }
  SUBCASE("a redirect is an answer, not a way") {
    for (const int status : {301, 302, 303, 307, 308}) {
      CAPTURE(status);
      int requests = 0;
      std::string location;
      const RawServer server([&](RawConnection& c, int) {
        while (!c.read_request().empty()) {
          ++requests;
          c.answer(status, "", "Location: " + location + "\r\n");
        }
      });
      location = server.url("/elsewhere");
      const auto http = client();
      const auto outcome = one(*http, post(server.url()));
      REQUIRE(outcome.response.has_value());
      CHECK(outcome.response->status == status);
      CHECK(requests == 1);
    }
  }
}

TEST_CASE("CurlClient: several requests") {
  SUBCASE("share a connection one after the other") {
    const RawServer server([](RawConnection& c, int) {
      while (!c.read_request().empty())
        c.answer(200, "");
    });
    const auto http = client(1);
    for (std::uint64_t i = 0; i < 20; ++i)
      http->submit(i, post(server.url()));
    std::vector<std::uint64_t> ids;
    for (auto ended = http->wait(milliseconds(5000)); !ended.empty();
         ended = http->wait(milliseconds(5000))) {
      for (const auto& outcome : ended) {
        CHECK(outcome.response.has_value());
        ids.push_back(outcome.id);
      }
    }
    CHECK(ids.size() == 20);
    CHECK(server.connections() == 1);
  }
  SUBCASE("give their bodies back") {
    const RawServer server([](RawConnection& c, int) {
      while (!c.read_request().empty())
        c.answer(200, "");
    });
    const auto http = client(1);
    CHECK(one(*http, post(server.url())).sent_body == "{\"a\":1}");
    const DeadPort port;
    CHECK(one(*http, post(port.url())).sent_body == "{\"a\":1}");
  }
  SUBCASE("carry their own body, address, headers and timeout, whatever the last one had") {
    std::vector<std::string> seen;
    const RawServer server([&seen](RawConnection& c, int) {
      for (auto request = c.read_request(); !request.empty(); request = c.read_request()) {
        seen.push_back(request);
        c.answer(seen.size() == 2 ? 500 : 200, "");
      }
    });
    const auto http = client(1);
    auto first = post(server.url("/one"));
    first.headers = {{"X-One", "1"}};
    first.secret_headers = {{"Authorization", Secret("Bearer one")}};
    auto second = post(server.url("/two"));
    second.body = "";
    second.headers = {{"X-Two", "2"}};
    auto third = post(server.url("/two"));
    third.body = std::string(100'000, 'b');
    for (const auto* request : {&first, &second, &third})
      CHECK(one(*http, *request).response.has_value());
    REQUIRE(seen.size() == 3);
    CHECK(seen[0].find("Bearer one") != std::string::npos);
    CHECK(seen[1].rfind("POST /two ", 0) == 0);
    CHECK(seen[1].find("X-Two: 2") != std::string::npos);
    CHECK(seen[1].find("X-One") == std::string::npos);
    CHECK(seen[1].find("Bearer") == std::string::npos);
    CHECK(seen[1].find("Content-Length: 0") != std::string::npos);
    CHECK(seen[2].find("X-Two") == std::string::npos);
    CHECK(seen[2].size() > 100'000);
  }
  SUBCASE("never use more connections than allowed") {
    const RawServer server([](RawConnection& c, int) {
      while (!c.read_request().empty())
        c.answer(200, "");
    });
    const auto http = client(3);
    for (std::uint64_t i = 0; i < 50; ++i)
      http->submit(i, post(server.url()));
    std::size_t count = 0;
    for (auto ended = http->wait(milliseconds(5000)); !ended.empty();
         ended = http->wait(milliseconds(5000))) {
      count += ended.size();
    }
    CHECK(count == 50);
    CHECK(server.connections() <= 3);
  }
  SUBCASE("that libcurl sends a second time by itself say so") {
    // The connection is kept, and dies when it has read the second request.
    const RawServer server([](RawConnection& c, int number) {
      c.read_request();
      c.answer(number == 0 ? 200 : 400, "");
      if (number == 0) c.read_request();
    });
    const auto http = client(1);
    const auto first = one(*http, post(server.url()));
    CHECK_FALSE(first.repeated);
    const auto second = one(*http, post(server.url()));
    REQUIRE(second.response.has_value());
    CHECK(second.response->status == 400);
    CHECK(second.repeated);
  }
  SUBCASE("nothing under way is nothing to wait for") {
    CHECK(client()->wait(milliseconds(10000)).empty());
  }
}

TEST_CASE("CurlClient::probe") {
  const auto http = client();
  SUBCASE("proves name and connection, and sends nothing") {
    std::string seen;
    {
      const RawServer server([&](RawConnection& c, int) { seen = c.read_request(); });
      const auto probe = http->probe(server.url(), milliseconds(5000));
      CHECK(probe.resolved);
      CHECK(probe.connected);
      CHECK_FALSE(probe.secured);
      CHECK(probe.address == "127.0.0.1");
      CHECK(probe.problem.empty());
      while (server.connections() == 0)
        std::this_thread::yield();
    }
    CHECK(seen.empty());
  }
  SUBCASE("says which step failed") {
    const DeadPort port;
    const auto refused = http->probe(port.url(), milliseconds(5000));
    CHECK(refused.resolved);
    CHECK_FALSE(refused.connected);
    CHECK(refused.problem.find("connection refused") != std::string::npos);
    const auto unknown = http->probe("http://no-such-host.invalid/", milliseconds(5000));
    CHECK_FALSE(unknown.resolved);
    CHECK_FALSE(unknown.problem.empty());
    const RawServer server([](RawConnection& c, int) { c.send("not TLS\r\n"); });
    const auto plain = http->probe("https" + server.url().substr(4), milliseconds(5000));
    CHECK_MESSAGE(plain.connected, plain.problem);
    CHECK_FALSE(plain.secured);
    CHECK_FALSE(plain.problem.empty());
  }
}
