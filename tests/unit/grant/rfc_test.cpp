// The examples of RFC 7515 and RFC 7519, and the advice of RFC 8725, each as a test of its own.
#include "fixture.hpp"

#include <doctest/doctest.h>

using namespace grant_fixture;

namespace {

/// RFC 7515, appendix A.1; the same token is the example of RFC 7519, section 3.1.
const std::string kExample =
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9."
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    "."
    "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

Secret example_key() {
  return Secret(*base64url_decode(
      "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"));
}

}  // namespace

TEST_CASE("RFC 7515, appendix A.1") {
  SUBCASE("the signature holds, the payload is read, and the claims decide") {
    const auto result = grant::verify(kExample, {example_key(), {}}, policy(), demand(),
                                      Timestamp(std::chrono::seconds(1300819379)));
    CHECK(result.status(grant::CheckId::signature) == grant::Status::pass);
    CHECK(result.status(grant::CheckId::payload_form) == grant::Status::pass);
    CHECK(result.payload.find("iss")->text == "joe");
    CHECK(result.payload.find("http://example.com/is_root")->boolean);
    CHECK(result.status(grant::CheckId::expiry) == grant::Status::pass);
    CHECK(result.status(grant::CheckId::issuer) == grant::Status::fail);
  }
  SUBCASE("it has expired at the very second of exp (RFC 7519, section 4.1.4)") {
    const auto result = grant::verify(kExample, {example_key(), {}}, policy(), demand(),
                                      Timestamp(std::chrono::seconds(1300819380)));
    CHECK(result.status(grant::CheckId::expiry) == grant::Status::fail);
  }
  SUBCASE("its signing input gives its signature") {
    grant::Finding finding;
    const auto parts = grant::split_token(kExample, finding);
    REQUIRE(parts);
    CHECK(parts->header == "{\"typ\":\"JWT\",\r\n \"alg\":\"HS256\"}");
    CHECK(grant::signature_matches(parts->signing_input, parts->signature, example_key()));
  }
}

TEST_CASE("RFC 7519, section 6.1: the unsecured token is refused") {
  CHECK(verdict(verify(
            "eyJhbGciOiJub25lIn0."
            "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19y"
            "b290Ijp0cnVlfQ.")) == "token_form/empty_part/signature");
  CHECK(with_header(R"({"alg":"none"})") == "header/alg_not_hs256/alg");
}

TEST_CASE("RFC 7519, appendix A.1: an encrypted token is refused") {
  CHECK(verdict(verify("eyJhbGciOiJSU0ExXzUiLCJlbmMiOiJBMTI4Q0JDLUhTMjU2In0.QR1Owv2u."
                       "AxY8DCtDaGlsbGljb3RoZQ.MKOle7UQ.fiK51VwhsxJ-siBMR-YFiA")) ==
        "token_form/not_three_parts");
}

TEST_CASE("RFC 8725") {
  SUBCASE("3.1 the algorithm is fixed, and a token cannot choose another one") {
    for (const char* alg : {"none", "NONE", "HS384", "HS512", "RS256", "PS256", "ES256", "hs256"}) {
      CHECK(with_header("{\"alg\":\"" + std::string(alg) + "\"}") == "header/alg_not_hs256/alg");
    }
  }
  SUBCASE("3.2 what cannot be understood is not accepted") {
    CHECK(with_header(R"({"alg":"HS256","crit":["x"],"x":1})") == "header/refused_parameter/crit");
  }
  SUBCASE("3.3 every cryptographic operation is checked: a token nested in a token is refused") {
    CHECK(with_header(R"({"alg":"HS256","cty":"JWT"})") == "header/refused_parameter/cty");
  }
  SUBCASE("3.5 a weak secret is known as one") {
    CHECK(grant::kShortestSecret == 32);
  }
  SUBCASE("3.6 nothing is decompressed") {
    CHECK(with_header(R"({"alg":"HS256","zip":"DEF"})") == "header/refused_parameter/zip");
  }
  SUBCASE("3.7 only UTF-8 is read") {
    CHECK(verdict(verify(token(kHeader, "{\"a\":\"\xFE\xFF\"}"))) ==
          "payload_form/not_json/the JSON is not UTF-8");
    CHECK(verdict(verify(token(std::string("{\0\"\0", 4), claims()))) ==
          "header/not_json/the JSON has a NUL byte");
  }
  SUBCASE("3.8 issuer and subject are required and compared") {
    CHECK(verdict(verify(token(kHeader, claims("iss", "\"evil\"")))) == "issuer/other_issuer");
    CHECK(verdict(verify(token(kHeader, claims("sub", "")))) == "claims/missing/sub");
  }
  SUBCASE("3.9 the audience is required and compared") {
    CHECK(verdict(verify(token(kHeader, claims("aud", "")))) == "claims/missing/aud");
    CHECK(verdict(verify(token(kHeader, claims("aud", "\"x\"")))) == "audience/other_audience");
  }
  SUBCASE("3.10 no key comes from the token") {
    const std::string attacker =
        R"({"alg":"HS256","jwk":{"kty":"oct","k":"YXR0YWNrZXI"},"kid":"/dev/null"})";
    CHECK(verdict(verify(token(attacker, claims(), Secret("attacker")))) ==
          "signature/signature_mismatch");
    CHECK(with_header(attacker) == "accepted");
  }
  SUBCASE("3.11 the type, when given, is JWT") {
    CHECK(with_header(R"({"alg":"HS256","typ":"secevent+jwt"})") == "header/typ_not_jwt/typ");
  }
  SUBCASE("3.12 a token of another kind does not pass for a grant") {
    CHECK(verdict(verify(token(kHeader, R"({"iss":"issuer-1","aud":"audience-1","sub":"u",
        "iat":1767225600,"exp":1767225900,"scope":"openid"})"))) == "claims/missing/actions");
  }
}
