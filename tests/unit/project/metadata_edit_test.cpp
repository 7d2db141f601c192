#include <mage_lineage/project/metadata_edit.hpp>

#include <doctest/doctest.h>

#include <string>

#include "support/metadata_cases.hpp"

using namespace mage_lineage;
using project::edit_metadata;
using Action = project::MetadataChange::Action;

TEST_CASE("edit_metadata writes the bytes of the table, or refuses with the reason") {
  CHECK(test::metadata_cases().size() >= 80);
  for (const test::MetadataCase& c : test::metadata_cases()) {
    CAPTURE(c.name);
    CAPTURE(c.before);
    const auto edited = edit_metadata(c.before, "metadata.yaml", {test::change_of(c)});
    if (!c.refused.empty()) {
      REQUIRE_FALSE(edited);
      CAPTURE(edited.error().message);
      CHECK(edited.error().message.find(c.refused) != std::string::npos);
      CHECK(edited.error().position.starts_with("metadata.yaml:"));
      continue;
    }
    if (!edited) FAIL_CHECK(edited.error().message);
    if (!edited) continue;
    CHECK(edited->bytes == c.after);
    CHECK(edited->applied.at(0).changed == (c.before != c.after));
    const auto again = edit_metadata(edited->bytes, "metadata.yaml", {test::change_of(c)});
    REQUIRE(again);
    CHECK(again->bytes == edited->bytes);
    CHECK_FALSE(again->applied.at(0).changed);
  }
}

TEST_CASE("edit_metadata takes back what it wrote, byte for byte") {
  for (const test::MetadataCase& c : test::metadata_cases()) {
    const auto change = test::change_of(c);
    const auto set = edit_metadata(c.before, "f", {{change.section, change.key, Action::set_true}});
    if (!set) continue;
    CAPTURE(c.name);
    CAPTURE(set->bytes);
    const std::string& before = set->applied.at(0).before;
    const bool absent = c.before.find(change.section + ":") == std::string::npos &&
                        c.before.find('"' + change.section + '"') == std::string::npos &&
                        c.before.find("{" + change.section + ",") == std::string::npos &&
                        c.before.find("? " + change.section) == std::string::npos;
    if (absent) {
      const auto removed =
          edit_metadata(set->bytes, "f", {{change.section, change.key, Action::remove}});
      if (!removed) FAIL_CHECK(removed.error().message);
      if (removed) CHECK(removed->bytes == c.before);
    }
    if (before == "false" || before == "no" || before == "FALSE" || before == "Off") {
      const auto back =
          edit_metadata(set->bytes, "f", {{change.section, change.key, Action::set_false}});
      REQUIRE(back);
      CHECK(back->bytes == c.before);
    }
  }
}

TEST_CASE("edit_metadata makes several changes, or none") {
  const auto edited = edit_metadata(
      "a: 1\n", "f",
      {{"lineage", "enabled", Action::set_true}, {"features", "x", Action::set_true}});
  REQUIRE(edited);
  CHECK(edited->bytes == "a: 1\nlineage:\n  enabled: true\nfeatures:\n  x: true\n");
  CHECK(edited->applied.at(0).before == "absent");
  CHECK(edited->applied.at(0).line == 3);
  CHECK(edited->applied.at(1).line == 5);
  CHECK_FALSE(edit_metadata(
      "features: 1\n", "f",
      {{"lineage", "enabled", Action::set_true}, {"features", "x", Action::set_true}}));
}

TEST_CASE("edit_metadata ends hostile texts with an error") {
  for (const char* piece : {"[", "{", "- ", "? ", "{{", "{%", "{#", "a: &a [*a]\n"}) {
    std::string text;
    while (text.size() < (1U << 20U)) {
      text += piece;
    }
    CAPTURE(piece);
    CHECK_FALSE(edit_metadata(text, "f", {{"lineage", "enabled", Action::set_true}}));
  }
}

TEST_CASE("valid_feature_key takes what stays text when it is written plain") {
  for (const char* good : {"lineage", "dbt_v2", "a-b.c", "_x", "Y"}) {
    CHECK(project::valid_feature_key(good));
  }
  for (const char* bad : {"", "yes", "NULL", "1a", "a b", "a:", "-a", "{x}", "a\n", "\xC3\xA9"}) {
    CHECK_FALSE(project::valid_feature_key(bad));
  }
}
