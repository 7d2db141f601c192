// What a token is before its claims count: its form, header, signature and payload form.
#include "fixture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

using namespace grant_fixture;
using grant::Status;

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
