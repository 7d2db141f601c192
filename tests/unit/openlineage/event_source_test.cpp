#include <mage_lineage/openlineage/event_reader.hpp>
#include <mage_lineage/openlineage/event_source.hpp>

#include <doctest/doctest.h>
#include <support/fake_input.hpp>

#include <string>
#include <vector>

using namespace mage_lineage;
using openlineage::EventSource;
using std::chrono::milliseconds;
using test_support::Arrival;
using test_support::FakeClock;
using test_support::PipeInput;
using test_support::TextInput;

namespace {

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

TEST_CASE("EventSource::ready") {
  FakeClock clock;
  const auto pipe = [&clock](std::vector<Arrival> arrivals) {
    return EventSource(std::make_unique<PipeInput>(clock, std::move(arrivals)));
  };
  const auto text_of = [](EventSource& source) {
    const auto event = source.next();
    REQUIRE(event.has_value());
    return event->has_value() ? std::string((*event)->text) : "the end";
  };
  SUBCASE("a line is there with its line feed, whatever follows and however late") {
    auto source = pipe({{milliseconds(0), "{\"a\":1}\n"}, {milliseconds(60'000), "{}\n"}});
    CHECK(source.ready(milliseconds(0)).value());
    CHECK(text_of(source) == "{\"a\":1}");
    CHECK_FALSE(source.ready(milliseconds(100)).value());
    CHECK(clock.passed() == milliseconds(100));
    CHECK(source.ready(milliseconds(60'000)).value());
    CHECK(text_of(source) == "{}");
    CHECK(text_of(source) == "the end");
  }
  SUBCASE("half a line is none, and is not lost") {
    auto source = pipe({{milliseconds(0), "\n{\"a\""}, {milliseconds(50), ":1}\n"}});
    CHECK_FALSE(source.ready(milliseconds(0)).value());
    CHECK_FALSE(source.ready(milliseconds(10)).value());
    CHECK(source.ready(milliseconds(50)).value());
    CHECK(text_of(source) == "{\"a\":1}");
  }
  SUBCASE("a document over several lines is there at its end") {
    auto source = pipe({{milliseconds(0), "{\n\"a\":1\n"}, {milliseconds(50), "}\n"}});
    CHECK_FALSE(source.ready(milliseconds(10)).value());
    CHECK(source.ready(milliseconds(50)).value());
    CHECK(text_of(source) == "{\n\"a\":1\n}\n");
  }
  SUBCASE("a line without end does not hold up its reader, and is told as too large") {
    std::string large(openlineage::kMostEventBytes + 2, ' ');
    large.front() = '{';
    EventSource source(std::make_unique<TextInput>("{}\n" + large + "\n{\"a\":1}\n"));
    CHECK(text_of(source) == "{}");
    int turns = 0;
    while (!source.ready(milliseconds(0)).value())
      ++turns;
    CHECK(turns > 0);
    const auto event = source.next();
    CHECK((*event)->too_large);
    CHECK((*event)->line == 2);
    CHECK(text_of(source) == "{\"a\":1}");
  }
  SUBCASE("a failure is told") {
    auto source = pipe({{milliseconds(0), ""}});
    CHECK(source.ready(milliseconds(0)).error().code == ErrorCode::io);
  }
}
