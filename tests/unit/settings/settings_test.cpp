#include <mage_lineage/settings/settings.hpp>

#include <mage_lineage/settings/values.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;
using settings::Id;
using settings::Origin;

namespace {

settings::Settings load(const sys::Environment& environment, const std::string& file = "") {
  auto loaded = settings::load(environment, settings::EnvFile{"f.env", file});
  REQUIRE(loaded.has_value());
  return *loaded;
}

}  // namespace

TEST_CASE("settings::load") {
  SUBCASE("takes the environment before the file, the file before the default") {
    const auto s = load({{"MAGE_CLUSTER_UUID", "env"}},
                        "MAGE_CLUSTER_UUID=file\n\nAUTOPILOT_LINEAGE_ROUTINE_ID=mine\n");
    CHECK(s.text(Id::customer_cluster_uuid).value() == "env");
    CHECK(s.row(Id::customer_cluster_uuid).origin == Origin::environment);
    CHECK(s.text(Id::routine_id).value() == "mine");
    CHECK(s.row(Id::routine_id).where == "f.env:3");
    CHECK(s.text(Id::grant_issuer).value() == "autopilot-lineage");
    CHECK(s.row(Id::grant_issuer).origin == Origin::default_value);
    CHECK(!s.text(Id::tenant_id).value().has_value());
  }
  SUBCASE("counts a blank value as unset, so that the file or a fallback is asked") {
    const auto s =
        load({{"AUTOPILOT_LINEAGE_WORKSPACE_UUID", " \t"}, {"MAGE_WORKSPACE_UUID", "w2"}});
    CHECK(s.text(Id::workspace_uuid).value() == "w2");
    CHECK(s.row(Id::workspace_uuid).variable == "MAGE_WORKSPACE_UUID");
  }
  SUBCASE("applies fallbacks in the document's order and warns where they differ") {
    const auto s =
        load({{"MAGE_WORKSPACE_UUID", "third"}, {"MAGE_AUTOPILOT_WORKSPACE_ID", "second"}});
    CHECK(s.text(Id::workspace_uuid).value() == "second");
    CHECK(s.row(Id::workspace_uuid).warnings.size() == 1);
    const auto same = load({{"MAGE_WORKSPACE_UUID", "w"}, {"MAGE_AUTOPILOT_WORKSPACE_ID", "w"}});
    CHECK(same.row(Id::workspace_uuid).warnings.empty());
  }
  SUBCASE("trims and lowers flags, keeps other text with a warning for white space") {
    const auto s = load({{"AUTOPILOT_LINEAGE_ENABLED", " TRUE "},
                         {"AUTOPILOT_LINEAGE_FEATURE_FLAG", " Data_Lineage "},
                         {"MAGE_CLUSTER_UUID", "c "}});
    CHECK(s.text(Id::lineage_enabled).value() == "true");
    CHECK(s.text(Id::feature_flag).value() == "Data_Lineage");
    CHECK(s.text(Id::customer_cluster_uuid).value() == "c ");
    CHECK(s.row(Id::customer_cluster_uuid).warnings.size() == 1);
  }
  SUBCASE(
      "fails only who asks for a value that does not parse, and never falls back to the default") {
    const auto s = load({{"AUTOPILOT_LINEAGE_MAX_FILE_BYTES", "5MB"}});
    CHECK(s.problems().size() == 1);
    CHECK(!s.count(Id::max_file_bytes).has_value());
    CHECK(s.count(Id::max_source_bytes).value() == 5242880);
  }
  SUBCASE("doubts names that are no setting and look like one, and names that stand twice") {
    const auto s = load({{"AUTOPILOT_LINEAGE_TENANT", "t"}, {"AUTOPILOT_UNRELATED", "x"}},
                        "AUTOPILOT_LINEAGE_ENABLD=1\nDB_PASSWORD=hunter2\nMAGE_CLUSTER_UUID=a\n"
                        "MAGE_CLUSTER_UUID=b\nOPENLINEAGE__TRANSPORT__URL=http://h\n");
    CHECK(s.doubts() ==
          std::vector<std::string>{
              "MAGE_CLUSTER_UUID stands twice in f.env (lines 3 and 4): the last one counts",
              "AUTOPILOT_LINEAGE_ENABLD (f.env:1) is no setting and is not used: did you mean "
              "AUTOPILOT_LINEAGE_ENABLED?",
              "AUTOPILOT_LINEAGE_TENANT is no setting and is not used: did you mean "
              "AUTOPILOT_LINEAGE_TENANT_ID?"});
    CHECK(s.unused() == std::vector<std::string>{"OPENLINEAGE__TRANSPORT__URL"});
    CHECK(s.text(Id::customer_cluster_uuid).value() == "b");
    CHECK(load({{"AUTOPILOT_LINEAGE_WORKSPACE_UUID", "w"}}).doubts().empty());
  }
  SUBCASE("never quotes a secret or a URL that holds one") {
    const auto s = load({{"MAGE_PRO_API_API_KEY", " hunter2 "},
                         {"AUTOPILOT_LINEAGE_API_URL", "https://me:hunter2@h.example"}});
    for (const auto& row : s.rows()) {
      for (const auto& warning : row.warnings) {
        CHECK(warning.find("hunter2") == std::string::npos);
      }
      if (row.problem) CHECK(row.problem->message.find("hunter2") == std::string::npos);
    }
    CHECK(s.secret(Id::mage_pro_api_key).value()->reveal() == " hunter2 ");
  }
  SUBCASE("tells every bad line of a file at once") {
    const auto loaded = settings::load({}, settings::EnvFile{"f.env", "a\nb\nC=1\n"});
    REQUIRE(!loaded.has_value());
    CHECK(loaded.error().position == "f.env:1:1");
    CHECK(loaded.error().context.size() == 1);
  }
  SUBCASE("names client variables that are not read") {
    const auto s =
        load({{"OPENLINEAGE__TRANSPORT__TYPE", "http"}, {"OPENLINEAGE_URL", "http://h"}});
    CHECK(s.unused() == std::vector<std::string>{"OPENLINEAGE__TRANSPORT__TYPE"});
  }
}

TEST_CASE("settings::load: lifetimes") {
  // A hundred years of 366 days, as durations on the command line are bounded.
  for (const char* variable : {"AUTOPILOT_LINEAGE_SNAPSHOT_TTL_SECONDS",
                               "AUTOPILOT_LINEAGE_SNAPSHOT_EXPIRED_RETENTION_SECONDS"}) {
    const auto id = variable == std::string("AUTOPILOT_LINEAGE_SNAPSHOT_TTL_SECONDS")
                        ? Id::snapshot_ttl
                        : Id::snapshot_expired_retention;
    CHECK(load({{variable, "3162240000"}}).count(id).value() == 3'162'240'000);
    const auto beyond = load({{variable, "3162240001"}}).count(id);
    REQUIRE_FALSE(beyond.has_value());
    CHECK(beyond.error().message.find(std::string(variable) + " is not a whole number from") == 0);
    CHECK(beyond.error().message.find(" to 3162240000") != std::string::npos);
  }
}

TEST_CASE("settings::normalize") {
  using settings::Type;
  struct Row {
    Type type;
    const char* given;
    const char* normal;  // nullptr: refused
  };
  for (const Row& row : {Row{Type::count, "1", "1"},
                         Row{Type::count, " 007 ", "7"},
                         Row{Type::count, "0", nullptr},
                         Row{Type::count, "-1", nullptr},
                         Row{Type::count, "+1", nullptr},
                         Row{Type::count, "1.0", nullptr},
                         Row{Type::count, "1e3", nullptr},
                         Row{Type::count, "5MB", nullptr},
                         Row{Type::count, "9007199254740993", nullptr},
                         Row{Type::count, "99999999999999999999", nullptr},
                         Row{Type::count_or_zero, "0", "0"},
                         Row{Type::seconds, "0.5", "0.5"},
                         Row{Type::seconds, "0", nullptr},
                         Row{Type::seconds, "0.0", nullptr},
                         Row{Type::seconds, ".5", nullptr},
                         Row{Type::seconds, "5.", nullptr},
                         Row{Type::seconds, "nan", nullptr},
                         Row{Type::seconds, "inf", nullptr},
                         Row{Type::seconds, "1e1", nullptr},
                         Row{Type::seconds, "86401", nullptr},
                         Row{Type::url, "https://h.example/x?y=1", "https://h.example/x?y=1"},
                         Row{Type::url, "h.example:8443", "h.example:8443"},
                         Row{Type::url, "ftp://h.example", nullptr},
                         Row{Type::url, "tcp://10.0.0.1:80", nullptr},
                         Row{Type::url, "https://u@h.example", nullptr},
                         Row{Type::url, "https://", nullptr}}) {
    const auto normal = settings::normalize(row.type, row.given);
    CHECK_MESSAGE(normal.has_value() == (row.normal != nullptr), row.given);
    if (normal && row.normal != nullptr) CHECK(*normal == row.normal);
  }
}

TEST_CASE("settings::parse_seconds") {
  using namespace std::chrono_literals;
  CHECK(settings::parse_seconds("2.5").value() == 2500ms);
  CHECK(settings::parse_seconds("0.0001").value() == 1ms);
  CHECK(settings::parse_seconds("86400").value() == 24h);
}
