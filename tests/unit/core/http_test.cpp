#include <mage_lineage/core/http.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;

TEST_CASE("HTTP dates") {
  // RFC 9110, section 5.6.7: one moment in its three forms.
  const auto moment = parse_rfc3339("1994-11-06T08:49:37Z").value();
  CHECK(format_http_date(moment) == "Sun, 06 Nov 1994 08:49:37 GMT");
  CHECK(format_http_date(parse_rfc3339("2026-12-31T23:59:59.999Z").value()) ==
        "Thu, 31 Dec 2026 23:59:59 GMT");
  for (const char* form : {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                           "Sun Nov  6 08:49:37 1994"}) {
    CHECK(parse_http_date(form, moment) == moment);
  }
  for (const char* none : {"", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT",
                           "Sun, 06 Now 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT"}) {
    CHECK_FALSE(parse_http_date(none, moment).has_value());
  }
}

TEST_CASE("reason_phrase") {
  CHECK(reason_phrase(422) == "Unprocessable Content");
  CHECK(reason_phrase(307) == "Temporary Redirect");
  CHECK(reason_phrase(299).empty());
}
