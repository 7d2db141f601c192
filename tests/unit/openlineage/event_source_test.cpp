#include <mage_lineage/openlineage/event_source.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace mage_lineage;
using openlineage::EventSource;

namespace {

/// Hands a text out in pieces of one size.
class TextInput : public sys::Input {
 public:
  TextInput(std::string text, std::size_t piece) : text_(std::move(text)), piece_(piece) {}
  Result<std::size_t> read(char* out, std::size_t n) override {
    const std::size_t take = std::min({n, piece_, text_.size() - at_});
    std::copy_n(text_.data() + at_, take, out);
    at_ += take;
    return take;
  }

 private:
  std::string text_;
  std::size_t piece_;
  std::size_t at_ = 0;
};

using Events = std::vector<std::string>;

/// `LINE:TEXT`, one an event.
Events events_of(const std::string& text, std::size_t piece) {
  EventSource source(std::make_unique<TextInput>(text, piece));
  Events out;
  for (;;) {
    const auto event = source.next();
    REQUIRE(event.has_value());
    if (!event->has_value()) return out;
    out.push_back(std::to_string((*event)->line) + ":" + std::string((*event)->text));
  }
}

}  // namespace

TEST_CASE("EventSource") {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{100'000}}) {
    CAPTURE(piece);
    SUBCASE("one event a line, blank lines skipped, the last line feed optional") {
      const Events wanted{R"(1:{"a":1})", R"(3:{"b":"}"})", "5:{}"};
      CHECK(events_of("{\"a\":1}\n\n{\"b\":\"}\"}\n \t\r\n{}", piece) == wanted);
      CHECK(events_of("{\"a\":1}\n\n{\"b\":\"}\"}\n\n{}\n\n", piece) == wanted);
    }
    SUBCASE("lines end at a line feed alone") {
      CHECK(events_of("{\"a\":\"\xE2\x80\xA8\"}\n{\"b\":\"\x0B\"}", piece) ==
            Events{"1:{\"a\":\"\xE2\x80\xA8\"}", "2:{\"b\":\"\x0B\"}"});
    }
    SUBCASE("a document over several lines is one event") {
      CHECK(events_of("{\n  \"a\": 1\n}\n", piece) == Events{"1:{\n  \"a\": 1\n}\n"});
      CHECK(events_of("// x\n{}", piece) == Events{"1:// x\n{}"});
      CHECK(events_of("[{},\n{}]", piece) == Events{"1:[{},\n{}]"});
    }
    SUBCASE("a broken first line among lines is told as a line") {
      CHECK(events_of("{\"a\":\n{\"b\":2}\n", piece) == Events{"1:{\"a\":", "2:{\"b\":2}"});
    }
    SUBCASE("text behind an object on a line of its own is an event of its own") {
      CHECK(events_of("{}\ngarbage", piece) == Events{"1:{}", "2:garbage"});
    }
    SUBCASE("nothing but blanks holds no event") {
      CHECK(events_of("", piece).empty());
      CHECK(events_of("\n \n", piece).empty());
    }
  }
}
