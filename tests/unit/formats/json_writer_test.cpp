#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

using namespace mage_lineage;
using json::Style;

namespace {

std::string rewrite(std::string_view text, Style style) {
  const auto value = json::parse(text);
  REQUIRE(value);
  return json::write(*value, style);
}

}  // namespace

TEST_CASE("json: what a terminal must not see") {
  // Escapes exactly what text::escape_untrusted does, and the two characters that JSON reserves.
  for (std::uint32_t point = 0; point < 0x10000; ++point) {
    if (point >= 0xD800 && point < 0xE000) continue;
    std::string character;
    if (point < 0x80) {
      character = {static_cast<char>(point)};
    } else if (point < 0x800) {
      character = {static_cast<char>(0xC0U | point >> 6U),
                   static_cast<char>(0x80U | (point & 63U))};
    } else {
      character = {static_cast<char>(0xE0U | point >> 12U),
                   static_cast<char>(0x80U | (point >> 6U & 63U)),
                   static_cast<char>(0x80U | (point & 63U))};
    }
    const bool shown = text::escape_untrusted(character) == character;
    json::Writer out(json::Style::pretty);
    out.value("ab" + character + "cd");
    const bool plain = out.text() == "\"ab" + character + "cd\"";
    if (shown != plain && point != '"' && point != '\\') FAIL_CHECK(point);
    if (shown == text::is_terminal_control(point)) FAIL_CHECK(point);
  }
  json::Writer out(json::Style::pretty);
  out.value(
      "a\xF0\x9F\x98\x80\xC2\x9B"
      "b");
  CHECK(out.text() == "\"a\xF0\x9F\x98\x80\\u009bb\"");
}

TEST_CASE("json::format_number") {
  SUBCASE("gives the samples of RFC 8785, appendix B") {
    const std::array<std::pair<std::uint64_t, const char*>, 24> samples{{
        {0x0000000000000000, "0"},
        {0x8000000000000000, "0"},
        {0x0000000000000001, "5e-324"},
        {0x8000000000000001, "-5e-324"},
        {0x7fefffffffffffff, "1.7976931348623157e+308"},
        {0xffefffffffffffff, "-1.7976931348623157e+308"},
        {0x4340000000000000, "9007199254740992"},
        {0xc340000000000000, "-9007199254740992"},
        {0x4430000000000000, "295147905179352830000"},
        {0x44b52d02c7e14af5, "9.999999999999997e+22"},
        {0x44b52d02c7e14af6, "1e+23"},
        {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
        {0x444b1ae4d6e2ef4e, "999999999999999700000"},
        {0x444b1ae4d6e2ef4f, "999999999999999900000"},
        {0x444b1ae4d6e2ef50, "1e+21"},
        {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
        {0x3eb0c6f7a0b5ed8d, "0.000001"},
        {0x41b3de4355555553, "333333333.3333332"},
        {0x41b3de4355555554, "333333333.33333325"},
        {0x41b3de4355555555, "333333333.3333333"},
        {0x41b3de4355555556, "333333333.3333334"},
        {0x41b3de4355555557, "333333333.33333343"},
        {0xbecbf647612f3696, "-0.0000033333333333333333"},
        {0x43143ff3c1cb0959, "1424953923781206.2"},
    }};
    for (const auto& [bits, text] : samples) {
      CHECK(json::format_number(std::bit_cast<double>(bits)) == text);
    }
  }
}

TEST_CASE("json::write, canonical") {
  SUBCASE("gives the example of RFC 8785, section 3.2.2 and 3.2.3") {
    CHECK(rewrite(R"({
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    })",
                  Style::canonical) ==
          "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
          "\"string\":\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
  }
  SUBCASE("sorts members by UTF-16 code units: the example of RFC 8785, section 3.2.3") {
    CHECK(
        rewrite(
            R"({"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
                     "1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"o"})",
            Style::canonical) ==
        "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\",\"\xC3\xB6\":\"o\","
        "\"\xE2\x82\xAC\":\"Euro Sign\",\"\xF0\x9F\x98\x80\":\"Emoji: Grinning Face\","
        "\"\xEF\xAC\xB3\":\"Hebrew Letter Dalet With Dagesh\"}");
  }
  SUBCASE("sorts within every level, prefixes first") {
    CHECK(rewrite(R"({"b":{"ab":[{"z":1,"y":2}],"a":0,"":3},"a":{}})", Style::canonical) ==
          R"({"a":{},"b":{"":3,"a":0,"ab":[{"y":2,"z":1}]}})");
  }
}

TEST_CASE("json::write, compact and pretty") {
  SUBCASE("keep order and number texts") {
    CHECK(rewrite(R"( {"b": 1.50, "a": [ ] , "c":{}} )", Style::compact) ==
          R"({"b":1.50,"a":[],"c":{}})");
    CHECK(rewrite(R"({"b":1.50,"a":[1,{"x":null}],"c":{},"d":[]})", Style::pretty) == R"({
  "b": 1.50,
  "a": [
    1,
    {
      "x": null
    }
  ],
  "c": {},
  "d": []
})");
  }
  SUBCASE("pretty escapes what would move a terminal, and nothing else") {
    CHECK(json::write(json::Value::of_string(
                          "a\x7f\xC2\x9B\xE2\x80\xAE\xE2\x80\xA8\xEF\xBB\xBF\xC3\xA9\x1b"),
                      Style::pretty) == "\"a\\u007f\\u009b\\u202e\\u2028\\ufeff\xC3\xA9\\u001b\"");
    CHECK(json::write(json::Value::of_string("a\x7f\xE2\x80\xA8"), Style::compact) ==
          "\"a\x7f\xE2\x80\xA8\"");
  }
}

TEST_CASE("json::Writer") {
  SUBCASE("takes every kind of value") {
    json::Writer writer(Style::compact);
    const std::string text = "t";
    writer.begin_object()
        .member("s", text)
        .member("c", "literal")
        .member("b", true)
        .member("i", -1)
        .member("u", std::uint64_t{18446744073709551615U})
        .member("d", 0.5)
        .key("n")
        .null()
        .key("a")
        .begin_array()
        .value(1)
        .value(std::string_view("v"))
        .end_array()
        .member("tree", *json::parse("[{\"x\":1}]"))
        .end_object();
    CHECK(writer.text() ==
          "{\"s\":\"t\",\"c\":\"literal\",\"b\":true,\"i\":-1,\"u\":18446744073709551615,"
          "\"d\":0.5,\"n\":null,\"a\":[1,\"v\"],\"tree\":[{\"x\":1}]}");
  }
  SUBCASE("writes only UTF-8") {
    CHECK(json::write(json::Value::of_string("a\xFFz"), Style::canonical) == "\"a\xEF\xBF\xBDz\"");
  }
  SUBCASE("sorts members in the canonical style, whatever the order they come in") {
    json::Writer writer(Style::canonical);
    writer.begin_object().member("b", 1).key("a").begin_array().value(2).end_array().member("c", 3);
    writer.end_object();
    CHECK(writer.text() == R"({"a":[2],"b":1,"c":3})");
  }
}
