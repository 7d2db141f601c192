#include <mage_lineage/formats/url.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using mage_lineage::display_untrusted_url;
using mage_lineage::ErrorCode;
using mage_lineage::join_url;
using mage_lineage::parse_url;

TEST_CASE("parse_url") {
  SUBCASE("keeps scheme, host, port, path and query") {
    struct Row {
      std::string given;
      std::string text;
      std::string display;
    };
    const std::vector<Row> rows = {
        {"https://api.example.com", "https://api.example.com", "https://api.example.com"},
        {"HTTPS://API.Example.COM/Base", "https://api.example.com/Base",
         "https://api.example.com/Base"},
        {"http://localhost:5000/api/v1/", "http://localhost:5000/api/v1/",
         "http://localhost:5000/api/v1/"},
        {"https://h/a?key=S3CRET&x=1", "https://h/a?key=S3CRET&x=1", "https://h/a?…"},
        {"https://h?key=S3CRET", "https://h?key=S3CRET", "https://h?…"},
        {"https://[2001:db8::1]:8443/x", "https://[2001:db8::1]:8443/x",
         "https://[2001:db8::1]:8443/x"},
        {"https://my_service.ns.svc.cluster.local./p%20q",
         "https://my_service.ns.svc.cluster.local./p%20q",
         "https://my_service.ns.svc.cluster.local./p%20q"},
        {"api.example.com", "https://api.example.com", "https://api.example.com"},
        {"api.example.com:8443/base", "https://api.example.com:8443/base",
         "https://api.example.com:8443/base"},
        {"h/redirect?to=http://x/y", "https://h/redirect?to=http://x/y", "https://h/redirect?…"},
    };
    for (const auto& row : rows) {
      CAPTURE(row.given);
      const auto url = parse_url(row.given);
      REQUIRE(url.has_value());
      CHECK(url->text() == row.text);
      CHECK(url->display() == row.display);
    }
  }
  SUBCASE("refuses what is not a service's address, and never quotes a password") {
    const std::vector<std::string> rows = {
        "",
        "https://",
        "//host/path",
        "http:/host",
        "https:///path",
        "https://user:S3CRET@host/",
        "user:S3CRET@host",
        "https://host:0",
        "https://host:65536",
        "https://host:",
        "https://host:80x",
        "https://ho st/",
        "https://host/a b",
        "https://host/a\\b",
        "https://host/%",
        "https://host/%zz",
        "https://host/#part",
        "https://host/\xc3\xa9",
        "https://host/a\nX-Injected: 1",
        "https://b\u00fccher.example",
        "https://127.1/",
        "https://0x7f.0.0.1",
        "https://0x7f000001",
        "https://2130706433",
        "https://0177.0.0.1",
        "https://256.1.1.1",
        "https://-host",
        "https://a..b",
        "https://[::1",
        "https://[1::2::3]",
        "https://[fe80::1%eth0]",
        "https://[]",
        "tcp://10.0.0.1:80",
        "ftp://host/",
        "file:///etc/passwd",
        "https://" + std::string(9000, 'a'),
    };
    for (const auto& row : rows) {
      CAPTURE(row);
      const auto url = parse_url(row);
      REQUIRE_FALSE(url.has_value());
      CHECK(url.error().message.find("S3CRET") == std::string::npos);
    }
  }
  SUBCASE("a service-link address is told from a malformed one") {
    CHECK(parse_url("tcp://10.0.0.1:80").error().code == ErrorCode::unsupported);
  }
}

TEST_CASE("Url::is_loopback") {
  const std::vector<std::pair<std::string, bool>> rows = {
      {"http://localhost", true},
      {"http://LOCALHOST:1/x", true},
      {"http://a.localhost", true},
      {"http://127.0.0.1", true},
      {"http://127.255.0.9", true},
      {"http://[::1]:80", true},
      {"http://localhost.", true},
      {"http://localhost.example.com", false},
      {"http://127.0.0.1.evil.com", false},
      {"http://128.0.0.1", false},
      {"http://notlocalhost", false},
      {"http://[::2]", false},
      {"http://0.0.0.0", false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first);
    const auto url = parse_url(row.first);
    REQUIRE(url.has_value());
    CHECK(url->is_loopback() == row.second);
  }
}

TEST_CASE("join_url") {
  SUBCASE("loses neither a path nor a query and makes no double slash") {
    struct Row {
      std::string base;
      std::string tail;
      std::string joined;
    };
    const std::vector<Row> rows = {
        {"https://h", "events", "https://h/events"},
        {"https://h/", "/events", "https://h/events"},
        {"https://h/a/b", "c", "https://h/a/b/c"},
        {"https://h/a/b/", "/c/d", "https://h/a/b/c/d"},
        {"https://h/a//", "//c", "https://h/a/c"},
        {"https://h/a?x=1", "c", "https://h/a/c?x=1"},
        {"https://h/a", "c?dataProductId=7", "https://h/a/c?dataProductId=7"},
        {"https://h/a?x=1", "c?y=2", "https://h/a/c?x=1&y=2"},
        {"https://h/a/?x=1", "", "https://h/a/?x=1"},
        {"https://h", "?y=2", "https://h?y=2"},
    };
    for (const auto& row : rows) {
      CAPTURE(row.base);
      CAPTURE(row.tail);
      const auto url = join_url(parse_url(row.base).value(), row.tail);
      REQUIRE(url.has_value());
      CHECK(url->text() == row.joined);
    }
  }
  SUBCASE("refuses a tail that would break the URL or a header") {
    const auto base = parse_url("https://h").value();
    for (const auto* tail : {"a b", "a#b", "a\r\nb", "a\\b", "%", "\xff"}) {
      CAPTURE(tail);
      CHECK_FALSE(join_url(base, tail).has_value());
    }
  }
}

TEST_CASE("display_untrusted_url") {
  CHECK(display_untrusted_url("https://u:p@evil.example/x?token=1#f") ==
        "https://evil.example/x?…");
  CHECK(display_untrusted_url("//u:p@evil.example/") == "//evil.example/");
  CHECK(display_untrusted_url("https://a@b@host\\@c/x") == "https://c/x");
  CHECK(display_untrusted_url("/login") == "/login");
  CHECK(display_untrusted_url("/a\x1b[31m\r\n") == "/a\\x1b[31m\\r\\n");
}
