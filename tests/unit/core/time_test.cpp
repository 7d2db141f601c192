#include <mage_lineage/core/time.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;

TEST_CASE("parse_rfc3339") {
  SUBCASE("reads the examples of RFC 3339, section 5.8, as the same moments") {
    struct Row {
      const char* text;
      const char* utc;
    };
    for (const Row& row : {Row{"1985-04-12T23:20:50.52Z", "1985-04-12T23:20:50.520Z"},
                           Row{"1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57.000Z"},
                           Row{"1990-12-31T23:59:60Z", "1991-01-01T00:00:00.000Z"},
                           Row{"1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00.000Z"},
                           Row{"1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27.870Z"}}) {
      const auto t = parse_rfc3339(row.text);
      REQUIRE_MESSAGE(t.has_value(), row.text);
      CHECK(format_rfc3339(*t) == row.utc);
    }
  }
  SUBCASE("refuses what is not a date-time with an offset") {
    for (const char* text :
         {"", "2026-08-03", "2026-08-03T19:40:00", "2026-08-03 19:40:00Z", "2026-02-30T00:00:00Z",
          "2026-13-01T00:00:00Z", "2026-08-03T24:00:00Z", "2026-08-03T19:60:00Z",
          "2026-08-03T19:40:61Z", "2026-08-03T19:40:00.Z", "2026-08-03T19:40:00+0100",
          "2026-08-03T19:40:00+24:00", "2026-08-03T19:40:00Z ", "0000-01-01T00:00:00Z"}) {
      CHECK_MESSAGE(!parse_rfc3339(text).has_value(), text);
    }
  }
  SUBCASE("refuses what leaves the years 1 to 9999 in UTC") {
    for (const char* text :
         {"0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z"}) {
      CHECK_MESSAGE(!parse_rfc3339(text).has_value(), text);
    }
    for (const char* text : {"0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"}) {
      const auto t = parse_rfc3339(text);
      REQUIRE_MESSAGE(t.has_value(), text);
      CHECK(format_rfc3339(*t) == text);
    }
    CHECK(parse_rfc3339("9999-12-31T23:59:59.999Z").value() == kLastTimestamp);
  }
}

TEST_CASE("parse_duration") {
  SUBCASE("reads the units people write") {
    using namespace std::chrono_literals;
    struct Row {
      const char* text;
      std::chrono::milliseconds value;
    };
    for (const Row& row : {Row{"90s", 90s}, Row{"15m", 15min}, Row{"1h", 1h}, Row{"500ms", 500ms},
                           Row{"2d", 48h}, Row{"1h30m", 90min}, Row{"0s", 0s}}) {
      const auto d = parse_duration(row.text);
      REQUIRE_MESSAGE(d.has_value(), row.text);
      CHECK(*d == row.value);
    }
  }
  SUBCASE("refuses bare numbers, signs, wrong order and overflow") {
    for (const char* text : {"", "5", "-5s", "+5s", "5 s", "s", "5x", "1m1h", "1h1h",
                             "99999999999999999999d", "9223372036854775807ms", "1.5h"}) {
      CHECK_MESSAGE(!parse_duration(text).has_value(), text);
    }
  }
}
