#include "fixture.hpp"

#include <mage_lineage/grant/mint.hpp>

#include <doctest/doctest.h>

using namespace grant_fixture;

namespace {

grant::MintRequest request() {
  grant::MintRequest out;
  out.policy = policy();
  out.actions = {std::string(grant::kReadAction)};
  out.scope = scope();
  out.snapshot_id = "snap_1";
  out.now = now();
  out.token_id = "01890a5d-ac96-774b-bcce-b302099a8057";
  return out;
}

std::string refusal(const grant::MintRequest& wanted, const Secret& secret = kSecret) {
  const auto made = grant::mint(wanted, secret);
  return made ? "made" : made.error().message;
}

json::Value parsed(std::string_view text) {
  return json::parse(text).value();
}

}  // namespace

TEST_CASE("grant::mint") {
  SUBCASE("makes a compact JWS with the claims of the contract") {
    const auto made = grant::mint(request(), kSecret);
    REQUIRE(made);
    grant::Finding finding;
    const auto parts = grant::split_token(made->token.reveal(), finding);
    REQUIRE(parts);
    CHECK(parts->header == R"({"alg":"HS256","typ":"JWT"})");
    CHECK(parts->payload ==
          R"({"iss":"issuer-1","aud":"audience-1","sub":"mage-lineage","iat":1767225600,)"
          R"("exp":1767225900,"actions":["lineage:source_snapshot:read"],)"
          R"("lineage_scope":{"customer_cluster_uuid":"cluster-1","workspace_uuid":"workspace-1",)"
          R"("project_uuid":"project-1"},"snapshot_id":"snap_1",)"
          R"("jti":"01890a5d-ac96-774b-bcce-b302099a8057"})");
    CHECK(verify(made->token.reveal()).accepted());
  }
  SUBCASE("refuses a lifetime beyond twice the snapshot TTL, and names the limit") {
    auto wanted = request();
    wanted.ttl = std::chrono::seconds(600);
    CHECK(refusal(wanted) == "made");
    wanted.ttl = std::chrono::seconds(601);
    CHECK(refusal(wanted) == "the lifetime 10m 1s is longer than 10m, twice the snapshot TTL");
    wanted.ttl = std::chrono::milliseconds(999);
    CHECK(refusal(wanted) == "the lifetime is shorter than a second");
  }
  SUBCASE("refuses a short secret unless it is allowed") {
    auto wanted = request();
    CHECK(refusal(wanted, Secret("hunter2")) ==
          "the secret has 7 bytes; 32 are the least that cannot be guessed");
    wanted.unchecked = true;
    CHECK(refusal(wanted, Secret("hunter2")) != "made");
    wanted.allow_short_secret = true;
    CHECK(refusal(wanted, Secret("hunter2")) == "made");
  }
  SUBCASE("refuses what the verifier would refuse") {
    auto wanted = request();
    wanted.snapshot_id.reset();
    CHECK(refusal(wanted) == "a read grant needs the id of the snapshot it opens");
    wanted = request();
    wanted.snapshot_id = "../x";
    CHECK(refusal(wanted).starts_with("such a grant would be refused: snapshot_id is not"));
    wanted = request();
    wanted.subject = "";
    CHECK(refusal(wanted) == "such a grant would be refused: sub is blank");
    wanted = request();
    wanted.scope.project_uuid = "";
    CHECK(refusal(wanted) == "such a grant would be refused: lineage_scope.project_uuid is blank");
    wanted = request();
    wanted.actions.clear();
    CHECK(refusal(wanted) == "such a grant would be refused: actions is empty");
  }
  SUBCASE("refuses text that JSON cannot hold, and names it") {
    auto wanted = request();
    wanted.unchecked = true;
    wanted.scope.workspace_uuid = "w\xff";
    CHECK(refusal(wanted) == "the workspace is not UTF-8");
    wanted = request();
    wanted.actions.emplace_back("\xc0\x80");
    CHECK(refusal(wanted) == "the action is not UTF-8");
  }
  SUBCASE("adds claims, but replaces its own only unchecked") {
    auto wanted = request();
    wanted.changes = parsed(R"({"team":"data"})");
    CHECK(grant::mint(wanted, kSecret)->claims.find("team")->text == "data");
    wanted.changes = parsed(R"({"exp":"never"})");
    CHECK(refusal(wanted) == "the claim \"exp\" is set by its own option");
    wanted.unchecked = true;
    const auto bad = grant::mint(wanted, kSecret);
    REQUIRE(bad);
    CHECK(verdict(verify(bad->token.reveal())) == "claims/wrong_type/exp");
  }
  SUBCASE("merges unchecked changes as RFC 7396 says: null removes, objects go down") {
    auto wanted = request();
    wanted.unchecked = true;
    wanted.changes = parsed(R"({"sub":null,"lineage_scope":{"project_uuid":"other"}})");
    const auto made = grant::mint(wanted, kSecret);
    REQUIRE(made);
    CHECK(made->claims.find("sub") == nullptr);
    CHECK(made->claims.find("lineage_scope")->find("project_uuid")->text == "other");
    CHECK(made->claims.find("lineage_scope")->find("workspace_uuid")->text == "workspace-1");
  }
  SUBCASE("cuts the moment to whole seconds") {
    auto wanted = request();
    wanted.now += std::chrono::milliseconds(999);
    CHECK(grant::mint(wanted, kSecret)->claims.find("iat")->text == "1767225600");
  }
}
