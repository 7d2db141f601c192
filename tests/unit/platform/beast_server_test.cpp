#include <mage_lineage/platform/beast_server.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "beast_fixture.hpp"

using namespace beast_fixture;

TEST_CASE("BeastServer: requests") {
  const Served served;
  RawClient client(served.port());
  SUBCASE("come one after the other on a connection") {
    client.send("POST /a?b=c HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
    CHECK(client.read_answer().find("POST /a?b=c abc") != std::string::npos);
    client.send("GET /d HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(client.read_answer().find("GET /d ") != std::string::npos);
  }
  SUBCASE("may be sent without waiting for answers") {
    client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(client.read_answer().find("GET /1 ") != std::string::npos);
    CHECK(client.read_answer().find("GET /2 ") != std::string::npos);
  }
  SUBCASE("may stand behind an empty line (RFC 9112, section 2.2)") {
    client.send("POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc\r\n");
    CHECK(client.read_answer().find("POST /1 abc") != std::string::npos);
    client.send("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(client.read_answer().find("GET /2 ") != std::string::npos);
  }
  SUBCASE("may come in chunks") {
    client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    client.send("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
    CHECK(client.read_answer().find("POST / abcde") != std::string::npos);
  }
  SUBCASE("may ask before they send a body") {
    client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    CHECK(client.read_head() == "HTTP/1.1 100 Continue\r\n\r\n");
    client.send("ok");
    CHECK(client.read_answer().find("POST / ok") != std::string::npos);
  }
  SUBCASE("in absolute form mean their path") {
    client.send("GET http://x/p?q HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(client.read_answer().find("GET /p?q ") != std::string::npos);
  }
  SUBCASE("with HEAD get the headers alone") {
    client.send("HEAD /p HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const auto answer = client.read_to_end();
    CHECK(answer.find("Content-Length: 8\r\n") != std::string::npos);
    CHECK(answer.substr(answer.size() - 4) == "\r\n\r\n");
  }
  SUBCASE("that are refused by their head are answered before the body comes") {
    client.send("POST /secret HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n");
    CHECK(status_of(client.read_to_end()) == "HTTP/1.1 401");
    CHECK(served.echo.handled == 0);
  }
  SUBCASE("cannot make the handler break the answer apart") {
    client.send("GET /inject HTTP/1.1\r\nHost: x\r\n\r\n");
    const auto answer = client.read_answer();
    CHECK(status_of(answer) == "HTTP/1.1 500");
    CHECK(answer.find("X-Evil") == std::string::npos);
  }
}

TEST_CASE("BeastServer: bounds") {
  SUBCASE("a request that drips is answered 408 when its time is up") {
    ServerOptions options;
    options.request_timeout = milliseconds(200);
    const Served served(options);
    RawClient client(served.port());
    client.send("GET / HTTP/1.1\r\nHo");
    CHECK(status_of(client.read_to_end()) == "HTTP/1.1 408");
  }
  SUBCASE("a connection without a request is closed without a word") {
    ServerOptions options;
    options.idle_timeout = milliseconds(100);
    const Served served(options);
    RawClient client(served.port());
    CHECK(client.read_to_end().empty());
  }
  SUBCASE("connections beyond the bound are turned away, and others are welcome again") {
    ServerOptions options;
    options.max_connections = 2;
    const Served served(options);
    {
      RawClient first(served.port());
      RawClient second(served.port());
      for (auto* client : {&first, &second}) {
        client->send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        CHECK(status_of(client->read_answer()) == "HTTP/1.1 200");
      }
      RawClient third(served.port());
      const auto refused = third.read_to_end();
      CHECK(status_of(refused) == "HTTP/1.1 503");
      CHECK(refused.find("Retry-After: 1\r\n") != std::string::npos);
    }
    std::string status;
    for (int i = 0; i < 100 && status != "HTTP/1.1 200"; ++i) {
      RawClient again(served.port());
      again.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      status = status_of(again.read_answer());
    }
    CHECK(status == "HTTP/1.1 200");
  }
}

TEST_CASE("BeastServer: work in the background") {
  SUBCASE("does not keep others waiting, and is answered on its own connection") {
    Served served;
    RawClient patient(served.port());
    patient.send("POST /later HTTP/1.1\r\nHost: x\r\n\r\n");
    while (served.echo.handled < 1)
      std::this_thread::yield();
    RawClient other(served.port());
    other.send("GET /quick HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(status_of(other.read_answer()) == "HTTP/1.1 200");
    served.echo.released = true;
    CHECK(status_of(patient.read_answer()) == "HTTP/1.1 201");
    patient.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(status_of(patient.read_answer()) == "HTTP/1.1 200");
  }
  SUBCASE("is finished and answered when the server stops") {
    Served served;
    RawClient patient(served.port());
    patient.send("POST /later HTTP/1.1\r\nHost: x\r\n\r\n");
    while (served.echo.handled < 1)
      std::this_thread::yield();
    served.begin_stop();
    served.echo.released = true;
    CHECK(status_of(patient.read_to_end()) == "HTTP/1.1 201");
    served.stop();
  }
  SUBCASE("that fails is answered with 500") {
    const Served served;
    RawClient client(served.port());
    client.send("GET /fault HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(status_of(client.read_answer()) == "HTTP/1.1 500");
  }
  SUBCASE("whose client has gone harms nobody") {
    Served served;
    {
      RawClient gone(served.port());
      gone.send("POST /later HTTP/1.1\r\nHost: x\r\n\r\n");
      while (served.echo.handled < 1)
        std::this_thread::yield();
    }
    served.echo.released = true;
    RawClient other(served.port());
    other.send("GET /quick HTTP/1.1\r\nHost: x\r\n\r\n");
    CHECK(status_of(other.read_answer()) == "HTTP/1.1 200");
  }
}

TEST_CASE("BeastServer: the handler is told of every answer") {
  Served served;
  for (const std::string request : {"GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
                                    "GET /secret HTTP/1.1\r\nHost: x\r\n\r\n", "hello\r\n\r\n"}) {
    RawClient client(served.port());
    client.send(request);
    client.finish_sending();
    client.read_to_end();
  }
  served.stop();
  const std::vector<std::string> expected = {"/a 200 7", "/secret 401 0", " 400 "};
  REQUIRE(served.echo.told.size() == 3);
  CHECK(served.echo.told[0] == expected[0]);
  CHECK(served.echo.told[1] == expected[1]);
  CHECK(served.echo.told[2].rfind(expected[2], 0) == 0);
}

TEST_CASE("BeastServer: SIGHUP is passed on") {
  std::atomic<int> heard{0};
  ServerOptions options;
  options.on_hangup = [&heard] { ++heard; };
  Served served(options);
  RawClient client(served.port());
  client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  client.read_answer();  // the server runs, so that its signals are its own
  for (int i = 1; i <= 2; ++i) {
    std::raise(SIGHUP);
    while (heard < i)
      std::this_thread::yield();
  }
  served.stop();
  CHECK(heard == 2);
}

TEST_CASE("BeastServer::stop") {
  SUBCASE("finishes the request under way, and closes idle connections") {
    Served served;
    {
      RawClient busy(served.port());
      RawClient idle(served.port());
      idle.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      idle.read_answer();
      busy.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
      while (served.echo.handled < 2)
        std::this_thread::yield();
      served.begin_stop();
      served.echo.released = true;
      const auto answer = busy.read_to_end();
      CHECK(status_of(answer) == "HTTP/1.1 200");
      CHECK(answer.find("Connection: close\r\n") != std::string::npos);
      CHECK(idle.read_to_end().empty());
    }
    served.stop();
  }
  SUBCASE("gives work to the background as long as any thread has a request under way") {
    for (int i = 0; i < 12; ++i) {  // which of the threads gets it is up to the kernel
      ServerOptions options;
      options.threads = 2;
      Served served(options);
      served.echo.released = true;
      RawClient late(served.port());
      late.send(
          "POST /later HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
      CHECK(late.read_head() == "HTTP/1.1 100 Continue\r\n\r\n");
      served.begin_stop();
      while (RawClient(served.port()).connected())
        std::this_thread::yield();
      late.send("x");
      CHECK(status_of(late.read_to_end()) == "HTTP/1.1 201");
    }
  }
  SUBCASE("works with several threads") {
    ServerOptions options;
    options.threads = 3;
    Served served(options);
    for (int i = 0; i < 20; ++i) {
      RawClient client(served.port());
      client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      CHECK(status_of(client.read_answer()) == "HTTP/1.1 200");
    }
    served.stop();
  }
}

TEST_CASE("open_beast_server") {
  Echo echo;
  SUBCASE("takes numeric addresses, and tells the port it got") {
    for (const auto* listen : {"127.0.0.1:0", "localhost:0"}) {
      ServerOptions options;
      options.listen = listen;
      const auto server = open_beast_server(options, echo);
      REQUIRE(server.has_value());
      CHECK((*server)->address().rfind("127.0.0.1:", 0) == 0);
      CHECK((*server)->address() != "127.0.0.1:0");
    }
  }
  SUBCASE("refuses what is no address") {
    for (const auto* listen : {"", "8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:99999",
                               "example.com:80", "::1:80", "127.0.0.1:8o"}) {
      CAPTURE(listen);
      ServerOptions options;
      options.listen = listen;
      CHECK_FALSE(open_beast_server(options, echo).has_value());
    }
  }
  SUBCASE("does not share a port that is taken") {
    for (const int threads : {1, 2}) {
      ServerOptions options;
      options.threads = threads;
      const auto first = open_beast_server(options, echo);
      options.listen = (*first)->address();
      CHECK_FALSE(open_beast_server(options, echo).has_value());
    }
  }
}
