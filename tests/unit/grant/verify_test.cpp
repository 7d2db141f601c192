#include "fixture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

using namespace grant_fixture;
using grant::CheckId;
using grant::Status;

namespace {

std::string with(std::string_view name, std::string_view json) {
  return verdict(verify(token(kHeader, claims(name, json))));
}

std::string with_header(std::string_view header) {
  return verdict(verify(token(header, claims())));
}

const std::string kScopeHead =
    R"({"customer_cluster_uuid":"cluster-1","workspace_uuid":"workspace-1")";

}  // namespace

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

TEST_CASE("grant::verify, token form") {
  const std::string good = token(kHeader, claims());
  const auto dot = good.rfind('.');
  SUBCASE("has exactly three parts of canonical base64url") {
    using namespace std::string_literals;
    const std::array<std::pair<std::string, std::string>, 20> cases{{
        {"", "token_form/empty"},
        {"..", "token_form/empty_part/header"},
        {"a", "token_form/not_three_parts"},
        {good.substr(0, dot), "token_form/not_three_parts"},
        {good + ".", "token_form/not_three_parts"},
        {good + ".x", "token_form/not_three_parts"},
        {good.substr(0, dot + 1), "token_form/empty_part/signature"},
        {"." + good.substr(good.find('.') + 1), "token_form/empty_part/header"},
        {good + "=", "token_form/not_base64url/signature"},
        {good + "\n", "token_form/not_base64url/signature"},
        {good + "\r\n", "token_form/not_base64url/signature"},
        {good + " ", "token_form/not_base64url/signature"},
        {good + "\0"s, "token_form/not_base64url/signature"},
        {" " + good, "token_form/not_base64url/header"},
        {"\xEF\xBB\xBF" + good, "token_form/not_base64url/header"},
        {"Bearer " + good, "token_form/not_base64url/header"},
        {good.substr(0, dot - 2) + "\xC3\xA9" + good.substr(dot),
         "token_form/not_base64url/payload"},
        {good.substr(0, dot + 1) + "+/" + good.substr(dot + 3),
         "token_form/not_base64url/signature"},
        {std::string(9000, '.'), "token_form/too_large"},
        {std::string(70'000, 'a'), "token_form/too_large"},
    }};
    for (const auto& row : cases) {
      const auto& text = row.first;
      const auto& expected = row.second;
      CAPTURE(text);
      CHECK(verdict(verify(text)) == expected);
    }
  }
  SUBCASE("has zero trailing bits") {
    // 32 bytes leave two unused bits in the last digit: four digits decode alike, one is canonical.
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const auto last = kDigits.find(good.back());
    for (std::size_t i = 1; i < 4; ++i) {
      std::string altered = good;
      altered.back() = kDigits[last + i];
      CHECK(verdict(verify(altered)) == "token_form/not_base64url/signature");
    }
  }
  SUBCASE("is at most 8 KiB") {
    const auto sized = [](std::size_t bytes) {
      std::string filler(1, '"');
      for (;;) {
        std::string text = token(kHeader, claims("f", filler + "\""));
        if (text.size() >= bytes) return text;
        filler.append(std::max<std::size_t>((bytes - text.size()) * 3 / 4, 1), 'x');
      }
    };
    const std::string largest = sized(8191);
    REQUIRE(largest.size() <= 8192);
    CHECK(verdict(verify(largest)) == "accepted");
    CHECK(verdict(verify(sized(8193))) == "token_form/too_large");
  }
}

TEST_CASE("grant::verify, header") {
  const std::string deep = std::string(40, '[') + std::string(40, ']');
  const std::array<std::pair<std::string, std::string>, 36> cases{{
      {R"({})", "header/missing/alg"},
      {R"({"typ":"JWT"})", "header/missing/alg"},
      {R"({"alg":"none"})", "header/alg_not_hs256/alg"},
      {R"({"alg":"None"})", "header/alg_not_hs256/alg"},
      {R"({"alg":""})", "header/alg_not_hs256/alg"},
      {R"({"alg":"hs256"})", "header/alg_not_hs256/alg"},
      {R"({"alg":"HS256 "})", "header/alg_not_hs256/alg"},
      {R"({"alg":"HS256\u0000"})", "header/alg_not_hs256/alg"},
      {R"({"alg":"HS384"})", "header/alg_not_hs256/alg"},
      {R"({"alg":"HS512"})", "header/alg_not_hs256/alg"},
      {R"({"alg":"RS256"})", "header/alg_not_hs256/alg"},
      {R"({"alg":"ES256"})", "header/alg_not_hs256/alg"},
      {R"({"alg":"EdDSA"})", "header/alg_not_hs256/alg"},
      {R"({"alg":null})", "header/wrong_type/alg"},
      {R"({"alg":true})", "header/wrong_type/alg"},
      {R"({"alg":["HS256"]})", "header/wrong_type/alg"},
      {R"({"alg":{"HS256":1}})", "header/wrong_type/alg"},
      {R"({"alg":256})", "header/wrong_type/alg"},
      {R"({"ALG":"HS256"})", "header/missing/alg"},
      {R"({"alg":"HS256","typ":"jwt"})", "header/typ_not_jwt/typ"},
      {R"({"alg":"HS256","typ":"at+jwt"})", "header/typ_not_jwt/typ"},
      {R"({"alg":"HS256","typ":null})", "header/typ_not_jwt/typ"},
      {R"({"alg":"HS256","typ":1})", "header/typ_not_jwt/typ"},
      {R"({"alg":"HS256","crit":["exp"],"exp":1})", "header/refused_parameter/crit"},
      {R"({"alg":"HS256","crit":[]})", "header/refused_parameter/crit"},
      {R"({"alg":"HS256","zip":"DEF"})", "header/refused_parameter/zip"},
      {R"({"alg":"HS256","cty":"JWT"})", "header/refused_parameter/cty"},
      {R"({"alg":"HS256","b64":false})", "header/refused_parameter/b64"},
      {R"({"alg":"none","alg":"HS256"})", "header/duplicate_member//alg"},
      {R"({"alg":"HS256","x":{"a":1,"a":1}})", "header/duplicate_member//x/a"},
      {R"(["HS256"])", "header/not_an_object"},
      {R"("HS256")", "header/not_an_object"},
      {"null", "header/not_an_object"},
      {R"({"alg":"HS256"}x)", "header/not_json/the JSON is malformed"},
      {"\xEF\xBB\xBF{\"alg\":\"HS256\"}", "header/not_json/the JSON begins with a byte order mark"},
      {R"({"alg":"HS256","x":)" + deep + "}",
       "header/too_deep/the JSON is nested deeper than 32 levels"},
  }};
  for (const auto& row : cases) {
    const auto& header = row.first;
    const auto& expected = row.second;
    CAPTURE(header);
    CHECK(with_header(header) == expected);
  }
}

TEST_CASE("grant::verify, signature") {
  const std::string good = token(kHeader, claims());
  SUBCASE("breaks with every byte of the token") {
    for (std::size_t i = 0; i < good.size(); ++i) {
      std::string altered = good;
      altered[i] = altered[i] == 'A' ? 'B' : 'A';
      if (altered == good) continue;
      CHECK(!verify(altered).accepted());
    }
  }
  SUBCASE("breaks when shortened, lengthened or doubled") {
    const auto dot = good.rfind('.');
    const std::string input = good.substr(0, dot + 1);
    const auto mac = *base64url_decode(good.substr(dot + 1));
    for (const std::string& bytes :
         {mac.substr(0, 1), mac.substr(0, 31), mac + std::string(1, '\0'), mac + mac}) {
      CHECK(verdict(verify(input + base64url_encode(bytes))) == "signature/signature_mismatch");
    }
  }
  SUBCASE("is the one reason given when it fails, whatever else is wrong") {
    const auto bad = verify(token(kHeader, "not even JSON", Secret("another secret")));
    CHECK(bad.findings.size() == 1);
    CHECK(verdict(bad) == "signature/signature_mismatch");
    CHECK(bad.payload.is(json::Kind::null));
    CHECK(std::all_of(bad.statuses.begin() + 3, bad.statuses.end(),
                      [](Status status) { return status == Status::not_reached; }));
  }
  SUBCASE("never matches an empty secret") {
    const std::string unkeyed = token(kHeader, claims(), Secret(""));
    CHECK(!grant::verify(unkeyed, {}, policy(), demand(), now()).accepted());
  }
  SUBCASE("may be made with the previous secret, and that is told") {
    const Secret next("the secret after the rotation, 32+");
    const auto old = grant::verify(good, {next, kSecret}, policy(), demand(), now());
    CHECK(old.accepted());
    CHECK(old.key == grant::UsedKey::previous);
    CHECK(!grant::verify(good, {next, {}}, policy(), demand(), now()).accepted());
  }
}

TEST_CASE("grant::verify, payload form") {
  using namespace std::string_literals;
  const std::string good = claims();
  const std::string deep = std::string(5000, '[');
  const std::array<std::pair<std::string, std::string>, 11> cases{{
      {"[]", "payload_form/not_an_object"},
      {"\"x\"", "payload_form/not_an_object"},
      {good + "x", "payload_form/not_json/the JSON is malformed"},
      {good + "\0"s, "payload_form/not_json/the JSON has a NUL byte"},
      {good + good, "payload_form/not_json/the JSON is malformed"},
      {good.substr(0, good.size() - 1), "payload_form/not_json/the JSON ends too early"},
      {good.substr(0, good.size() - 1) + ",}", "payload_form/not_json/the JSON is malformed"},
      {good.substr(0, good.size() - 1) + ",\"exp\":1}", "payload_form/duplicate_member//exp"},
      {good.substr(0, good.size() - 1) + ",\"\\u0065xp\":1}", "payload_form/duplicate_member//exp"},
      {"{\"a\":\"\xFF\"}", "payload_form/not_json/the JSON is not UTF-8"},
      {"{\"a\":" + deep, "payload_form/too_deep/the JSON is nested deeper than 32 levels"},
  }};
  for (const auto& row : cases) {
    const auto& payload = row.first;
    const auto& expected = row.second;
    CAPTURE(payload);
    CHECK(verdict(verify(token(kHeader, payload))) == expected);
  }
  CHECK(with("n", "NaN") == "payload_form/not_json/the JSON is malformed");
  CHECK(with("exp", "1e999") == "payload_form/not_json/the JSON has a number that is out of range");
}

TEST_CASE("grant::verify, required claims and their types") {
  SUBCASE("each of them must be there") {
    for (const std::string name : {"iss", "aud", "sub", "iat", "exp", "actions", "lineage_scope"}) {
      CHECK(with(name, "") == "claims/missing/" + name);
      CHECK(with(name, "null") == "claims/wrong_type/" + name);
      CHECK(with(name, "true") == "claims/wrong_type/" + name);
    }
  }
  const std::array<std::tuple<const char*, const char*, const char*>, 41> cases{{
      {"iss", "1", "claims/wrong_type/iss"},
      {"iss", "[\"issuer-1\"]", "claims/wrong_type/iss"},
      {"iss", "\"\"", "claims/blank/iss"},
      {"aud", "1", "claims/wrong_type/aud"},
      {"aud", "{}", "claims/wrong_type/aud"},
      {"aud", "[]", "claims/empty/aud"},
      {"aud", "[1]", "claims/wrong_type/aud"},
      {"aud", "[\"audience-1\",1]", "claims/wrong_type/aud"},
      {"aud", "[[\"audience-1\"]]", "claims/wrong_type/aud"},
      {"sub", "\"\"", "claims/blank/sub"},
      {"sub", "\" \"", "claims/blank/sub"},
      {"exp", "\"1767225900\"", "claims/wrong_type/exp"},
      {"exp", "[1767225900]", "claims/wrong_type/exp"},
      {"exp", "99999999999999999999", "claims/out_of_range/exp"},
      {"exp", "18446744073709551615", "claims/out_of_range/exp"},
      {"exp", "9223372036854775807", "claims/out_of_range/exp"},
      {"exp", "9007199254740993", "claims/out_of_range/exp"},
      {"exp", "1e300", "claims/out_of_range/exp"},
      {"iat", "-9223372036854775808", "claims/out_of_range/iat"},
      {"iat", "-1", "claims/negative/iat"},
      {"nbf", "\"1\"", "claims/wrong_type/nbf"},
      {"nbf", "null", "claims/wrong_type/nbf"},
      {"actions", "\"lineage:source_snapshot:read\"", "claims/wrong_type/actions"},
      {"actions", "[]", "claims/empty/actions"},
      {"actions", "[\"lineage:source_snapshot:read\",null]", "claims/wrong_type/actions"},
      {"actions", "[\"\"]", "claims/blank/actions"},
      {"permissions", "[\"other\"]", "claims/differs_from_actions/permissions"},
      {"permissions", "\"lineage:source_snapshot:read\"", "claims/wrong_type/permissions"},
      {"permissions", "[\"lineage:source_snapshot:read\"]", "accepted"},
      {"permissions", "[\"lineage:source_snapshot:read\",\"lineage:source_snapshot:read\"]",
       "accepted"},
      {"lineage_scope", "[]", "claims/wrong_type/lineage_scope"},
      {"lineage_scope", "\"*\"", "claims/wrong_type/lineage_scope"},
      {"lineage_scope", "{}", "claims/missing/lineage_scope.customer_cluster_uuid"},
      {"snapshot_id", "5", "claims/wrong_type/snapshot_id"},
      {"snapshot_id", "null", "claims/wrong_type/snapshot_id"},
      {"snapshot_id", "\"\"", "claims/not_an_id/snapshot_id"},
      {"snapshot_id", "\"../x\"", "claims/not_an_id/snapshot_id"},
      {"snapshot_id", "\"..\"", "claims/not_an_id/snapshot_id"},
      {"snapshot_id", "\"a/b\"", "claims/not_an_id/snapshot_id"},
      {"snapshot_id", "\"a\\u0000b\"", "claims/not_an_id/snapshot_id"},
      {"snapshot_id", "\"sn\\u00e4p\"", "claims/not_an_id/snapshot_id"},
  }};
  for (const auto& row : cases) {
    const auto& name = std::get<0>(row);
    const auto& json = std::get<1>(row);
    const auto& expected = std::get<2>(row);
    CAPTURE(name);
    CAPTURE(json);
    CHECK(with(name, json) == expected);
  }
  SUBCASE("the scope has exactly the three members, all text") {
    for (const auto& row : std::array<std::pair<const char*, const char*>, 6>{
             {{"}", "claims/missing/lineage_scope.project_uuid"},
              {",\"project_uuid\":null}", "claims/wrong_type/lineage_scope.project_uuid"},
              {",\"project_uuid\":[\"project-1\"]}",
               "claims/wrong_type/lineage_scope.project_uuid"},
              {",\"project_uuid\":\" \"}", "claims/blank/lineage_scope.project_uuid"},
              {",\"Project_uuid\":\"project-1\"}", "claims/missing/lineage_scope.project_uuid"},
              {",\"project_uuid\":\"project-1\",\"x\":1}",
               "claims/unknown_member/lineage_scope"}}}) {
      const auto& tail = row.first;
      const auto& expected = row.second;
      CAPTURE(tail);
      CHECK(with("lineage_scope", kScopeHead + tail) == expected);
    }
  }
  SUBCASE("permissions do instead of actions") {
    std::string text = claims();
    text.replace(text.find("actions"), 7, "permissions");
    CHECK(verdict(verify(token(kHeader, text))) == "accepted");
  }
}

TEST_CASE("grant::verify, issuer, audience, action, scope and snapshot id") {
  const std::array<std::tuple<const char*, const char*, const char*>, 26> cases{{
      {"iss", "\"Issuer-1\"", "issuer/other_issuer"},
      {"iss", "\" issuer-1\"", "issuer/other_issuer"},
      {"iss", "\"issuer-1\\u0000\"", "issuer/other_issuer"},
      {"aud", "\"audience\"", "audience/other_audience"},
      {"aud", "\"AUDIENCE-1\"", "audience/other_audience"},
      {"aud", "[\"other\"]", "audience/other_audience"},
      {"aud", "[\"audience-1\"]", "accepted"},
      {"aud", "[\"other\",\"audience-1\"]", "accepted"},
      {"actions", "[\"lineage:source_snapshot:create\"]", "action/action_not_granted"},
      {"actions", "[\"lineage:source_snapshot\"]", "action/action_not_granted"},
      {"actions", "[\"lineage:source_snapshot:readall\"]", "action/action_not_granted"},
      {"actions", "[\"lineage:source_snapshot:Read\"]", "action/action_not_granted"},
      {"actions", "[\"lineage:source_snapshot:read \"]", "action/action_not_granted"},
      {"actions", "[\"*\"]", "action/action_not_granted"},
      {"actions", "[\"read\"]", "action/action_not_granted"},
      {"actions", "[\"x\",\"lineage:source_snapshot:read\"]", "accepted"},
      {"snapshot_id", "", "snapshot_id/missing"},
      {"snapshot_id", "\"snap_2\"", "snapshot_id/other_snapshot"},
      {"snapshot_id", "\"SNAP_1\"", "snapshot_id/other_snapshot"},
      {"snapshot_id", "\"snap_10\"", "snapshot_id/other_snapshot"},
      {"snapshot_id", "\"snap_\"", "snapshot_id/other_snapshot"},
      {"exp", "1767225600", "expiry/expired"},
      {"exp", "1767225601", "accepted"},
      {"exp", "1767225600.001", "accepted"},
      {"exp", "1.767225601e9", "accepted"},
      {"exp", "1767225600.0000000001", "expiry/expired"},
  }};
  for (const auto& row : cases) {
    const auto& name = std::get<0>(row);
    const auto& json = std::get<1>(row);
    const auto& expected = std::get<2>(row);
    CAPTURE(name);
    CAPTURE(json);
    CHECK(with(name, json) == expected);
  }
  for (const char* project : {"*", "PROJECT-1", "project-10", "../../etc", "project-1 "}) {
    CHECK(with("lineage_scope", kScopeHead + ",\"project_uuid\":\"" + project + "\"}") ==
          "scope/other_scope");
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
