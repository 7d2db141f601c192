#include "support/metadata_cases.hpp"

namespace mage_lineage::test {

namespace {

using Action = project::MetadataChange::Action;
constexpr auto kTrue = Action::set_true;
constexpr auto kFalse = Action::set_false;
constexpr auto kRemove = Action::remove;
constexpr std::string_view kPath = "lineage.enabled";

/// An edit that succeeds.
MetadataCase to(std::string_view name, Action action, std::string_view before,
                std::string_view after, std::string_view path = kPath) {
  return {name, path, action, before, after, {}};
}

/// An edit that is refused, with a part of the sentence that says why.
MetadataCase no(std::string_view name, std::string_view before, std::string_view why,
                Action action = kTrue) {
  return {name, kPath, action, before, {}, why};
}

std::vector<MetadataCase> absent() {
  return {
      to("an empty file", kTrue, "", "lineage:\n  enabled: true\n"),
      to("a byte order mark alone", kTrue, "\xEF\xBB\xBF",
         "\xEF\xBB\xBFlineage:\n  enabled: true\n"),
      to("a file of one comment", kTrue, "# c\n", "# c\nlineage:\n  enabled: true\n"),
      to("a comment without a final newline", kTrue, "# c", "# c\nlineage:\n  enabled: true"),
      to("blank lines alone", kTrue, "\n\n", "\n\nlineage:\n  enabled: true\n"),
      to("a document start alone", kTrue, "---\n", "---\nlineage:\n  enabled: true\n"),
      to("a document start and an end mark", kTrue, "---\n...\n",
         "---\nlineage:\n  enabled: true\n...\n"),
      to("a block map", kTrue, "a: 1\n", "a: 1\nlineage:\n  enabled: true\n"),
      to("a block map without a final newline", kTrue, "a: 1", "a: 1\nlineage:\n  enabled: true"),
      to("CR LF", kTrue, "a: 1\r\nb: 2\r\n", "a: 1\r\nb: 2\r\nlineage:\r\n  enabled: true\r\n"),
      to("CR LF without a final newline", kTrue, "a: 1\r\nb: 2",
         "a: 1\r\nb: 2\r\nlineage:\r\n  enabled: true"),
      to("a byte order mark before a map", kTrue,
         "\xEF\xBB\xBF"
         "a: 1\n",
         "\xEF\xBB\xBF"
         "a: 1\nlineage:\n  enabled: true\n"),
      to("the indentation of the other maps", kTrue, "f:\n    x: true\n",
         "f:\n    x: true\nlineage:\n    enabled: true\n"),
      to("an indented root", kTrue, "  a: 1\n  b: 2\n",
         "  a: 1\n  b: 2\n  lineage:\n    enabled: true\n"),
      to("comments and blank lines at the end", kTrue, "a: 1\n\n# end\n\n",
         "a: 1\n\n# end\n\nlineage:\n  enabled: true\n"),
      to("an end mark", kTrue, "a: 1\n...\n", "a: 1\nlineage:\n  enabled: true\n...\n"),
      to("an end mark and comments", kTrue, "a: 1 # x\n# y\n... # z\n",
         "a: 1 # x\nlineage:\n  enabled: true\n# y\n... # z\n"),
      to("a literal at the end", kTrue, "a: |\n  x\n", "a: |\n  x\nlineage:\n  enabled: true\n"),
      to("a literal that has no final newline", kTrue, "a: |\n  x",
         "lineage:\n  enabled: true\na: |\n  x"),
      to("a literal that keeps its final newlines", kTrue, "a: |+\n  x\n\n\n",
         "a: |+\n  x\n\n\nlineage:\n  enabled: true\n"),
      to("a null at the end", kTrue, "a: 1\nb:", "a: 1\nb:\nlineage:\n  enabled: true"),
      to("an alias at the end", kTrue, "a: &x 1\nb: *x\n",
         "a: &x 1\nb: *x\nlineage:\n  enabled: true\n"),
      to("a merge key at the end", kTrue, "a: &x {b: 1}\n<<: *x\n",
         "a: &x {b: 1}\n<<: *x\nlineage:\n  enabled: true\n"),
      to("a flow map", kTrue, "{a: 1}\n", "{a: 1, lineage: {enabled: true}}\n"),
      to("an empty flow map", kTrue, "{}\n", "{lineage: {enabled: true}}\n"),
      to("an empty flow map with blanks", kTrue, "{ }", "{lineage: {enabled: true} }"),
      to("a flow map with blanks inside", kTrue, "{ a: 1 }\n",
         "{ a: 1, lineage: {enabled: true} }\n"),
      to("a flow map with a comma at the end", kTrue, "{a: 1,}\n",
         "{a: 1, lineage: {enabled: true},}\n"),
      to("a flow map that ends in an alias", kTrue, "{a: &x 1, b: *x }\n",
         "{a: &x 1, b: *x, lineage: {enabled: true} }\n"),
      to("JSON", kTrue, "{\n  \"a\": 1,\n  \"b\": \"x\"\n}\n",
         "{\n  \"a\": 1,\n  \"b\": \"x\", \"lineage\": {\"enabled\": true}\n}\n"),
      to("keys that only look like it", kTrue, "lineage_: 1\n\"lineage.enabled\": 2\n",
         "lineage_: 1\n\"lineage.enabled\": 2\nlineage:\n  enabled: true\n"),
      to("the same key deeper down", kTrue, "a:\n  lineage:\n    enabled: false\n",
         "a:\n  lineage:\n    enabled: false\nlineage:\n  enabled: true\n"),
      to("an explicit opting out", kFalse, "a: 1\n", "a: 1\nlineage:\n  enabled: false\n"),
      to("nothing to remove", kRemove, "a: 1\n", "a: 1\n"),
      to("text that is not ASCII", kTrue, "\xC3\xA9: \xE2\x82\xAC # \xF0\x9F\x98\x80\n",
         "\xC3\xA9: \xE2\x82\xAC # \xF0\x9F\x98\x80\nlineage:\n  enabled: true\n"),
  };
}

std::vector<MetadataCase> null_or_empty() {
  return {
      to("a key without a value", kTrue, "lineage:\na: 1\n", "lineage:\n  enabled: true\na: 1\n"),
      to("a key without a value at the end", kTrue,
         "a: 1\nlineage:", "a: 1\nlineage:\n  enabled: true"),
      to("a key without a value, with a comment", kTrue, "lineage:   # later\na: 1\n",
         "lineage:   # later\n  enabled: true\na: 1\n"),
      to("a key without a value, with comments below", kTrue, "lineage:\n  # enabled: true\na: 1\n",
         "lineage:\n  enabled: true\n  # enabled: true\na: 1\n"),
      to("a written null", kTrue, "lineage: null # x\na: 1\n",
         "lineage: {enabled: true} # x\na: 1\n"),
      to("a tilde", kTrue, "lineage: ~\n", "lineage: {enabled: true}\n"),
      to("an empty map", kTrue, "lineage: {}\na: 1\n", "lineage: {enabled: true}\na: 1\n"),
      to("an empty map over lines", kTrue, "lineage: {\n}\n", "lineage: {enabled: true\n}\n"),
      to("an empty map in JSON", kTrue, "{\"lineage\":{},\"a\":1}\n",
         "{\"lineage\":{\"enabled\": true},\"a\":1}\n"),
      to("a tagged null", kTrue, "lineage: !!null ~ # c\n", "lineage: {enabled: true} # c\n"),
      to("an explicit key without a value", kTrue, "? lineage\n? b\n",
         "? lineage\n: {enabled: true}\n? b\n"),
      to("an explicit key without a value at the end", kTrue, "? lineage\n",
         "? lineage\n: {enabled: true}\n"),
      to("a null in a flow map", kTrue, "{lineage: , a: 1}\n",
         "{lineage: {enabled: true} , a: 1}\n"),
      to("a key alone in a flow map", kTrue, "{lineage, a: 1}\n",
         "{lineage: {enabled: true}, a: 1}\n"),
      to("a written null in JSON", kTrue, "{\"lineage\": null}\n",
         "{\"lineage\": {\"enabled\": true}}\n"),
      to("an anchored null that nobody uses", kTrue, "lineage: &l ~\n",
         "lineage: &l {enabled: true}\n"),
  };
}

std::vector<MetadataCase> map_without_the_key() {
  return {
      to("a block map", kTrue, "lineage:\n  x: 1\na: 1\n",
         "lineage:\n  x: 1\n  enabled: true\na: 1\n"),
      to("a block map at the end of the file", kTrue, "lineage:\n    x: 1",
         "lineage:\n    x: 1\n    enabled: true"),
      to("a block map with comments", kTrue, "lineage: # a\n  # b\n  x: 1 # c\n  # d\na: 1\n",
         "lineage: # a\n  # b\n  x: 1 # c\n  enabled: true\n  # d\na: 1\n"),
      to("a block map whose last value is a list", kTrue, "lineage:\n  x:\n  - 1\n  - 2\na: 1\n",
         "lineage:\n  x:\n  - 1\n  - 2\n  enabled: true\na: 1\n"),
      to("a block map whose last value is a literal", kTrue, "lineage:\n  x: |\n    y\n\na: 1\n",
         "lineage:\n  x: |\n    y\n\n  enabled: true\na: 1\n"),
      to("a flow map", kTrue, "lineage: {x: 1}\n", "lineage: {x: 1, enabled: true}\n"),
      to("a flow map over lines", kTrue, "lineage: {\n  x: 1, # y\n}\n",
         "lineage: {\n  x: 1, enabled: true, # y\n}\n"),
      to("CR LF", kTrue, "lineage:\r\n  x: 1\r\na: 1\r\n",
         "lineage:\r\n  x: 1\r\n  enabled: true\r\na: 1\r\n"),
      to("an explicit key", kTrue, "? lineage\n: x: 1\n", "? lineage\n: x: 1\n  enabled: true\n"),
      to("explicit keys inside", kTrue, "lineage:\n  ? x\n  : 1\na: 1\n",
         "lineage:\n  ? x\n  : 1\n  enabled: true\na: 1\n"),
      to("an anchored map that nobody uses", kTrue, "lineage: &l\n  x: 1\n",
         "lineage: &l\n  x: 1\n  enabled: true\n"),
      to("a merge key beside", kTrue, "d: &d {x: 1}\nlineage:\n  <<: *d\n",
         "d: &d {x: 1}\nlineage:\n  <<: *d\n  enabled: true\n"),
      to("a feature", kTrue, "features:\n  dbt_v2: true\n",
         "features:\n  dbt_v2: true\n  lineage: true\n", "features.lineage"),
      to("the first feature", kTrue, "features:\na: 1\n", "features:\n  lineage: true\na: 1\n",
         "features.lineage"),
  };
}

std::vector<MetadataCase> set_already() {
  return {
      to("true", kTrue, "lineage: {enabled: true}\n", "lineage: {enabled: true}\n"),
      to("yes", kTrue, "lineage:\n  enabled: yes\n", "lineage:\n  enabled: yes\n"),
      to("false", kFalse, "lineage:\n  enabled: Off\n", "lineage:\n  enabled: Off\n"),
      to("a feature", kTrue, "features: {x: On}", "features: {x: On}", "features.x"),
  };
}

std::vector<MetadataCase> values() {
  return {
      to("false", kTrue, "lineage:\n  enabled: false\n", "lineage:\n  enabled: true\n"),
      to("true", kFalse, "lineage:\n  enabled: true # c\n", "lineage:\n  enabled: false # c\n"),
      to("no", kTrue, "lineage:\n  enabled: no\n", "lineage:\n  enabled: yes\n"),
      to("FALSE", kTrue, "lineage: {enabled: FALSE}", "lineage: {enabled: TRUE}"),
      to("Off", kTrue, "lineage: { enabled: Off }\r\n", "lineage: { enabled: On }\r\n"),
      to("text in double quotes", kTrue, "lineage:\n  enabled: \"true\" # c\n",
         "lineage:\n  enabled: true # c\n"),
      to("text in single quotes", kTrue, "lineage:\n  enabled:   'no'\n",
         "lineage:\n  enabled:   true\n"),
      to("plain text", kTrue, "lineage:\n  enabled: y\n", "lineage:\n  enabled: true\n"),
      to("text over lines", kTrue, "lineage:\n  enabled: a\n    b\na: 1\n",
         "lineage:\n  enabled: true\na: 1\n"),
      to("a number", kFalse, "lineage:\n  enabled: 1\n", "lineage:\n  enabled: false\n"),
      to("nothing", kTrue, "lineage:\n  enabled:\na: 1\n", "lineage:\n  enabled: true\na: 1\n"),
      to("nothing, with a comment", kTrue, "lineage:\n  enabled: # c\n",
         "lineage:\n  enabled: true # c\n"),
      to("nothing at the end of the text", kTrue,
         "lineage:\n  enabled:", "lineage:\n  enabled: true"),
      to("a key alone in a flow map", kTrue, "lineage: {enabled}\n", "lineage: {enabled: true}\n"),
      to("null", kFalse, "lineage:\n  enabled: null\n", "lineage:\n  enabled: false\n"),
      to("a value on the next line", kTrue, "lineage:\n  enabled:\n    false\n",
         "lineage:\n  enabled:\n    true\n"),
      to("quoted keys", kTrue, "\"lineage\":\n  'enabled': false\n",
         "\"lineage\":\n  'enabled': true\n"),
      to("an anchor that nobody uses", kTrue, "lineage:\n  enabled: &e false\n",
         "lineage:\n  enabled: &e true\n"),
      to("a tag", kTrue, "lineage:\n  enabled: !!bool 'no'\n", "lineage:\n  enabled: !!bool yes\n"),
      to("a tag that keeps a word text", kTrue, "lineage:\n  enabled: !!str true # c\n",
         "lineage:\n  enabled: true # c\n"),
      to("a tag without a name", kFalse, "lineage:\n  enabled: ! true\n",
         "lineage:\n  enabled: false\n"),
      to("a tag of another type", kTrue, "lineage: {enabled: !!int 1}\n",
         "lineage: {enabled: true}\n"),
      to("an explicit key without a value", kTrue, "lineage:\n  ? enabled\na: 1\n",
         "lineage:\n  ? enabled\n  : true\na: 1\n"),
      to("the rare line breaks of YAML 1.1 in comments", kTrue,
         "# a\xC2\x85# b\xE2\x80\xA8# c\xE2\x80\xA9lineage: {enabled: false}\n",
         "# a\xC2\x85# b\xE2\x80\xA8# c\xE2\x80\xA9lineage: {enabled: true}\n"),
      to("between the rare line breaks of YAML 1.1", kTrue,
         "lineage:\xC2\x85  x: 1\xC2\x85"
         "b: 2\xC2\x85",
         "lineage:\xC2\x85  x: 1\xC2\x85  enabled: true\xC2\x85"
         "b: 2\xC2\x85"),
      to("JSON", kFalse, "{\"lineage\": {\"enabled\": true}}",
         "{\"lineage\": {\"enabled\": false}}"),
      to("a merged value that is overridden", kTrue,
         "d: &d {enabled: true}\nlineage:\n  <<: *d\n  enabled: false\n",
         "d: &d {enabled: true}\nlineage:\n  <<: *d\n  enabled: true\n"),
      to("the text false as a feature", kTrue, "features:\n  x: \"false\"\n",
         "features:\n  x: true\n", "features.x"),
      to("CR as line breaks", kTrue, "a: 1\rlineage:\r  enabled: false\r",
         "a: 1\rlineage:\r  enabled: true\r"),
  };
}

std::vector<MetadataCase> removals() {
  return {
      to("the only key", kRemove, "a: 1\nlineage:\n  enabled: true\nb: 2\n", "a: 1\nb: 2\n"),
      to("the only key between rare line breaks", kRemove,
         "a: 1\xC2\x85lineage:\xE2\x80\xA8  enabled: true\xE2\x80\xA9"
         "b: 2\n",
         "a: 1\xC2\x85"
         "b: 2\n"),
      to("one of several keys between rare line breaks", kRemove,
         "lineage:\xC2\x85  x: 1\xC2\x85  enabled: true\xC2\x85  y: 2\xC2\x85",
         "lineage:\xC2\x85  x: 1\xC2\x85  y: 2\xC2\x85"),
      to("the only key at the end", kRemove, "a: 1\nlineage:\n  enabled: true", "a: 1"),
      to("the only key of the file", kRemove, "lineage:\n  enabled: true\n", ""),
      to("one of several keys", kRemove, "lineage:\n  enabled: true # c\n  x: 1\n",
         "lineage:\n  x: 1\n"),
      to("the last of several keys", kRemove, "lineage:\n  x: 1\n  enabled: true\na: 1\n",
         "lineage:\n  x: 1\na: 1\n"),
      to("comments inside the map stay", kRemove,
         "lineage:\n  # keep\n  enabled: true\n  # me\na: 1\n", "  # keep\n  # me\na: 1\n"),
      to("a flow map with the only key", kRemove, "a: 1\nlineage: {enabled: true}\nb: 1\n",
         "a: 1\nb: 1\n"),
      to("the first of a flow map", kRemove, "lineage: {enabled: true, x: 1}\n",
         "lineage: {x: 1}\n"),
      to("the last of a flow map", kRemove, "lineage: {x: 1, enabled: true}\n",
         "lineage: {x: 1}\n"),
      to("in the middle of a flow root", kRemove, "{a: 1, lineage: {enabled: no}, b: 2}",
         "{a: 1, b: 2}"),
      to("the only key of a flow root", kRemove, "{ lineage: {enabled: true} }\n", "{  }\n"),
      to("a null", kRemove, "lineage:\n  enabled:\na: 1\n", "a: 1\n"),
      to("CR LF", kRemove, "a: 1\r\nlineage:\r\n  enabled: true\r\nb: 1\r\n", "a: 1\r\nb: 1\r\n"),
      to("below a literal whose last line break stays", kRemove,
         "a: |\n  x\nlineage:\n  enabled: true", "a: |\n  x\n"),
      to("an empty map stays", kRemove, "lineage: {}\n", "lineage: {}\n"),
      to("a feature", kRemove, "features:\n  a: true\n  x: true\n", "features:\n  a: true\n",
         "features.x"),
  };
}

std::vector<MetadataCase> templates() {
  return {
      to("an expression elsewhere", kTrue, "a: {{ env_var('X') }}\n",
         "a: {{ env_var('X') }}\nlineage:\n  enabled: true\n"),
      to("an expression in quotes", kTrue,
         "a: \"{{ env_var('X') }}\"\nlineage:\n  enabled: false\n",
         "a: \"{{ env_var('X') }}\"\nlineage:\n  enabled: true\n"),
      to("statements before", kTrue, "{% if x %}\na: 1\n{% else %}\na: 2\n{% endif %}\nb: 3\n",
         "{% if x %}\na: 1\n{% else %}\na: 2\n{% endif %}\nb: 3\nlineage:\n  enabled: true\n"),
      to("statements at the end", kTrue, "b: 3\n{% if x %}\na: 1\n{% endif %}",
         "b: 3\n{% if x %}\na: 1\n{% endif %}\nlineage:\n  enabled: true"),
      to("statements that eat the line break below", kTrue,
         "b: 3\n{% if x %}\na: 1\n{%- endif -%}\n",
         "lineage:\n  enabled: true\nb: 3\n{% if x %}\na: 1\n{%- endif -%}\n"),
      to("a template comment", kTrue, "lineage:\n  enabled: false {# why #}\n{# {% if %} #}\n",
         "lineage:\n  enabled: true {# why #}\n{# {% if %} #}\n"),
      to("a template comment over lines, after the last value", kTrue,
         "lineage:\n  x: 1 {# a\n b #}\nc: 1\n",
         "lineage:\n  enabled: true\n  x: 1 {# a\n b #}\nc: 1\n"),
      to("an expression of several lines", kTrue, "a: {{\n  env_var('X')\n  }}\nb: 1\n",
         "a: {{\n  env_var('X')\n  }}\nb: 1\nlineage:\n  enabled: true\n"),
      to("statements on the line of what they choose", kTrue,
         "a: 1\n{% if x %}b: 2{% endif %}\nc: 3\n",
         "a: 1\n{% if x %}b: 2{% endif %}\nc: 3\nlineage:\n  enabled: true\n"),
      to("a statement in front of the first key", kTrue, "{% if x %}a: 1{% endif %}\n",
         "{% if x %}a: 1{% endif %}\nlineage:\n  enabled: true\n"),
      to("statements in front of indented keys", kTrue,
         "lineage:\n  b: 2\n  {% if x %}a: 1{% endif %}\n",
         "lineage:\n  b: 2\n  {% if x %}a: 1{% endif %}\n  enabled: true\n"),
      to("a template comment in front of the key", kTrue,
         "a: 1\n{# why #}lineage:\n  {# c #}enabled: false\n",
         "a: 1\n{# why #}lineage:\n  {# c #}enabled: true\n"),
      to("a template comment over lines in front of the key", kTrue,
         "a: 1\n{# x\n y #}lineage: {enabled: false}\n",
         "a: 1\n{# x\n y #}lineage: {enabled: true}\n"),
      to("statements in a literal", kTrue, "a: |\n  {% if x %}\n  y\n  {% endif %}\n",
         "a: |\n  {% if x %}\n  y\n  {% endif %}\nlineage:\n  enabled: true\n"),
      to("a raw block", kTrue, "a: '{% raw %}{{ x }}{% endraw %}'\n",
         "a: '{% raw %}{{ x }}{% endraw %}'\nlineage:\n  enabled: true\n"),
      no("a value from a template", "lineage:\n  enabled: {{ env_var('L') }}\n",
         "\"lineage.enabled\" in line 2 comes from a template"),
      no("a value from a template in quotes", "lineage:\n  enabled: \"{{ env_var('L') }}\"\n",
         "\"lineage.enabled\" in line 2 comes from a template"),
      no("a value between statements",
         "lineage:\n  enabled: {% if x %}true{% else %}false{% endif %}\n",
         "\"lineage.enabled\" in line 2 comes from a template"),
      no("a map between statements", "{% if x %}\nlineage:\n  enabled: false\n{% endif %}\n",
         "\"lineage\" in line 2 comes from a template"),
      no("a map from a template", "lineage: {{ lineage }}\n",
         "\"lineage\" in line 1 comes from a template"),
      no("contents between statements", "lineage:\n{% if x %}\n  a: 1\n{% endif %}\n",
         "\"lineage\" in line 3 comes from a template"),
      no("a key between statements", "lineage:\n  a: 1\n{% if x %}\n  enabled: true\n{% endif %}\n",
         "\"lineage.enabled\" in line 4 comes from a template"),
      no("a map that is left with statements alone",
         "lineage:\n  enabled: true\n{% if x %}\n  a: 1\n{% endif %}\n", "no way was found",
         kRemove),
      no("a key that may render to the map's", "lin{{ x }}:\n  enabled: false\n",
         "the key in line 1 comes from a template and may turn out to be \"lineage\""),
      no("a key that may render to the value's", "lineage:\n  \"{{ x }}led\": false\n",
         "the key in line 2 comes from a template and may turn out to be \"lineage.enabled\""),
      to("a key from a template that cannot be it", kTrue, "{{ x }}_uuid: 1\n",
         "{{ x }}_uuid: 1\nlineage:\n  enabled: true\n"),
      no("a statement beside what is removed", "lineage:\n  enabled: true {% set x = 1 %}\n",
         "no way was found", kRemove),
      no("a template that never ends", "a: {{ x\n", "a template expression never ends"),
  };
}

std::vector<MetadataCase> refusals() {
  return {
      no("the map twice", "lineage:\n  enabled: false\na: 1\nlineage: {}\n",
         "\"lineage\" is written twice, in line 1 and line 4"),
      no("the value twice", "lineage:\n  enabled: true\n  enabled: true\n",
         "\"lineage.enabled\" is written twice, in line 2 and line 3"),
      no("the map once in each branch",
         "{% if x %}\nlineage: {}\n{% else %}\nlineage: {}\n{% endif %}\n",
         "\"lineage\" is written twice, in line 2 and line 4"),
      no("the map through a merge key", "d: &d\n  lineage: {enabled: false}\n<<: *d\n",
         "\"lineage\" comes in through a merge key \"<<\", from what is written in line 2"),
      no("the value through a merge key", "d: &d {enabled: false}\nlineage: {<<: *d}\n",
         "\"lineage.enabled\" comes in through a merge key \"<<\", from what is written in line 1"),
      no("the map as an alias", "d: &d {enabled: false}\nlineage: *d\n",
         "\"lineage\" in line 2 is an alias to what is written in line 1"),
      no("the value as an alias", "d: &d false\nlineage: {enabled: *d}\n",
         "\"lineage.enabled\" in line 2 is an alias to what is written in line 1"),
      no("a map that others use", "lineage: &l {enabled: false}\nother: *l\n", "no way was found"),
      no("a value that others use", "lineage: {enabled: &e false}\nother: *e\n",
         "no way was found"),
      no("a merged value below the one removed",
         "d: &d {enabled: true}\nlineage:\n  <<: *d\n  enabled: false\n", "no way was found",
         kRemove),
      no("a list in the map's place", "lineage: [enabled]\n",
         "\"lineage\" has another value than a map"),
      no("a boolean in the map's place", "lineage: true\n",
         "\"lineage\" has another value than a map"),
      no("a list in the value's place", "lineage:\n  enabled:\n  - true\n",
         "its value is not a single word"),
      no("a literal in the value's place", "lineage:\n  enabled: |\n    true\n",
         "its value is not a single word"),
      no("a set in the map's place", "lineage: !!set {enabled}\n", "\"lineage\" is a set"),
      no("a set in the root's place", "!!set\n? lineage\n", "the file is a set"),
      no("a root that is a list", "- lineage\n", "the file is not a map of keys and values"),
      no("a root that is text", "lineage\n", "the file is not a map of keys and values"),
      no("two documents", "a: 1\n---\nb: 1\n", "a second document begins here"),
      no("bad YAML", "a: [1\n", "not valid YAML"),
      no("bytes that are not UTF-8", "a: \xFF\n", "bytes that are not UTF-8"),
      no("tabs as indentation", "lineage:\n\tenabled: false\n", "not valid YAML"),
  };
}

}  // namespace

project::MetadataChange change_of(const MetadataCase& c) {
  const std::size_t dot = c.path.find('.');
  return {std::string(c.path.substr(0, dot)), std::string(c.path.substr(dot + 1)), c.action};
}

const std::vector<MetadataCase>& metadata_cases() {
  static const std::vector<MetadataCase> all = [] {
    std::vector<MetadataCase> out;
    for (const auto& part : {absent(), null_or_empty(), map_without_the_key(), set_already(),
                             values(), removals(), templates(), refusals()}) {
      out.insert(out.end(), part.begin(), part.end());
    }
    return out;
  }();
  return all;
}

}  // namespace mage_lineage::test
