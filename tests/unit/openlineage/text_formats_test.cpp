#include <mage_lineage/openlineage/text_formats.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage::openlineage;

TEST_CASE("is_date_time") {
  SUBCASE("the examples of RFC 3339, section 5.8, are date-times") {
    for (const char* s :
         {"1985-04-12T23:20:50.52Z", "1996-12-19T16:39:57-08:00", "1990-12-31T23:59:60Z",
          "1990-12-31T15:59:60-08:00", "1937-01-01T12:00:27.87+00:20"}) {
      CAPTURE(s);
      CHECK(is_date_time(s));
    }
  }
  SUBCASE("a space, a missing offset, a zone's name and impossible dates are none") {
    for (const char* s :
         {"2024-05-01 12:34:56Z", "2020-12-28T19:51:01.641499", "2024-13-01T00:00:00Z",
          "2021-02-29T00:00:00Z", "2021-11-05T10:28:18.969066Z[Europe/London]",
          "2024-05-01T24:00:00Z", "2024-05-01", ""}) {
      CAPTURE(s);
      CHECK_FALSE(is_date_time(s));
    }
  }
}

TEST_CASE("is_uri") {
  SUBCASE("the examples of RFC 3986, section 1.1.2, are URIs") {
    for (const char* s :
         {"ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt",
          "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com",
          "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
          "telnet://192.0.2.16:80/", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2"}) {
      CAPTURE(s);
      CHECK(is_uri(s));
    }
  }
  SUBCASE("what events carry besides is a URI") {
    for (const char* s : {"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
                          "https:/raw.githubusercontent.com/OpenLineage/x", "s3://bucket/a%20b",
                          "http://[v1.fe80::a+en1]/", "http://user@host:80?q#f", "x:"}) {
      CAPTURE(s);
      CHECK(is_uri(s));
    }
  }
  SUBCASE("a relative reference is none") {
    for (const char* s : {"", "producer", "OpenLineage.json", "//host/path", "/path", "#fragment",
                          "git@github.com:o/r.git", "...", ":x", "1a:b"}) {
      CAPTURE(s);
      CHECK_FALSE(is_uri(s));
    }
  }
  SUBCASE("characters in the wrong place make none") {
    for (const char* s :
         {"my tool:x", "https://a b", "https://h/<x>", "https://h/%zz", "https://h/%4",
          "https://h:8x/", "https://h/a#b#c", "https://[::1", "https://[xyz]/", "https://h/{x}",
          "https://h/\xC3\xA9", "https://h/\\", "http://a@b@c/"}) {
      CAPTURE(s);
      CHECK_FALSE(is_uri(s));
    }
  }
}
