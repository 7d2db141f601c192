#include <mage_lineage/gates/chain.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;

namespace {

const std::string kOptedIn = "project_uuid: p1\nlineage:\n  enabled: true\n";

const sys::Environment kComplete{
    {"AUTOPILOT_LINEAGE_ENABLED", "1"},   {"AUTOPILOT_LINEAGE_API_URL", "https://a.example"},
    {"AUTOPILOT_LINEAGE_API_TOKEN", "t"}, {"AUTOPILOT_LINEAGE_TENANT_ID", "acme"},
    {"MAGE_CLUSTER_UUID", "c1"},          {"MAGE_WORKSPACE_UUID", "w1"}};

gates::Report judge(const sys::Environment& environment, const std::string& metadata) {
  const auto settings = settings::load(environment, std::nullopt);
  REQUIRE(settings.has_value());
  return gates::evaluate(*settings, {"metadata.yaml", project::parse_metadata(metadata, "p")});
}

sys::Environment with(const std::string& name, const std::string& value) {
  auto environment = kComplete;
  environment[name] = value;
  return environment;
}

sys::Environment without(const std::string& name) {
  auto environment = kComplete;
  environment.erase(name);
  return environment;
}

const gates::Gate& gate(const gates::Report& report, const std::string& id) {
  for (const auto& one : report.gates) {
    if (one.id == id) return one;
  }
  FAIL("no gate " << id);
  return report.gates.front();
}

}  // namespace

TEST_CASE("gates::evaluate shows every gate in the contract's order") {
  const auto report = judge({}, "");
  std::vector<std::string> ids;
  for (const auto& one : report.gates)
    ids.push_back(one.id);
  CHECK(ids == std::vector<std::string>{"cluster_enabled", "project_opted_in",
                                        "delivery_configured", "identity_complete",
                                        "feature_gate"});
  CHECK(!report.allowed());
  CHECK(judge(kComplete, kOptedIn).allowed());
}

TEST_CASE("cluster_enabled passes for exactly 1") {
  struct Row {
    const char* value;
    bool pass;
  };
  for (const Row& row : {Row{"1", true}, Row{"true", false}, Row{"yes", false}, Row{"0", false},
                         Row{"2", false}, Row{"01", false}, Row{"", false}}) {
    const auto report = judge(with("AUTOPILOT_LINEAGE_ENABLED", row.value), kOptedIn);
    CHECK_MESSAGE(gate(report, "cluster_enabled").pass == row.pass, row.value);
    CHECK(gate(report, "cluster_enabled").hint.empty() == row.pass);
  }
}

TEST_CASE("project_opted_in takes a boolean of YAML 1.1 and nothing else") {
  struct Row {
    const char* yaml;
    const char* reason;
  };
  for (const Row& row :
       {Row{"lineage: {enabled: true}", "opted_in"}, Row{"lineage: {enabled: Yes}", "opted_in"},
        Row{"lineage: {enabled: ON}", "opted_in"}, Row{"lineage: {enabled: false}", "opted_out"},
        Row{"lineage: {enabled: off}", "opted_out"}, Row{"lineage: {enabled: y}", "not_a_boolean"},
        Row{"lineage: {enabled: \"true\"}", "not_a_boolean"},
        Row{"lineage: {enabled: 1}", "not_a_boolean"}, Row{"lineage: {enabled: }", "no_value"},
        Row{"lineage: {enabled: [true]}", "not_a_boolean"}, Row{"lineage:", "not_set"},
        Row{"lineage: true", "not_set"}, Row{"", "not_set"},
        Row{"lineage: {enabled: \"{{ env_var('L') }}\"}", "templated_value"},
        Row{"lineage:\n  enabled: false\nlineage:\n  enabled: true\n", "opted_in"}}) {
    const auto report = judge(kComplete, row.yaml);
    CHECK_MESSAGE(gate(report, "project_opted_in").reason == row.reason, row.yaml);
    CHECK(gate(report, "project_opted_in").pass == (std::string(row.reason) == "opted_in"));
  }
}

TEST_CASE("delivery_configured") {
  SUBCASE("prefers direct delivery, and never falls back to the gateway without its token") {
    auto environment = without("AUTOPILOT_LINEAGE_API_TOKEN");
    environment["MAGE_PRO_API_ENDPOINT"] = "api.example";
    environment["MAGE_PRO_API_API_KEY"] = "k";
    const auto report = judge(environment, kOptedIn);
    CHECK(gate(report, "delivery_configured").reason == "direct_token_missing");
    CHECK(report.delivery == gates::Delivery::none);
  }
  SUBCASE("takes the gateway with a key or with a token minted beforehand") {
    for (const char* credential : {"MAGE_PRO_API_API_KEY", "MAGE_AUTOPILOT_GATEWAY_ACCESS_TOKEN"}) {
      const auto report =
          judge({{"MAGE_PRO_API_ENDPOINT", "api.example"}, {credential, "k"}}, kOptedIn);
      CHECK(report.delivery == gates::Delivery::gateway);
    }
    CHECK(
        gate(judge({{"MAGE_PRO_API_ENDPOINT", "api.example"}}, ""), "delivery_configured").reason ==
        "gateway_credential_missing");
  }
  SUBCASE("never takes a container's service link for the gateway") {
    const auto report = judge(
        {{"MAGE_PRO_API_PORT", "tcp://10.0.0.1:80"}, {"MAGE_PRO_API_API_KEY", "k"}}, kOptedIn);
    CHECK(gate(report, "delivery_configured").reason == "not_configured");
    CHECK(gate(judge(with("AUTOPILOT_LINEAGE_API_URL", "tcp://10.0.0.1:80"), kOptedIn),
               "delivery_configured")
              .reason == "invalid_setting");
  }
}

TEST_CASE("identity_complete") {
  SUBCASE("needs all four parts") {
    for (const char* name :
         {"AUTOPILOT_LINEAGE_TENANT_ID", "MAGE_CLUSTER_UUID", "MAGE_WORKSPACE_UUID"}) {
      CHECK_MESSAGE(!gate(judge(without(name), kOptedIn), "identity_complete").pass, name);
    }
    CHECK(gate(judge(kComplete, "lineage: {enabled: true}"), "identity_complete").reason ==
          "project_uuid_missing");
    CHECK(!gate(judge(kComplete, "project_uuid: '  '"), "identity_complete").pass);
    CHECK(gate(judge(kComplete, "project_uuid: \"{{ env_var('U') }}\""), "identity_complete")
              .reason == "templated_value");
  }
  SUBCASE("keeps the spelling of a UUID that looks like a number") {
    const auto report = judge(kComplete, "project_uuid: 123e12");
    REQUIRE(report.scope.has_value());
    CHECK(report.scope->project_uuid == "123e12");
  }
  SUBCASE("takes the project UUID from metadata.yaml alone") {
    CHECK(!gate(judge(with("PROJECT_UUID", "x"), ""), "identity_complete").pass);
  }
  SUBCASE("warns of a literal mage") {
    const auto report = judge(with("MAGE_CLUSTER_UUID", "mage"), kOptedIn);
    CHECK(gate(report, "identity_complete").pass);
    CHECK(gate(report, "identity_complete").warnings.size() == 1);
  }
}

TEST_CASE("feature_gate") {
  struct Row {
    const char* flag;
    const char* features;
    const char* reason;
    bool pass;
  };
  for (const Row& row :
       {Row{"", "", "not_set", true}, Row{"1", "", "open_for_all", true},
        Row{"On", "", "open_for_all", true}, Row{"0", "", "closed_for_all", false},
        Row{"OFF", "", "closed_for_all", false}, Row{"dl", "", "feature_missing", false},
        Row{"dl", "features: {dl: true}", "feature_on", true},
        Row{"dl", "features: {DL: true}", "feature_missing", false},
        Row{"dl", "features: {dl: false}", "feature_off", false},
        Row{"dl", "features: {dl: }", "feature_off", false},
        Row{"dl", "features: {dl: \"false\"}", "not_a_boolean", false},
        Row{"dl", "features: {dl: 1}", "not_a_boolean", false},
        Row{"dl", "features: {dl: \"{{ x }}\"}", "templated_value", false}}) {
    const auto report =
        judge(with("AUTOPILOT_LINEAGE_FEATURE_FLAG", row.flag), kOptedIn + row.features + "\n");
    CHECK_MESSAGE(gate(report, "feature_gate").reason == row.reason, row.flag << row.features);
    CHECK(gate(report, "feature_gate").pass == row.pass);
  }
}
