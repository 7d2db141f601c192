#include "fixture.hpp"

#include <mage_lineage/grant/inspect.hpp>
#include <mage_lineage/grant/report.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace grant_fixture;
using grant::CheckId;
using grant::Status;

namespace {

std::vector<grant::Row> rows(std::string_view text) {
  return grant::report(verify(text), policy(), demand(), now());
}

const grant::Row& row(const std::vector<grant::Row>& all, CheckId id) {
  return all.at(static_cast<std::size_t>(id));
}

std::set<std::string> oddities(std::string_view text) {
  std::set<std::string> out;
  for (const auto& odd : grant::inspect(text, now()).oddities)
    out.emplace(odd.code);
  return out;
}

}  // namespace

TEST_CASE("grant::checks") {
  SUBCASE("stand in the order of their ids, with codes of their own") {
    std::set<std::string_view> codes;
    for (std::size_t i = 0; i < grant::kCheckCount; ++i) {
      CHECK(static_cast<std::size_t>(grant::checks()[i].id) == i);
      CHECK(codes.insert(grant::checks()[i].code).second);
      CHECK(!grant::checks()[i].purpose.empty());
    }
  }
}

TEST_CASE("grant::report") {
  SUBCASE("shows every check of a good grant with what was found and expected") {
    const auto all = rows(token(kHeader, claims()));
    REQUIRE(all.size() == grant::kCheckCount);
    CHECK(std::all_of(all.begin(), all.end(),
                      [](const grant::Row& r) { return r.status == Status::pass; }));
    CHECK(row(all, CheckId::issuer).found == "\"issuer-1\"");
    CHECK(row(all, CheckId::issuer).expected == "\"issuer-1\"");
    CHECK(row(all, CheckId::expiry).found == "1767225900 (2026-01-01T00:05:00.000Z)");
    CHECK(row(all, CheckId::expiry).expected == "after 2026-01-01T00:00:00.000Z");
    CHECK(row(all, CheckId::expiry).detail == "expires in 5 minutes");
    CHECK(row(all, CheckId::lifetime).found == "5m");
    CHECK(row(all, CheckId::lifetime).expected == "at most 10m, twice the snapshot TTL");
    CHECK(row(all, CheckId::not_before).found == "absent");
  }
  SUBCASE("says when a grant expired, in words") {
    std::string text = claims("iat", "1767225000");
    text.replace(text.find("1767225900"), 10, "1767225420");
    const auto all = rows(token(kHeader, text));
    CHECK(row(all, CheckId::expiry).status == Status::fail);
    CHECK(row(all, CheckId::expiry).reason == "expired");
    CHECK(row(all, CheckId::expiry).detail == "it expired 3 minutes ago");
  }
  SUBCASE("lists all that is wrong with the claims, and leaves out what they decide") {
    std::string text = claims("sub", "");
    text.replace(text.find("1767225900"), 10, "\"soon\"    ");
    const auto all = rows(token(kHeader, text));
    CHECK(row(all, CheckId::claims).detail == "sub is missing, exp has the wrong type");
    CHECK(row(all, CheckId::expiry).status == Status::not_reached);
    CHECK(row(all, CheckId::expiry).reason == "malformed_claim");
    CHECK(row(all, CheckId::audience).status == Status::pass);
  }
  SUBCASE("tells nothing of a payload whose signature does not hold") {
    const auto all = rows(token(kHeader, claims("sub", "\"sentinel\""), Secret("x")));
    for (const auto& one : all) {
      CHECK(one.found.find("sentinel") == std::string::npos);
      if (one.id > CheckId::signature) CHECK(one.reason == "not_judged");
    }
  }
  SUBCASE("has a sentence for every reason") {
    for (const std::string& text : {std::string(), std::string("a.b"), token("{}", "{}"),
                                    token(kHeader, "{}"), token(kHeader, claims("aud", "\"x\""))}) {
      for (const auto& one : rows(text)) {
        if (one.status == Status::pass) continue;
        CHECK(!one.detail.empty());
        CHECK(one.detail != one.reason);
        CHECK(one.detail.find("{}") == std::string::npos);
      }
    }
  }
}

TEST_CASE("grant::relative_time") {
  const auto in = [](std::int64_t seconds) {
    return grant::relative_time({kNow + seconds, 0}, now());
  };
  CHECK(in(0) == "now");
  CHECK(in(-1) == "1 second ago");
  CHECK(in(59) == "in 59 seconds");
  CHECK(in(-180) == "3 minutes ago");
  CHECK(in(3600) == "in 1 hour");
  CHECK(in(-172800) == "2 days ago");
}

TEST_CASE("grant::inspect") {
  SUBCASE("shows a token without judging its signature") {
    const auto seen = grant::inspect(token(kHeader, claims(), Secret("unknown")), now());
    REQUIRE(seen.payload);
    CHECK(seen.payload->find("sub")->text == "user-1");
    CHECK(seen.signature_bytes == 32);
    CHECK(seen.oddities.empty());
    REQUIRE(seen.times.size() == 2);
    CHECK(seen.times[1].claim == "exp");
    CHECK(seen.times[1].shown == "1767225900 (2026-01-01T00:05:00.000Z), in 5 minutes");
  }
  SUBCASE("points out what is odd") {
    using Codes = std::set<std::string>;
    CHECK(oddities("") == Codes{"empty"});
    CHECK(oddities("e30=.e30.AA") ==
          Codes{"not_base64url", "alg_missing", "missing", "signature_length"});
    CHECK(oddities(token(R"({"alg":"none","kid":"1"})", claims())) ==
          Codes{"alg_none", "key_hint"});
    CHECK(oddities(token(R"({"alg":"HS256","crit":["x"]})", claims())) ==
          Codes{"refused_parameter"});
    CHECK(oddities(token(kHeader, claims("x", "1,\"sub\":2"))) == Codes{"duplicate_member"});
    CHECK(oddities(token(kHeader, "nonsense")) == Codes{"not_json"});
    CHECK(oddities(token(kHeader, "[]")) == Codes{"not_an_object"});
    CHECK(oddities(std::string(9000, 'A')).contains("too_large"));
    CHECK(oddities(std::string(8000, '.')).contains("not_three_parts"));
  }
}
