#include "fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace grant_fixture;
using grant::CheckId;
using grant::Status;

TEST_CASE("grant::verify, a good grant") {
  const auto good = verify(token(kHeader, claims()));
  CHECK(good.accepted());
  CHECK(good.authentic());
  CHECK(good.findings.empty());
  CHECK(good.key == grant::UsedKey::current);
  CHECK(good.claims.scope == scope());
  CHECK(good.claims.subject == "user-1");
  SUBCASE("may leave typ out, add header parameters that change nothing, and unknown claims") {
    CHECK(with_header(R"({"alg":"HS256"})") == "accepted");
    CHECK(
        with_header(R"({"kid":"../../etc","alg":"HS256","jku":"https://evil.example","x":[1]})") ==
        "accepted");
    CHECK(with("foo", R"({"a":[1,null]})") == "accepted");
  }
}

TEST_CASE("grant::verify, times") {
  const auto at = [](std::string_view iat, std::string_view exp, std::string_view nbf = {}) {
    std::string text = claims("iat", iat);
    text.replace(text.find("1767225900"), 10, exp);
    if (!nbf.empty()) text.insert(1, "\"nbf\":" + std::string(nbf) + ",");
    return verdict(verify(token(kHeader, text)));
  };
  SUBCASE("iat and nbf may lie ahead by the leeway and no more") {
    CHECK(at("1767225660", "1767225900") == "accepted");
    CHECK(at("1767225660.000000001", "1767225900") == "issued_at/issued_in_the_future");
    CHECK(at("1767225661", "1767225900") == "issued_at/issued_in_the_future");
    CHECK(at("1767225600", "1767225900", "1767225660") == "accepted");
    CHECK(at("1767225600", "1767225900", "1767225661") == "not_before/not_yet_valid");
    CHECK(at("1767225600", "1767225900", "0") == "accepted");
  }
  SUBCASE("a grant lives at most twice the snapshot TTL") {
    CHECK(at("1767225600", "1767226200") == "accepted");
    CHECK(at("1767225600", "1767226200.000000001") == "lifetime/lifetime_too_long");
    CHECK(at("1767225600", "1767226201") == "lifetime/lifetime_too_long");
    CHECK(at("0", "1767225900") == "lifetime/lifetime_too_long");
    CHECK(at("1767225600", "9007199254740992") == "lifetime/lifetime_too_long");
  }
  SUBCASE("exp lies after iat") {
    CHECK(at("1767225630", "1767225630") == "expiry_after_issue/expires_before_issue");
    CHECK(at("1767225630", "1767225629") == "expiry_after_issue/expires_before_issue");
  }
  SUBCASE("all that is wrong is told at once, in the order of the checks") {
    std::string text = claims("iss", "\"other\"");
    text.replace(text.find("1767225900"), 10, "1767225500");
    const auto bad = verify(token(kHeader, text));
    REQUIRE(bad.findings.size() == 3);
    CHECK(bad.findings[0].check == CheckId::issuer);
    CHECK(bad.findings[1].check == CheckId::expiry);
    CHECK(bad.findings[2].check == CheckId::expiry_after_issue);
    CHECK(bad.status(CheckId::audience) == Status::pass);
    CHECK(bad.status(CheckId::snapshot_id) == Status::pass);
    CHECK(!bad.authentic());
  }
}

TEST_CASE("grant::verify, what is asked for") {
  const auto judge = [](std::string_view payload, const grant::Demand& wanted) {
    return grant::verify(token(kHeader, payload), {kSecret, {}}, policy(), wanted, now());
  };
  SUBCASE("a grant with the wrong action, scope or snapshot is authentic all the same") {
    const auto other = judge(claims("snapshot_id", "\"snap_2\""), demand());
    CHECK(!other.accepted());
    CHECK(other.authentic());
  }
  SUBCASE("a create grant needs no snapshot id") {
    std::string text = claims("snapshot_id", "");
    text.replace(text.find(":read"), 5, ":create");
    CHECK(judge(text, {std::string(grant::kCreateAction), scope(), {}}).accepted());
  }
  SUBCASE("without a scope to compare with a grant is not accepted") {
    const auto open = judge(claims(), {std::string(grant::kReadAction), {}, "snap_1"});
    CHECK(open.authentic());
    CHECK(!open.accepted());
    CHECK(open.findings.empty());
    CHECK(open.status(CheckId::scope) == Status::not_reached);
  }
  SUBCASE("without an action one of the snapshot API's is needed, and read needs an id") {
    CHECK(judge(claims(), {{}, scope(), {}}).accepted());
    CHECK(verdict(judge(claims("actions", "[\"other\"]"), {{}, scope(), {}})) ==
          "action/action_not_granted");
    CHECK(verdict(judge(claims("snapshot_id", ""), {{}, scope(), {}})) == "snapshot_id/missing");
  }
  SUBCASE("any name may be an action, and one that ends in :read needs an id") {
    const std::string text = claims("actions", "[\"snapshot:read\"]");
    CHECK(judge(text, {"snapshot:read", scope(), "snap_1"}).accepted());
    std::string without = text;
    without.erase(without.find(",\"snapshot_id\""), 23);
    CHECK(verdict(judge(without, {"snapshot:read", scope(), {}})) == "snapshot_id/missing");
  }
}
