#include <mage_lineage/platform/http_head.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using mage_lineage::platform::HeadScanner;
using State = HeadScanner::State;

namespace {

constexpr std::size_t kMost = 64;

/// The first state other than `more`, with a text that arrives in pieces of one size.
State scanned(const std::string& text, std::size_t piece, std::size_t* end = nullptr) {
  HeadScanner scanner(kMost);
  auto state = State::more;
  for (std::size_t n = 0; n < text.size() && state == State::more;) {
    n = std::min(text.size(), n + piece);
    state = scanner.scan(std::string_view(text).substr(0, n));
  }
  if (end != nullptr) *end = scanner.end();
  return state;
}

}  // namespace

TEST_CASE("HeadScanner") {
  struct Row {
    std::string says;
    std::string text;
    State state;
  };
  const std::string line = "GET / HTTP/1.1\r\n";
  const std::vector<Row> rows{
      {"a whole head", line + "Host: x\r\n\r\n", State::whole},
      {"a head without headers", line + "\r\n", State::whole},
      {"a head that goes on", line + "Host: x\r\n\r", State::more},
      {"a header of white space within", line + "A:\t b \r\n\r\n", State::whole},
      {"a bare line feed", line + "A: b\nC: d\r\n\r\n", State::malformed},
      {"a bare line feed after the headers", line + "A: b\r\n\n", State::malformed},
      {"a bare line feed at the beginning", "\n", State::malformed},
      {"an empty line at the beginning", "\r\n" + line + "\r\n", State::whole},
      {"nothing but an empty line", "\r\n", State::more},
      {"the beginning of an empty line", "\r", State::more},
      {"two empty lines at the beginning", "\r\n\r\n" + line + "\r\n", State::malformed},
      {"a bare carriage return at the beginning", "\r" + line + "\r\n", State::malformed},
      {"a folded header", line + "A: b\r\n c\r\n\r\n", State::malformed},
      {"a line of white space", line + " \r\n\r\n", State::malformed},
      {"a header folded by a tab", line + "A: b\r\n\tc\r\n\r\n", State::malformed},
      {"no version", "GET /\r\n\r\n", State::malformed},
      {"a version in lower case", "GET / http/1.1\r\n\r\n", State::malformed},
      {"a long version", "GET / HTTP/1.10\r\n\r\n", State::malformed},
      {"another version", "GET / HTTP/2.0\r\n\r\n", State::whole},
      {"two spaces", "GET  / HTTP/1.1\r\n\r\n", State::malformed},
      {"a tab", "GET\t/ HTTP/1.1\r\n\r\n", State::malformed},
      {"four words", "GET / / HTTP/1.1\r\n\r\n", State::malformed},
      {"a colon in the method", "GE:T / HTTP/1.1\r\n\r\n", State::malformed},
      {"another protocol", "\x16\x03", State::malformed},
      {"a long target", "GET /" + std::string(kMost, 'x'), State::target_too_long},
      {"a long target with its end", "GET /" + std::string(kMost, 'x') + " HTTP/1.1\r\n\r\n",
       State::target_too_long},
      {"many headers", line + std::string(kMost, 'x'), State::too_large},
      {"a head as long as the bound", line + "A: " + std::string(kMost - 16 - 7, 'x') + "\r\n\r\n",
       State::whole},
      {"one byte more", line + "A: " + std::string(kMost - 16 - 6, 'x') + "\r\n\r\n",
       State::too_large},
  };
  for (const auto& row : rows) {
    CAPTURE(row.says);
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 1000U})
      CHECK(scanned(row.text, piece) == row.state);
  }
  SUBCASE("the beginning is after an empty line") {
    HeadScanner scanner(kMost);
    CHECK(scanner.scan("\r\n" + line + "\r\n") == State::whole);
    CHECK(scanner.begin() == 2);
    CHECK(scanner.end() == 2 + line.size() + 2);
  }
  SUBCASE("the end is after the empty line, whatever follows") {
    std::size_t end = 0;
    CHECK(scanned(line + "\r\n" + line, 1000, &end) == State::whole);
    CHECK(end == line.size() + 2);
  }
}
