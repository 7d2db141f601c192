// The claims one by one: there, of their type, and the ones that were expected.
#include "fixture.hpp"

#include <doctest/doctest.h>

#include <array>
#include <span>
#include <string>
#include <tuple>

using namespace grant_fixture;

namespace {

const std::string kScopeHead =
    R"({"customer_cluster_uuid":"cluster-1","workspace_uuid":"workspace-1")";

/// A claim's name, its JSON text, and the verdict.
using Case = std::tuple<const char*, const char*, const char*>;

void check_cases(std::span<const Case> cases) {
  for (const auto& row : cases) {
    const auto& name = std::get<0>(row);
    const auto& json = std::get<1>(row);
    const auto& expected = std::get<2>(row);
    CAPTURE(name);
    CAPTURE(json);
    CHECK(with(name, json) == expected);
  }
}

}  // namespace

TEST_CASE("grant::verify, required claims and their types") {
  SUBCASE("each of them must be there") {
    for (const std::string name : {"iss", "aud", "sub", "iat", "exp", "actions", "lineage_scope"}) {
      CHECK(with(name, "") == "claims/missing/" + name);
      CHECK(with(name, "null") == "claims/wrong_type/" + name);
      CHECK(with(name, "true") == "claims/wrong_type/" + name);
    }
  }
  const std::array<Case, 42> cases{{
      {"iss", "1", "claims/wrong_type/iss"},
      {"iss", "[\"issuer-1\"]", "claims/wrong_type/iss"},
      {"iss", "\"\"", "claims/blank/iss"},
      {"aud", "1", "claims/wrong_type/aud"},
      {"aud", "{}", "claims/wrong_type/aud"},
      {"aud", "[]", "claims/empty/aud"},
      {"aud", "\" \"", "claims/blank/aud"},
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
  check_cases(cases);
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
  const std::array<Case, 26> cases{{
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
  check_cases(cases);
  for (const char* project : {"*", "PROJECT-1", "project-10", "../../etc", "project-1 "}) {
    CHECK(with("lineage_scope", kScopeHead + ",\"project_uuid\":\"" + project + "\"}") ==
          "scope/other_scope");
  }
}
