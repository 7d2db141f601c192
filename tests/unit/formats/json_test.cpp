#include <mage_lineage/formats/json.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;
using json::Kind;
using json::Seconds;

namespace {

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

json::Value number(std::string text) {
  return {Kind::number, false, std::move(text), {}, {}};
}

}  // namespace

TEST_CASE("json::parse") {
  SUBCASE("keeps the order of members and the text of numbers") {
    const auto value =
        json::parse(R"( {"b":1,"a":[true,null,"x\u00e9\ud83d\ude00"],"n":-1.50E+2,"z":-0} )");
    REQUIRE(value);
    REQUIRE(value->members.size() == 4);
    CHECK(value->members[0].key == "b");
    CHECK(value->members[1].key == "a");
    CHECK(value->find("n")->text == "-1.50E+2");
    CHECK(value->find("z")->text == "-0");
    CHECK(value->find("b")->text == "1");
    CHECK(value->find("a")->items[0].boolean);
    CHECK(value->find("a")->items[1].is(Kind::null));
    CHECK(*value->find("a")->items[2].as_string() == "x\xC3\xA9\xF0\x9F\x98\x80");
    CHECK(value->find("c") == nullptr);
  }
  SUBCASE("keeps numbers that fit no machine type") {
    for (const char* text : {"99999999999999999999", "-9223372036854775809", "18446744073709551615",
                             "1.000000000000000000000000001", "0.1e-5"}) {
      CAPTURE(text);
      CHECK(json::parse(text)->text == text);
    }
  }
  SUBCASE("refuses what RFC 8259 does not allow") {
    using namespace std::string_literals;
    for (const std::string& text : {""s,
                                    " "s,
                                    "{"s,
                                    "[1,]"s,
                                    "{\"a\":1,}"s,
                                    "{a:1}"s,
                                    "{'a':1}"s,
                                    "[01]"s,
                                    "[+1]"s,
                                    "[1.]"s,
                                    "[.5]"s,
                                    "[-]"s,
                                    "[1e]"s,
                                    "[0x10]"s,
                                    "NaN"s,
                                    "[Infinity]"s,
                                    "[-Infinity]"s,
                                    "nul"s,
                                    "True"s,
                                    "1 2"s,
                                    "{}x"s,
                                    "{}{}"s,
                                    "{}\0"s,
                                    "{}\0x"s,
                                    "\0"s,
                                    "\"a\0b\""s,
                                    "\"\x01\""s,
                                    "\"\t\""s,
                                    "\"\n\""s,
                                    "\"\\x41\""s,
                                    "\"\\u12\""s,
                                    "\"\\ud800\""s,
                                    "\"\\udc00\\ud800\""s,
                                    "\"abc"s,
                                    "// c\n1"s,
                                    "/* c */1"s,
                                    "\xEF\xBB\xBF{}"s,
                                    "\"\x80\""s,
                                    "\"\xC0\xAF\""s,
                                    "\"\xED\xA0\x80\""s,
                                    "\"\xF5\x80\x80\x80\""s,
                                    "\xC2\xA0{}"s,
                                    "[1e400]"s,
                                    "\v1"s}) {
      CAPTURE(text);
      const auto value = json::parse(text);
      REQUIRE(!value);
      CHECK(value.error().code == ErrorCode::malformed);
      CHECK(!value.error().position.empty());
    }
  }
  SUBCASE("names the place of a fault") {
    CHECK(json::parse("{\n  \"a\": x\n}").error().position == "2:8");
    CHECK(json::parse("[1,\n2").error().message == "the JSON ends too early");
  }
  SUBCASE("refuses duplicate members, escaped spellings included, at their pointer") {
    const auto twice = json::parse(R"({"x":[{},{"a/b":1,"\u0061/b":2}]})");
    REQUIRE(!twice);
    CHECK(twice.error().position == "/x/1/a~1b");
    std::string many = "{";
    for (int i = 0; i < 100; ++i)
      many += "\"k" + std::to_string(i) + "\":0,";
    CHECK(json::parse(many + "\"end\":1}"));
    CHECK(json::parse(many + "\"k3\":1}").error().position == "/k3");
    CHECK(json::parse(many + "\"k99\":1}").error().position == "/k99");
  }
  SUBCASE("lists duplicate members when asked to") {
    std::vector<std::string> duplicates;
    const auto value =
        json::parse(R"({"a":1,"b":{"c":1,"c":2},"a":3})", {.duplicates = &duplicates});
    REQUIRE(value);
    CHECK(value->members.size() == 3);
    CHECK(value->find("a")->text == "1");
    CHECK(duplicates == std::vector<std::string>{"/b/c", "/a"});
    std::string many = "{\"" + std::string(5000, 'k') + "\":{\"a\":0";
    for (int i = 0; i < 1000; ++i)
      many += ",\"a\":0";
    duplicates.clear();
    REQUIRE(json::parse(many + "}}", {.duplicates = &duplicates}));
    CHECK(duplicates.size() == json::kMostDuplicates);
    CHECK(duplicates.front().size() < 1100);
  }
  SUBCASE("takes exactly as many levels and bytes as allowed") {
    CHECK(json::parse(nested(256)));
    CHECK(json::parse(nested(257)).error().code == ErrorCode::too_large);
    CHECK(json::parse(std::string(100'000, '[')).error().code == ErrorCode::too_large);
    CHECK(json::parse("[1]", {.max_bytes = 3}));
    CHECK(json::parse("[1,2]", {.max_values = 3}));
    CHECK(json::parse("[1,2,3]", {.max_values = 3}).error().code == ErrorCode::too_large);
    CHECK(json::parse("[11]", {.max_bytes = 3}).error().code == ErrorCode::too_large);
  }
}

TEST_CASE("Value::as_int64") {
  CHECK(number("-9223372036854775808").as_int64() == INT64_MIN);
  CHECK(number("9223372036854775807").as_int64() == INT64_MAX);
  for (const char* text :
       {"9223372036854775808", "99999999999999999999", "1.0", "1e3", "-9223372036854775809"}) {
    CAPTURE(text);
    CHECK(!number(text).as_int64());
  }
  CHECK(!json::Value::of_string("1").as_int64());
}

TEST_CASE("Value::as_seconds") {
  SUBCASE("takes fractions and exponents exactly") {
    CHECK(number("1767225600").as_seconds() == Seconds{1767225600, 0});
    CHECK(number("1.7672256e9").as_seconds() == Seconds{1767225600, 0});
    CHECK(number("17672256000E-1").as_seconds() == Seconds{1767225600, 0});
    CHECK(number("1.7672256e9999999999999999999999").as_seconds() == std::nullopt);
    CHECK(number("0.5").as_seconds() == Seconds{0, 500'000'000});
    CHECK(number("1e-9").as_seconds() == Seconds{0, 1});
    CHECK(number("1e-999999999999999999999").as_seconds() == Seconds{0, 0});
    CHECK(number("0e999999999999999999999").as_seconds() == Seconds{0, 0});
    CHECK(number("-0").as_seconds() == Seconds{0, 0});
    CHECK(number("0.000000001e9").as_seconds() == Seconds{1, 0});
  }
  SUBCASE("never moves a time up") {
    CHECK(number("1.9999999999").as_seconds() == Seconds{1, 999'999'999});
    CHECK(number("-0.5").as_seconds() == Seconds{-1, 500'000'000});
    CHECK(number("-1").as_seconds() == Seconds{-1, 0});
    CHECK(number("-1e-20").as_seconds() == Seconds{-1, 999'999'999});
  }
  SUBCASE("ends at 2^53 on both sides") {
    CHECK(number("9007199254740992").as_seconds() == Seconds{9007199254740992, 0});
    CHECK(number("-9007199254740992").as_seconds() == Seconds{-9007199254740992, 0});
    for (const char* text :
         {"9007199254740993", "9007199254740992.1", "9007199254740992.00000000000001",
          "-9007199254740992.5", "9223372036854775807", "18446744073709551616",
          "99999999999999999999", "1e16", "1e308"}) {
      CAPTURE(text);
      CHECK(!number(text).as_seconds());
    }
  }
}

TEST_CASE("locate") {
  const std::string text =
      "{\n  \"a\": [1, {\"b/c\": \"x\\\"}\"}, true],\n  \"d\\u0065\": {\"~\": -1.5e3}, \"\": null}";
  struct Row {
    const char* pointer;
    const char* begins;
  };
  SUBCASE("every value is found where it begins") {
    for (const Row& row : {Row{"", "{\n"}, Row{"/a", "[1"}, Row{"/a/0", "1,"},
                           Row{"/a/1", "{\"b/c"}, Row{"/a/1/b~1c", "\"x"}, Row{"/a/2", "true"},
                           Row{"/de", "{\"~"}, Row{"/de/~0", "-1.5"}, Row{"/", "null"}}) {
      CAPTURE(row.pointer);
      const auto at = json::locate(text, row.pointer);
      REQUIRE(at.has_value());
      CHECK(text.substr(*at).starts_with(row.begins));
    }
  }
  SUBCASE("what is not there is not found") {
    for (const char* pointer : {"/b", "/a/3", "/a/x", "/a/0/1", "/de/~1", "/a/1/b"}) {
      CAPTURE(pointer);
      CHECK_FALSE(json::locate(text, pointer).has_value());
    }
  }
}
