#include <mage_lineage/formats/json_tape.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;

namespace {

/// The text that a view stands for, written down again.
std::string show(json::View value) {
  switch (value.kind()) {
    case json::Kind::null:
      return "null";
    case json::Kind::boolean:
      return value.truth() ? "true" : "false";
    case json::Kind::number:
      return std::to_string(value.number());
    case json::Kind::string:
      return "'" + std::string(value.text()) + "'";
    case json::Kind::array: {
      std::string out = "[";
      for (const json::View item : value.items())
        out += show(item) + ";";
      return out + "]";
    }
    case json::Kind::object:
      break;
  }
  std::string out = "{";
  for (const json::View::MemberView member : value.members())
    out += std::string(member.key) + "=" + show(member.value) + ";";
  return out + "}";
}

std::string through_tape(const std::string& text) {
  const auto value = json::parse(text);
  REQUIRE(value.has_value());
  const json::Tape tape(*value);
  return show(tape.root());
}

bool duplicates(const std::string& text) {
  std::vector<std::string> found;
  json::ParseOptions options;
  options.duplicates = &found;
  const auto value = json::parse(text, options);
  REQUIRE(value.has_value());
  const json::Tape tape(*value);
  return json::has_duplicate_members(tape.root());
}

}  // namespace

TEST_CASE("Tape") {
  SUBCASE("every value comes back in its order") {
    const std::string expected =
        std::string("{a=[1.000000;2.500000;-3.000000;];b={c=null;};=true;d='x") + '\0' +
        "y';e=[];f={};}";
    CHECK(through_tape(R"({"a":[1,2.5,-3],"b":{"c":null},"":true,"d":"x\u0000y","e":[],"f":{}})") ==
          expected);
  }
  SUBCASE("a bare value is a document") {
    CHECK(through_tape("\"x\"") == "'x'");
    CHECK(through_tape("18446744073709551616") == "18446744073709551616.000000");
  }
}

TEST_CASE("View::is_integer") {
  const auto whole = [](const std::string& text) {
    const auto value = json::parse(text);
    const json::Tape tape(*value);
    return tape.root().is_integer();
  };
  CHECK(whole("3"));
  CHECK(whole("-3"));
  CHECK(whole("3.0"));
  CHECK(whole("3e2"));
  CHECK(whole("123456789012345678901234567890"));
  CHECK_FALSE(whole("3.5"));
  CHECK_FALSE(whole("\"3\""));
  CHECK_FALSE(whole("null"));
}

TEST_CASE("has_duplicate_members") {
  SUBCASE("in any object, at any depth") {
    CHECK(duplicates(R"({"a":1,"b":2,"a":3})"));
    CHECK(duplicates(R"([{"x":[{"k":1,"k":1}]}])"));
    CHECK(duplicates(R"({"":1,"":2})"));
  }
  SUBCASE("keys that begin alike, or are equal in different objects, are none") {
    CHECK_FALSE(duplicates(R"({"previous_a":1,"previous_b":2,"previous":{"previous":1}})"));
  }
  SUBCASE("in an object with very many members") {
    std::string text = "{";
    for (int i = 0; i < 500; ++i)
      text += "\"k" + std::to_string(i) + "\":0,";
    CHECK_FALSE(duplicates(text + "\"k500\":0}"));
    CHECK(duplicates(text + "\"k250\":0}"));
  }
}
