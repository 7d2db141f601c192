#include "fixture.hpp"

#include <mage_lineage/grant/diagnose.hpp>
#include <mage_lineage/grant/input.hpp>

#include <doctest/doctest.h>

using namespace grant_fixture;

TEST_CASE("grant::clean_token") {
  SUBCASE("removes one line break and a bearer prefix, and says so") {
    const auto cleaned = grant::clean_token("authorization: bearer a.b.c\r\n");
    CHECK(cleaned.token == "a.b.c");
    CHECK(cleaned.notes.size() == 2);
    CHECK(grant::clean_token("Bearer a.b.c").token == "a.b.c");
  }
  SUBCASE("leaves everything else to the judge") {
    for (const char* text :
         {"a.b.c", " a.b.c", "a.b.c ", "a.b.c\r", "Bearera.b.c", "Token a.b.c", ""}) {
      CHECK(grant::clean_token(text).token == text);
      CHECK(grant::clean_token(text).notes.empty());
    }
    CHECK(grant::clean_token("a.b.c\n\n").token == "a.b.c\n");
    CHECK(grant::clean_token("Bearer  a.b.c").token == " a.b.c");
    CHECK(grant::clean_token("Bearer Bearer a.b.c").token == "Bearer a.b.c");
  }
}

TEST_CASE("grant::clean_secret") {
  CHECK(grant::clean_secret("key\n")->secret == Secret("key"));
  CHECK(grant::clean_secret("key\n")->line_break_removed);
  CHECK(grant::clean_secret("key\r\n")->secret == Secret("key"));
  CHECK(grant::clean_secret("key\n\n")->secret == Secret("key\n"));
  CHECK(grant::clean_secret(" key ")->secret == Secret(" key "));
  CHECK(!grant::clean_secret(" key ")->line_break_removed);
  CHECK(grant::clean_secret("\n").error().message == "the secret is empty");
  CHECK(!grant::clean_secret(""));
}

TEST_CASE("grant::parse_moment") {
  const Timestamp moment(std::chrono::milliseconds(1767225600500));
  for (const char* text : {"2026-01-01T00:00:00.5Z", "1767225600.5", "@1767225600.5"}) {
    CHECK(grant::parse_moment(text) == moment);
  }
  for (const char* text : {"", "@", "now", "-1", "1e300", "99999999999999999999", "1767225600s",
                           " 1", "\"1\"", "2026-01-01"}) {
    CAPTURE(text);
    CHECK(!grant::parse_moment(text));
  }
}

TEST_CASE("grant::diagnose_signature") {
  const auto diagnose = [](std::string_view signed_with, const grant::Keys& keys) {
    const auto guess =
        grant::diagnose_signature(token(kHeader, claims(), Secret(std::string(signed_with))), keys);
    return guess ? guess->code : "none";
  };
  SUBCASE("finds the usual mistakes") {
    CHECK(diagnose("key", {Secret(" key\t"), {}}) == "current_trimmed");
    CHECK(diagnose("key\n", {Secret("key"), {}}) == "current_with_line_break");
    CHECK(diagnose("key", {Secret("a2V5"), {}}) == "current_base64_decoded");
    CHECK(diagnose("\xfb\xff", {Secret("-_8"), {}}) == "current_base64_decoded");
    CHECK(diagnose("key", {Secret("\"key\""), {}}) == "current_unquoted");
    CHECK(diagnose("key", {Secret("6b6579"), {}}) == "current_hex_decoded");
    CHECK(diagnose("a2V5", {Secret("key"), {}}) == "current_base64_encoded");
    CHECK(diagnose("-_8", {Secret("\xfb\xff"), {}}) == "current_base64url_encoded");
    CHECK(diagnose("key", {Secret("new"), Secret("key ")}) == "previous_trimmed");
  }
  SUBCASE("finds nothing where there is nothing to find") {
    CHECK(diagnose("another", {Secret("key"), Secret("old")}) == "none");
    CHECK(!grant::diagnose_signature("not a token", {kSecret, {}}));
  }
  SUBCASE("does not hold the secret") {
    const auto guess = grant::diagnose_signature(token(kHeader, claims(), Secret("hunter2")),
                                                 {Secret("hunter2 "), {}});
    REQUIRE(guess);
    CHECK(guess->sentence ==
          "the token was signed with the secret without the white space at its edges");
  }
}

TEST_CASE("grant::diagnose_form") {
  const std::string good = token(kHeader, claims());
  const auto diagnose = [](const std::string& text) {
    const auto guess = grant::diagnose_form(text);
    return guess ? guess->code : "none";
  };
  SUBCASE("finds the usual mistakes of copying a token") {
    CHECK(diagnose(good + " ") == "token_trimmed");
    CHECK(diagnose("\"" + good + "\"") == "token_unquoted");
    CHECK(diagnose("'" + good + "'\n\n") == "token_unquoted");
    CHECK(diagnose(good.substr(0, 50) + "\n" + good.substr(50)) == "token_on_one_line");
    CHECK(diagnose(good + "=") == "token_in_base64url");
    CHECK(diagnose("TOKEN=" + good) == "token_taken_out");
    CHECK(diagnose("{\"token\": \"" + good + "\"}") == "token_taken_out");
  }
  SUBCASE("finds nothing where there is nothing to find") {
    for (const char* text : {"", " ", "a.b", "a.b.c.d", "eyJ", "\"\"", "TOKEN="}) {
      CAPTURE(text);
      CHECK(diagnose(text) == "none");
    }
    CHECK(diagnose(std::string(9000, 'A') + ".A.A ") == "none");
  }
  SUBCASE("does not hold the token") {
    CHECK(grant::diagnose_form(good + " ")->sentence == "there is white space at its edges");
  }
}
