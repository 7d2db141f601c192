#include <mage_lineage/redact/redactor.hpp>

#include <doctest/doctest.h>
#include <string>

using namespace mage_lineage;
using redact::YamlRole;

namespace {

std::string redacted(std::string_view text, YamlRole role) {
  static const redact::Redactor kRedactor;
  std::string once = kRedactor.redact_yaml(text, role).text;
  CHECK(kRedactor.redact_yaml(once, role).text == once);
  return once;
}

}  // namespace

TEST_CASE("Redactor::redact_yaml") {
  SUBCASE("hides every scalar under a pipeline's variables, and keeps the keys") {
    CHECK(redacted("uuid: p\nvariables:\n  country: fr\n  limit: 10\n  on: true\n  list:\n  - a\n  "
                   "- {b: 'c'}\n"
                   "  text: |\n    two\n    lines\n  nothing: null\n  empty:\ntype: python\n",
                   YamlRole::pipeline) ==
          "uuid: p\nvariables:\n  country: [REDACTED:yaml-value]\n  limit: [REDACTED:yaml-value]\n"
          "  on: [REDACTED:yaml-value]\n  list:\n  - [REDACTED:yaml-value]\n  - {b: "
          "'[REDACTED:yaml-value]'}\n"
          "  text: |\n    [REDACTED:yaml-value]\n\n  nothing: null\n  empty:\ntype: python\n");
  }
  SUBCASE("hides an integration's config, and leaves references alone") {
    CHECK(
        redacted(
            "source: postgresql\nconfig:\n  host: db.example.org\n  user: \"{{ env_var('U') }}\"\n"
            "  password: {{ mage_secret_var('pg') }}\n  schema: \"{{ env_var('S', 'sales') }}\"\n",
            YamlRole::block) ==
        "source: postgresql\nconfig:\n  host: [REDACTED:yaml-value]\n  user: \"{{ env_var('U') "
        "}}\"\n"
        "  password: {{ mage_secret_var('pg') }}\n  schema: \"[REDACTED:yaml-value]\"\n");
  }
  SUBCASE("leaves a reference alone only where nothing else stands") {
    for (const char* reference :
         {"{{ env_var('X') }}", "{{env_var(\"X\")}}", "{{ mage_secret_var('pg') }}",
          "{{ variables.x }}", "{{ execution_date }}", "{{ env_var('X') | upper }}"}) {
      CAPTURE(reference);
      const std::string text = "variables:\n  a: " + std::string(reference) + "\n";
      CHECK(redacted(text, YamlRole::pipeline) == text);
    }
    for (const char* text :
         {"\"{{ 'SEKRIT1' }}\"", "\"{{ env_var('X') }}ab1\"", "\"{{ env_var('X') or 'SEKRIT1' }}\"",
          "\"{{ x ~ 'SEKRIT1' }}\"", "\"{{ env_var('X', 'SEKRIT1') }}\"",
          "\"{{ env_var('X') | default('SEKRIT1') }}\"", "\"{{ 9fKs02lqPz7 }}\"",
          "\"{{ SEKRIT1x9y8z7 }}\"", "\"{% if a %}SEKRIT1{% endif %}\"", "\"{{ a }}{{ b }}\""}) {
      CAPTURE(text);
      CHECK(redacted("variables:\n  a: " + std::string(text) + "\n", YamlRole::pipeline) ==
            "variables:\n  a: \"[REDACTED:yaml-value]\"\n");
    }
  }
  SUBCASE("hides what stands beside a connector_type") {
    CHECK(redacted("connector_type: kafka\nbootstrap_server: kafka:9092\nsasl_config:\n  "
                   "mechanism: PLAIN\n",
                   YamlRole::block) ==
          "connector_type: kafka\nbootstrap_server: [REDACTED:yaml-value]\nsasl_config:\n"
          "  mechanism: [REDACTED:yaml-value]\n");
  }
  SUBCASE("finds values through anchors, aliases and merge keys") {
    CHECK(redacted("x: &base\n  host: h1\nconfig:\n  <<: *base\n  port: &p !!int 1\n  again: *p\n",
                   YamlRole::block) ==
          "x: &base\n  host: [REDACTED:yaml-value]\nconfig:\n  <<: *base\n  port: &p "
          "[REDACTED:yaml-value]\n"
          "  again: *p\n");
  }
  SUBCASE("cuts by indentation what is no YAML") {
    CHECK(redacted("source: s\nconfig:\n  host: h1\n  bad: [1\n  - c\n\nnext: stays\n",
                   YamlRole::block) ==
          "source: s\nconfig:\n  [REDACTED:yaml-value]\n  [REDACTED:yaml-value]\n  "
          "[REDACTED:yaml-value]\n\nnext: stays\n");
    CHECK(redacted("connector_type: x\nhost: \"h1\nport: 1\n", YamlRole::block) ==
          "connector_type: x\nhost: [REDACTED:yaml-value]\nport: [REDACTED:yaml-value]\n");
  }
  SUBCASE("lets nothing through under a key that stands twice") {
    const std::string text = redacted(
        "config:\n  host: first\n  host: second\nconfig:\n  host: third\n", YamlRole::block);
    for (const char* value : {"first", "second", "third"})
      CHECK(text.find(value) == std::string::npos);
  }
  SUBCASE("keeps line ends, and other parts of the file to the rules") {
    CHECK(
        redacted(
            "variables:\r\n  a: b\r\nname: x # token: ghp_qbi5yokh7ex2bm1606bji1ztx9l6babfjf9p\r\n",
            YamlRole::pipeline) ==
        "variables:\r\n  a: [REDACTED:yaml-value]\r\nname: x # token: [REDACTED:github-token]\r\n");
  }
  SUBCASE("does not hang on an alias bomb or a deep nest") {
    std::string bomb = "a: &a [x]\n";
    for (char c = 'b'; c < 'z'; ++c) {
      const std::string before(1, static_cast<char>(c - 1));
      bomb += std::string(1, c) + ": &" + std::string(1, c) + " [*" + before + ",*" + before +
              ",*" + before + "]\n";
    }
    CHECK(redacted(bomb + "config: *y\n", YamlRole::block).find("config: [REDACTED") !=
          std::string::npos);
    std::string deep = "config:\n";
    for (std::size_t i = 1; i < 3000; ++i)
      deep += std::string(i, ' ') + "k:\n";
    CHECK(redacted(deep + std::string(3000, ' ') + "v\n", YamlRole::block).find("v\n") ==
          std::string::npos);
  }
}
