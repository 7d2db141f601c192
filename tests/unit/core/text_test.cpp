#include <mage_lineage/core/text.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;

TEST_CASE("first_invalid_utf8") {
  SUBCASE("takes the borders of RFC 3629's table") {
    for (const char* s : {"", "plain", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
                          "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
      CHECK(!text::first_invalid_utf8(s).has_value());
    }
  }
  SUBCASE("refuses overlong forms, surrogates, too large and cut sequences") {
    for (const char* s :
         {"\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\x80", "\xE2\x82", "\xFF"}) {
      CHECK(text::first_invalid_utf8(s) == 0);
    }
    CHECK(text::first_invalid_utf8("ab\xFFz") == 2);
  }
}

TEST_CASE("to_valid_utf8") {
  SUBCASE("replaces maximal parts as Unicode 15, table 3-8 shows") {
    CHECK(text::to_valid_utf8("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64") ==
          "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd");
  }
}

TEST_CASE("escape_lines") {
  SUBCASE("keeps line ends and tabs") {
    CHECK(text::escape_lines("a\n\tb\r\n\nc") == "a\n\tb\r\n\nc");
    CHECK(text::escape_lines("a\n") == "a\n");
    CHECK(text::escape_lines("").empty());
  }
  SUBCASE("shows what moves a terminal as text") {
    CHECK(text::escape_lines("a\x1B[2J\nb\rc\n") == "a\\x1b[2J\nb\\rc\n");
    CHECK(text::escape_lines("\u202Ex\xFF\n") == "\\u{202e}x\\xff\n");
  }
  SUBCASE("shows the whole text, however long") {
    const std::string text(100'000, 'x');
    CHECK(text::escape_lines(text + "\n" + text) == text + "\n" + text);
  }
}

TEST_CASE("escape_untrusted") {
  SUBCASE("shows controls, bidirectional marks and bad bytes as text") {
    CHECK(text::escape_untrusted("a\nb\r\t\x1B[31m\x7F") == "a\\nb\\r\\t\\x1b[31m\\x7f");
    CHECK(text::escape_untrusted("\u202Egnp.exe\u2066\u2028\u0085") ==
          "\\u{202e}gnp.exe\\u{2066}\\u{2028}\\x85");
    CHECK(text::escape_untrusted("\xFFz") == "\\xffz");
  }
  SUBCASE("leaves words of any language alone") {
    CHECK(text::escape_untrusted("größe 数据 \\n") == "größe 数据 \\n");
  }
  SUBCASE("cuts between characters and says so") {
    CHECK(text::escape_untrusted("ääää", 5) == "ää…");
  }
}

TEST_CASE("nearest") {
  const std::vector<std::string> words{"check", "config", "disable", "enable", "status"};
  SUBCASE("finds slips") {
    CHECK(text::nearest("chekc", words) == "check");
    CHECK(text::nearest("enabel", words) == "enable");
    CHECK(text::nearest("STATUS", words) == "status");
  }
  SUBCASE("takes the only one that begins so") {
    CHECK(text::nearest("dis", words) == "disable");
    CHECK(text::nearest("STAT", words) == "status");
    CHECK(!text::nearest("st", words).has_value());
    CHECK(!text::nearest("con", {"config", "contents"}).has_value());
    CHECK(text::nearest("conten", {"content", "contents"}) == "content");
  }
  SUBCASE("stays silent on other words") {
    CHECK(!text::nearest("snapshot", words).has_value());
    CHECK(!text::nearest("", words).has_value());
  }
}

TEST_CASE("shell_word") {
  CHECK(text::shell_word("../shop/a-b_1.c") == "../shop/a-b_1.c");
  CHECK(text::shell_word("") == "''");
  CHECK(text::shell_word("my shop") == "'my shop'");
  CHECK(text::shell_word("it's $HOME") == R"('it'\''s $HOME')");
  CHECK(text::shell_word("a*b;c") == "'a*b;c'");
}

TEST_CASE("parse_decimal") {
  CHECK(text::parse_decimal("18446744073709551615") == 18446744073709551615ULL);
  for (const char* s : {"", "-1", "+1", " 1", "1 ", "0x1", "1.0", "18446744073709551616"}) {
    CHECK(!text::parse_decimal(s).has_value());
  }
}
