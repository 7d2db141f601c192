#include <mage_lineage/project/metadata.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;
using project::parse_metadata;
using State = project::Value::State;

TEST_CASE("parse_metadata") {
  SUBCASE("reads what this program uses of a project") {
    const auto metadata = parse_metadata(
        "project_type: sub\n"
        "project_uuid: 123e12\n"
        "lineage:\n"
        "  enabled: yes\n"
        "features:\n"
        "  data_integration_in_batch_pipeline: true\n"
        "  polars: 'false'\n"
        "  lineage_v2: \"{{ env_var('X') }}\"\n",
        "shop");
    REQUIRE(metadata.has_value());
    CHECK(metadata->name == "shop");
    CHECK(metadata->type == "sub");
    CHECK(metadata->project_uuid() == "123e12");
    CHECK(metadata->lineage_is_map);
    CHECK(metadata->lineage_enabled.is_true());
    CHECK(metadata->lineage_enabled.mark.line == 4);
    REQUIRE(metadata->features.size() == 3);
    CHECK(metadata->feature("data_integration_in_batch_pipeline").is_true());
    CHECK(metadata->feature("polars").state == State::other);
    CHECK(metadata->feature("polars").python_truth() == true);
    CHECK(metadata->feature("lineage_v2").state == State::templated);
    CHECK_FALSE(metadata->feature("lineage_v2").python_truth().has_value());
    CHECK(metadata->feature("none").state == State::absent);
    CHECK(metadata->findings.empty());
  }
  SUBCASE("takes the opt-in for what YAML 1.1 says it is") {
    struct Case {
      const char* text;
      State state;
      bool is_true;
    };
    for (const auto& row : {
             Case{"", State::absent, false},
             Case{"# comment\n", State::absent, false},
             Case{"lineage:\n", State::absent, false},
             Case{"lineage: true\n", State::absent, false},
             Case{"lineage: {}\n", State::absent, false},
             Case{"lineage: {enabled: }\n", State::null, false},
             Case{"lineage: {enabled: true}\n", State::boolean, true},
             Case{"lineage: {enabled: On}\n", State::boolean, true},
             Case{"lineage: {enabled: FALSE}\n", State::boolean, false},
             Case{"lineage: {enabled: y}\n", State::other, false},
             Case{"lineage: {enabled: 1}\n", State::other, false},
             Case{"lineage: {enabled: 'true'}\n", State::other, false},
             Case{"lineage: {enabled: [true]}\n", State::other, false},
             Case{"lineage: {enabled: true, enabled: false}\n", State::boolean, false},
             Case{"lineage: {enabled: '{{ env_var(\"X\") }}'}\n", State::templated, false},
             Case{"lineage: '{{ env_var(\"X\") }}'\n", State::templated, false},
             Case{"base: &b\n  enabled: true\nlineage:\n  <<: *b\n", State::boolean, true},
             Case{"a: 1\n{% if x %}\nlineage:\n  enabled: true\n{% endif %}\n", State::templated,
                  false},
         }) {
      CAPTURE(row.text);
      const auto metadata = parse_metadata(row.text, "shop");
      REQUIRE(metadata.has_value());
      CHECK(metadata->lineage_enabled.state == row.state);
      CHECK(metadata->lineage_enabled.is_true() == row.is_true);
    }
  }
  SUBCASE("knows no UUID that is blank, null, a list or from a template") {
    for (const char* text : {"", "project_uuid:\n", "project_uuid: ''\n", "project_uuid: '  '\n",
                             "project_uuid: [a]\n", "project_uuid: \"{{ env_var('U') }}\"\n"}) {
      CAPTURE(text);
      CHECK_FALSE(parse_metadata(text, "shop")->project_uuid().has_value());
    }
    CHECK(parse_metadata("project_uuid: Homework-3 \n", "shop")->project_uuid() == "Homework-3");
  }
  SUBCASE("tells duplicate keys and features that are no map") {
    const auto metadata =
        parse_metadata("project_uuid: a\nproject_uuid: b\nfeatures: [x]\n", "shop");
    REQUIRE(metadata->findings.size() == 2);
    CHECK(metadata->findings[0].code == "duplicate_key");
    CHECK(metadata->findings[0].line == 2);
    CHECK(metadata->findings[1].code == "features_not_a_map");
    CHECK(metadata->project_uuid() == "b");
  }
  SUBCASE("refuses what is not a map, with its place") {
    CHECK(parse_metadata("- a\n", "shop").error().code == ErrorCode::malformed);
    const auto broken = parse_metadata("a: 1\nb: [\n", "shop");
    CHECK(broken.error().position.rfind("metadata.yaml:", 0) == 0);
  }
}
