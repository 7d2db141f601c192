#include <mage_lineage/formats/yaml_reading.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;
using yaml::Templates;

TEST_CASE("yaml::Reading") {
  SUBCASE("parses a text once, however often and in whichever way it is asked for") {
    for (const char* const text : {"a: {b: 1}\n", "a: 1}}\n", "a: \"{\"\n", "{", "a: [\n", ""}) {
      CAPTURE(text);
      yaml::Reading reading(text, "f");
      const auto* const document = &reading.document(Templates::none);
      CHECK(document == &reading.document(Templates::none));
      CHECK(document == &reading.document(Templates::jinja));
      CHECK(document->has_value() == yaml::parse(text, "f", Templates::jinja).has_value());
    }
  }
  SUBCASE("keeps a text with template tags apart from the same text without their meaning") {
    for (const char* const text :
         {"a: '{{ x }}'\n", "a: '{# x #}'\n", "a: '{% raw %}{% endraw %}'\n"}) {
      CAPTURE(text);
      yaml::Reading reading(text);
      CHECK(reading.document(Templates::none)->tags.empty());
      CHECK_FALSE(reading.document(Templates::jinja)->tags.empty());
    }
  }
  SUBCASE("names the text in errors") {
    yaml::Reading reading("a: [\n", "shop/metadata.yaml");
    CHECK(reading.document(Templates::none).error().position == "shop/metadata.yaml:2:1");
  }
}
