#include <mage_lineage/platform/beast_server.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "beast_fixture.hpp"

using namespace beast_fixture;

TEST_CASE("BeastServer: what is answered with an error before the connection closes") {
  using namespace std::string_literals;
  struct Row {
    std::string says;
    std::string request;
    std::string status;
  };
  const std::vector<Row> rows = {
      {"no HTTP at all", "hello\r\n\r\n", "400"},
      {"a method with a space", "G ET / HTTP/1.1\r\n" + kHost + "\r\n", "400"},
      {"something else than HTTP, at its first byte", "\x16\x03\x01", "400"},
      {"a version that is none", "GET / http/1.1\r\n" + kHost + "\r\n", "400"},
      {"a space after the version", "GET / HTTP/1.1 \r\n" + kHost + "\r\n", "400"},
      {"bare line feeds, at the first of them", "GET / HTTP/1.1\nHost: x\n", "400"},
      {"a bare line feed among the headers", "GET / HTTP/1.1\r\n" + kHost + "A: b\nC: d\r\n\r\n",
       "400"},
      {"a folded header", "GET / HTTP/1.1\r\n" + kHost + "A: b\r\n c\r\n\r\n", "400"},
      {"white space before the first header", "GET / HTTP/1.1\r\n " + kHost + "\r\n", "400"},
      {"a Host that is none", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "400"},
      {"no Host", "GET / HTTP/1.1\r\n\r\n", "400"},
      {"two Hosts", "GET / HTTP/1.1\r\n" + kHost + kHost + "\r\n", "400"},
      {"two Authorizations",
       "GET / HTTP/1.1\r\n" + kHost + "Authorization: a\r\nauthorization: b\r\n\r\n", "400"},
      {"an unknown transfer coding",
       "POST / HTTP/1.1\r\n" + kHost + "Transfer-Encoding: gzip\r\n\r\n", "501"},
      {"a transfer coding before chunked",
       "POST / HTTP/1.1\r\n" + kHost + "Transfer-Encoding: gzip, chunked\r\n\r\n", "501"},
      {"chunked twice",
       "POST / HTTP/1.1\r\n" + kHost +
           "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
       "400"},
      {"both lengths",
       "POST / HTTP/1.1\r\n" + kHost +
           "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       "400"},
      {"two lengths",
       "POST / HTTP/1.1\r\n" + kHost + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", "400"},
      {"the same length twice",
       "POST / HTTP/1.1\r\n" + kHost + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", "400"},
      {"a list of lengths", "POST / HTTP/1.1\r\n" + kHost + "Content-Length: 3, 3\r\n\r\nabc",
       "400"},
      {"a signed length", "POST / HTTP/1.1\r\n" + kHost + "Content-Length: +3\r\n\r\nabc", "400"},
      {"a bad chunk size",
       "POST / HTTP/1.1\r\n" + kHost + "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", "400"},
      {"a space before the colon", "GET / HTTP/1.1\r\nHost : x\r\n\r\n", "400"},
      {"a NUL in a header", "GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n"s, "400"},
      {"an expectation that is not known",
       "POST / HTTP/1.1\r\n" + kHost + "Expect: magic\r\nContent-Length: 1\r\n\r\na", "417"},
      {"two expectations, one of them not known",
       "POST / HTTP/1.1\r\n" + kHost +
           "Expect: 100-continue\r\nExpect: magic\r\nContent-Length: 1\r\n\r\na",
       "417"},
      {"a target above the bound",
       "GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\n" + kHost + "\r\n", "414"},
      {"a target that is no path", "CONNECT x:1 HTTP/1.1\r\n" + kHost + "\r\n", "400"},
      {"a version that is not spoken", "GET / HTTP/2.0\r\n" + kHost + "\r\n", "505"},
      {"a body above the bound", "POST / HTTP/1.1\r\n" + kHost + "Content-Length: 1001\r\n\r\n",
       "413"},
      {"chunks above the bound",
       "POST / HTTP/1.1\r\n" + kHost + "Transfer-Encoding: chunked\r\n\r\n3ea\r\n" +
           std::string(1002, 'x') + "\r\n0\r\n\r\n",
       "413"},
      {"headers above the bound",
       "GET / HTTP/1.1\r\n" + kHost + "A: " + std::string(20'000, 'x') + "\r\n\r\n", "431"},
      {"one header without end", "GET / HTTP/1.1\r\nA: " + std::string(300'000, 'x'), "431"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.says);
    const Served served;
    RawClient client(served.port());
    client.send(row.request);
    CHECK(status_of(client.read_to_end()) == "HTTP/1.1 " + row.status);
    CHECK(served.echo.handled == 0);
  }
}
