#include <mage_lineage/formats/yaml.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/yaml_dump.hpp"

using namespace mage_lineage;

namespace {

std::string read(std::string_view text, yaml::Templates templates = yaml::Templates::none) {
  const auto document = yaml::parse(text, "f", templates);
  if (!document) return "error " + document.error().position + " " + document.error().message;
  return test::dump(*document);
}

std::string read_template(std::string_view text) {
  return read(text, yaml::Templates::jinja);
}

struct Case {
  std::string_view text;
  std::string_view expected;
};

std::string repeat(std::string_view s, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) {
    out += s;
  }
  return out;
}

}  // namespace

TEST_CASE("parse gives scalars the meaning that PyYAML gives them") {
  const std::vector<Case> cases = {
      {"[true, True, TRUE, yes, Yes, YES, on, On, ON]",
       "[true,true,true,true,true,true,true,true,true]"},
      {"[false, no, off, NO, Off]", "[false,false,false,false,false]"},
      {"[tRUE, y, n, Y, N, oN, 'true', \"no\"]", R"(["tRUE","y","n","Y","N","oN","true","no"])"},
      {"[~, null, Null, NULL, nULL, '']", R"([null,null,null,null,"nULL",""])"},
      {"a:", R"({"a":null})"},
      {"[0, 00, 08, 017, 0o17, -0x1F, 0b10, 1_000, 1__0, _1, +1]",
       R"([#0,#00,"08",#017,"0o17",#-0x1F,#0b10,#1_000,#1__0,"_1",#+1])"},
      {"[190:20:30, 190:20:30.15, '1:60', 1:60]", R"([#190:20:30,#190:20:30.15,"1:60","1:60"])"},
      {"[1., .5, -.5, 1e3, 1.0e+3, 1.0e3, .inf, -.INF, +.inf, .nan, -.nan, .]",
       R"([#1.,#.5,"-.5","1e3",#1.0e+3,"1.0e3",#.inf,#-.INF,#+.inf,#.nan,"-.nan","."])"},
      {"uuid: 12345678901234567890123456789e12", R"({"uuid":"12345678901234567890123456789e12"})"},
      {"[2001-12-14, 2001-12-14t21:59:43.10-05:00]",
       R"(["2001-12-14","2001-12-14t21:59:43.10-05:00"])"},
      {"! \"123\"", "#123"},
      {"[!!str 1, !!int '3', !!bool 'On', !!null x, !!float 1e3, !!str ]",
       R"(["1",#3,true,null,#1e3,""])"},
      {"=: 1", R"({"=":#1})"},
      {"a: 'x\n\n  y'", R"({"a":"x\ny"})"},
      {"a: |\n  x\n   y\nb: >-\n  x\n  y\n", "{\"a\":\"x\\u000a y\\u000a\",\"b\":\"x y\"}"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    std::string expected(c.expected);
    if (const auto at = expected.find("x\\ny"); at != std::string::npos) {
      expected.replace(at, 4, "x\\u000ay");
    }
    CHECK(read(c.text) == expected);
  }
}

TEST_CASE("parse applies merge keys as PyYAML does") {
  const std::vector<Case> cases = {
      {"<<: {a: 1, b: 2}\nb: 3", R"({"a":#1,"b":#3})"},
      {"<<: [{a: 1}, {a: 2, b: 3}]", R"({"a":#1,"b":#3})"},
      {"<<: {a: 1}\n<<: {a: 2}", R"({"a":#2})"},
      {"c: 0\n<<: &x {a: 1}\nd: *x", R"({"a":#1,"c":#0,"d":{"a":#1}})"},
      {"x: &x {a: 1}\ny: &y {<<: *x, b: 2}\nz: {<<: *y, c: 3}",
       R"({"x":{"a":#1},"y":{"a":#1,"b":#2},"z":{"a":#1,"b":#2,"c":#3}})"},
      {"'<<': {a: 1}", R"({"<<":{"a":#1}})"},
      {"<<: 1", "error f:1:5 a merge key \"<<\" whose value is no mapping"},
      {"<<: [1]", "error f:1:5 a merge key \"<<\" whose value is no mapping"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(read(c.text) == c.expected);
  }
  const auto document = yaml::parse("<<: {a: 1}\nb: 2", "f", yaml::Templates::none);
  REQUIRE(document);
  CHECK(document->root->members.at(0).merged);
  CHECK_FALSE(document->root->members.at(1).merged);
}

TEST_CASE("parse lets the last of duplicate keys count and reports it") {
  const auto document =
      yaml::parse("a: 1\nb: 2\n1: x\n'a': 3\n0x1: y\n", "f", yaml::Templates::none);
  REQUIRE(document);
  CHECK(test::dump(*document) == R"({"a":#3,"b":#2,#0x1:"y"})");
  REQUIRE(document->duplicates.size() == 2);
  CHECK(document->duplicates[0].key == "a");
  CHECK(document->duplicates[0].first.line == 1);
  CHECK(document->duplicates[0].second.line == 4);
  CHECK(document->duplicates[1].key == "0x1");
}

TEST_CASE("parse reads texts of any shape of line and encoding mark") {
  CHECK(read("") == "(none)");
  CHECK(read("# only\n\n# comments\n") == "(none)");
  CHECK(read("\xEF\xBB\xBF") == "(none)");
  CHECK(read("---\n") == "null");
  CHECK(read("a: 1\r\nb:\r\n  - x\r\n") == R"({"a":#1,"b":["x"]})");
  CHECK(read("a: 1\rb: 2\r") == R"({"a":#1,"b":#2})");
  CHECK(read("\xEF\xBB\xBF"
             "a: \xC3\xA9\n") == "{\"a\":\"\xC3\xA9\"}");
  CHECK(read("%YAML 1.1\n---\na: 1\n...\n") == R"({"a":#1})");
}

TEST_CASE("parse gives every node its place in the text that was given") {
  const std::string text =
      "\xEF\xBB\xBF# \xC3\xA9\xE2\x82\xAC\r\n\xC3\xA9: {b: &x 'yes', c: *x}\r\nd:\r\n  e: "
      "1\r\n\r\n# end\r\nf:\r\n";
  const auto document = yaml::parse(text, "f", yaml::Templates::none);
  REQUIRE(document);
  const yaml::Node* inner = document->root->find("\xC3\xA9");
  REQUIRE(inner != nullptr);
  CHECK(inner->flow);
  CHECK(text.substr(inner->begin.offset, inner->end.offset - inner->begin.offset) ==
        "{b: &x 'yes', c: *x}");
  CHECK(inner->begin.line == 2);
  CHECK(inner->begin.column == 4);
  const yaml::Node* anchored = inner->find("b");
  CHECK(anchored->anchored);
  CHECK(text.substr(anchored->begin.offset, anchored->end.offset - anchored->begin.offset) ==
        "&x 'yes'");
  CHECK(inner->find("c") == anchored);
  const yaml::Node* block = document->root->find("d");
  CHECK(text.substr(block->begin.offset, block->end.offset - block->begin.offset) == "e: 1");
  const yaml::Node* empty = document->root->find("f");
  CHECK(empty->kind == yaml::Kind::null);
  CHECK(empty->begin.offset == text.size() - 2);
  CHECK(empty->end.offset == text.size() - 2);
  const auto covered = [&](const yaml::Span& span) {
    return text.substr(span.begin, span.end - span.begin);
  };
  CHECK(covered(inner->inner) == "b: &x 'yes', c: *x");
  CHECK(covered(block->inner) == "e: 1");
  CHECK(document->root->inner.end == text.size() - 2);
}

TEST_CASE("parse refuses what Mage's reader refuses, with the place") {
  const std::vector<Case> cases = {
      {"a: [1", "error f:2:1 not valid YAML: did not find expected ',' or ']'"},
      {"a: 1\n---\nb: 1", "error f:2:1 a second document begins here, and only one is read"},
      {"a: *x", "error f:1:4 an alias without an anchor"},
      {"a: &x [*x]", "error f:1:8 an alias to a value that it is part of (a cycle)"},
      {"a: &x 1\nb: &x 2", "error f:2:4 an anchor that was used before"},
      {"a: {{ x }}", "error f:1:5 a key that is not a single value"},
      {"a: !x 1", "error f:1:4 a value that Mage's YAML reader does not take"},
      {"a: !!bool maybe", "error f:1:4 a value that Mage's YAML reader does not take"},
      {"a: 0b_", "error f:1:4 a value that Mage's YAML reader does not take"},
      {"a: !x [1]", "error f:1:4 a tag that Mage's YAML reader does not take"},
      {"a: !!map [1]", "error f:1:4 a tag that Mage's YAML reader does not take"},
      {"a: =", "error f:1:4 a plain \"=\", which has to be put in quotes to be a value"},
      {"- <<", "error f:1:3 a plain \"<<\", which has to be put in quotes to be a value"},
      {"a: \xFF", "error f:1:4 bytes that are not UTF-8"},
      {"\xFF\xFE"
       "a",
       "error f:1:1 the text is UTF-16, and only UTF-8 is read"},
      {"a: \x01", "error f:1:4 a control character, which YAML does not allow"},
      {"\xC3\xA9: \xC2\x80", "error f:1:4 a control character, which YAML does not allow"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(read(c.text) == c.expected);
  }
  CHECK(read(std::string_view("a: \0b", 5)) ==
        "error f:1:4 a control character, which YAML does not allow");
}

TEST_CASE("parse ends every hostile text with the bound that it met") {
  CHECK(read(repeat("[", 1U << 20U)) == "error f:1:201 nested deeper than 200 levels");
  CHECK(read(repeat("{", 1U << 20U)).starts_with("error f:1:"));
  CHECK(read(repeat("- ", 1U << 20U)) == "error f:1:401 nested deeper than 200 levels");
  CHECK(read(repeat("? ", 1U << 20U)).find("nested deeper than 200") != std::string::npos);
  CHECK(read(repeat("[", 200) + repeat("]", 200)).size() == 400);
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  std::string merges = "m0: &m0 {x: 1, y: 2}\n";
  std::string chain = "c0: &c0 [x]\n";
  for (int i = 1; i < 300; ++i) {
    const std::string before = std::to_string(i - 1);
    const std::string now = std::to_string(i);
    bomb += "a" + now + ": &a" + now + " [" + repeat("*a" + before + ", ", 10) + "]\n";
    merges += "m" + now + ": &m" + now + " {<<: [" + repeat("*m" + before + ", ", 10) + "]}\n";
    chain += "c" + now + ": &c" + now + " [*c" + before + "]\n";
  }
  CHECK(read(bomb).find("unfold to more than 1000000 values") != std::string::npos);
  CHECK(read(merges).find("unfold to more than 1000000 values") != std::string::npos);
  CHECK(read(chain).find("nested deeper than 200 levels") != std::string::npos);
  CHECK(read(repeat("[", 1U << 23U)) == "error  \"f\" is larger than 4194304 bytes");
  CHECK(read("[" + repeat(",a", 600'000)).starts_with("error f:1:"));
  CHECK(read("[" + repeat("a,", 600'000)).find("more than 500000 values") != std::string::npos);
  std::string directives;
  for (int i = 0; i < 100'000; ++i) {
    directives += "%TAG !" + std::to_string(i) + "! x\n";
  }
  CHECK(read(directives).find("more than 64 %TAG lines") != std::string::npos);
}

TEST_CASE("parse reads templates without executing them") {
  const std::vector<Case> cases = {
      {"a: {{ env_var(\"X\") }}\nb: 1\n", R"({"a":?,"b":#1})"},
      {"a: \"{{ env_var(\"X\") }}\"\nb: 1\n", R"({"a":?,"b":#1})"},
      {"a: x-{{ \"}}\" }}-y\nb: {{ {'c': {'d': 1}} }}\n", R"({"a":?,"b":?})"},
      {"a: {{\n  x\n}}\nb: 1\n", R"({"a":?,"b":#1})"},
      {"# {{ broken: }}\na: 1\n", R"({"a":#1})"},
      {"{% set x = '%}' %}\na: 1\n", R"({"a":#1})"},
      {"a: 1 {# one\n  comment #}\nb: 2\n", R"({"a":#1,"b":#2})"},
      {"{% if x %}\na: 1\n{% else %}\na: 2\n{% endif %}\nb: 3\n", R"({?:?,"b":#3})"},
      {"a: {% if x %}true{% else %}false{% endif %}\nb: 1\n", R"({"a":?,"b":#1})"},
      {"a: true {% print x %}\nb: {% include 'x' %}\nc: 1", R"({"a":?,"b":?,"c":#1})"},
      {"a:\n{% for i in x %}\n  - b\n{% endfor %}\n", R"({"a":[?]})"},
      {"a: '{% raw %}{{ }}{% endraw %}'\nb: 1\n", R"({"a":?,"b":#1})"},
      {"{{ a }}: 1\n{{ b }}: 2\nc: 3\n", R"({?:#1,?:#2,"c":#3})"},
      {"a: &x true\n{% if y %}\nb: *x\n{% endif %}\n", R"({"a":true,?:?})"},
      {"a: |\n  x\n  {% if y %}\n  z\n  {% endif %}\nb: |\n  c\n", "{\"a\":?,\"b\":\"c\\u000a\"}"},
      {"a: {b: 1}\nc: }}\n", R"(error f:2:4 not valid YAML: did not find expected node content)"},
      {"a: {{ x", "error f:1:4 a template expression never ends"},
      {"a: {{ ' }}", "error f:1:4 a template expression never ends"},
      {"a: {# x", "error f:1:4 a template comment never ends"},
      {"b: 1\na: {% x", "error f:2:4 a template statement never ends"},
      {"b: 1\n{% if x %}\n", "error f:2:1 the template block \"if\" never ends"},
      {"{% raw %}{% if %}", "error f:1:1 the template block \"raw\" never ends"},
      {"{% endif %}", "error f:1:1 a template statement that does not belong here"},
      {"{% if x %}{% endfor %}", "error f:1:11 a template statement that does not belong here"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(read_template(c.text) == c.expected);
  }
}

TEST_CASE("parse does not know what a merge between template statements brings") {
  const auto document =
      yaml::parse("x: &x {a: true}\ny:\n  b: 1\n{% if z %}\n  <<: *x\n{% endif %}\n", "f",
                  yaml::Templates::jinja);
  REQUIRE(document);
  CHECK(document->root->find("y")->templated);
  CHECK_FALSE(document->root->find("x")->templated);
}

TEST_CASE("parse counts lines past a template expression of several lines") {
  const auto document = yaml::parse("a: {{\n  x\n}}\nb: {% if x\n %}{% endif %}\nc: yes\n", "f",
                                    yaml::Templates::jinja);
  REQUIRE(document);
  const yaml::Node* c = document->root->find("c");
  REQUIRE(c != nullptr);
  CHECK(c->is_true());
  CHECK(c->begin.line == 6);
  REQUIRE(document->tags.size() == 3);
  CHECK(document->tags[1].kind == yaml::TemplateTag::Kind::statement);
  CHECK(document->tags[1].begin.line == 4);
  CHECK(document->tags[1].end.line == 5);
  REQUIRE(document->conditional.size() == 1);
}

TEST_CASE("parse keeps lines and columns where tags stand at the beginning of a line") {
  const auto document = yaml::parse(
      "a: 1\n{# x #}b:\n  {# y\n z #}{% set q = 1 %}c: yes\n  {# \xC3\xA9 #}d: no # e\nf: 1\n", "f",
      yaml::Templates::jinja);
  REQUIRE(document);
  const yaml::Node* b = document->root->find("b");
  REQUIRE(b != nullptr);
  CHECK(b->inner_column == 2);
  REQUIRE(b->members.size() == 2);
  CHECK(b->members[0].key->begin.line == 4);
  CHECK(b->members[0].key->begin.column == 21);
  CHECK(b->members[1].value->begin.line == 5);
  CHECK(b->members[1].value->begin.column == 13);
  CHECK(document->root->members.back().key->begin.line == 6);
  CHECK(document->root->members.back().key->begin.column == 1);
}
