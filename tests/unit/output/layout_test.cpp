#include "output/layout.hpp"

#include <doctest/doctest.h>

#include "output/terminal.hpp"

using namespace mage_lineage;

TEST_CASE("output::table") {
  SUBCASE("pads by what is seen: code points, without colour codes") {
    CHECK(output::table({{"ä", "x"}, {"bbb", "y"}}) == "ä    x\nbbb  y\n");
    const output::Style style{true};
    CHECK(output::table({{style.red("a"), "x"}, {"bb", "y"}}) == "\x1b[31ma\x1b[0m   x\nbb  y\n");
  }
  SUBCASE("leaves no space at a line's end") {
    CHECK(output::table({{"a", ""}, {"b", "c"}}, 2) == "  a\n  b  c\n");
  }
}

TEST_CASE("output::paragraphs") {
  SUBCASE("fills words, parts paragraphs, keeps lines that are set in") {
    CHECK(output::paragraphs("a b\nc\n\n  code  here\nd", 2) == "  a b c\n\n    code  here\n  d\n");
  }
  SUBCASE("never writes beyond the text width but for a word that is longer") {
    const auto text =
        output::paragraphs(std::string(300, 'x') + " " + std::string(90, 'y') + " zzzzz", 4);
    CHECK(text ==
          "    " + std::string(300, 'x') + "\n    " + std::string(90, 'y') + "\n    zzzzz\n");
  }
}

TEST_CASE("output::error_json") {
  Error error{ErrorCode::malformed, "bad \"thing\"", "f:1:2", "mend it", {"while reading"}};
  CHECK(output::error_json(error) ==
        R"({"error":{"code":"malformed","message":"bad \"thing\"","position":"f:1:2",)"
        R"("hint":"mend it","context":["while reading"]}})"
        "\n");
}
