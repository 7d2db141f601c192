#include <mage_lineage/formats/dotenv.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;

TEST_CASE("dotenv::parse") {
  SUBCASE("reads the forms that people write") {
    struct Row {
      const char* line;
      const char* value;
    };
    for (const Row& row :
         {Row{"K=v", "v"}, Row{"export K=v", "v"}, Row{"  K = v  ", "v"}, Row{"K=", ""},
          Row{"K=a b", "a b"}, Row{"K=v # comment", "v"}, Row{"K=v#no-comment", "v#no-comment"},
          Row{"K=#comment", ""}, Row{"K='a $B \\n'", "a $B \\n"},
          Row{"K=\"a\\n\\\"b\\\"\"", "a\n\"b\""}, Row{"K=\"x\" # comment", "x"},
          Row{"K=a=b", "a=b"}, Row{"K=${HOME}", "${HOME}"}, Row{"K=\"\\$x\\y\"", "$x\\y"},
          Row{"K=v\r", "v"}, Row{"\xEF\xBB\xBFK=v", "v"}}) {
      const auto file = dotenv::parse(row.line, "f");
      CHECK_MESSAGE(file.problems.empty(), row.line);
      REQUIRE_MESSAGE(file.entries.size() == 1, row.line);
      CHECK(file.entries[0].key == "K");
      CHECK_MESSAGE(file.entries[0].value == row.value, row.line);
    }
  }
  SUBCASE("tells what is no assignment, without its value") {
    for (const char* line : {"hunter2", "1K=hunter2", "K-L=hunter2", "K=\"hunter2", "K='hunter2",
                             "K=\"a\" hunter2", "=hunter2"}) {
      const auto file = dotenv::parse(line, "f");
      REQUIRE_MESSAGE(file.problems.size() == 1, line);
      CHECK(file.problems[0].position == "f:1:1");
      CHECK(file.problems[0].message.find("hunter2") == std::string::npos);
    }
  }
  SUBCASE("counts lines and skips blanks and comments") {
    const auto file = dotenv::parse("# c\n\nA=1\n   # d\nB=2", "f");
    REQUIRE(file.entries.size() == 2);
    CHECK(file.entries[1].line == 5);
  }
}
