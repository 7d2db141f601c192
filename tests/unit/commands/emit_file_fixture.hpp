#pragma once

#include <mage_lineage/event/event.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <doctest/doctest.h>
#include <support/fake_app.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// Events in a file or a pipe, a backend, and what is told of them.
namespace emit_file_fixture {

using namespace mage_lineage;
using std::chrono::milliseconds;
using sys::HttpRequest;
using test_support::Arrival;
using test_support::FakeApp;
using test_support::PipeInput;

inline std::string run_event(int run, const std::string& state = "COMPLETE") {
  const std::string digits = std::to_string(100 + run);
  return R"({"eventType":")" + state +
         R"(","eventTime":"2026-08-03T19:40:00.000Z","run":{"runId":"a1b2c3d4-e5f6-7890-abcd-ef1234567)" +
         digits +
         R"("},"job":{"namespace":"n","name":"j"},"producer":"https://example.com/p",)"
         R"("schemaURL":"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"})";
}

/// An event of Mage's own, and what a third party gets of it.
struct MageEvent {
  std::string whole;
  std::string envelope;
};
inline MageEvent mage_event() {
  event::Change change;
  change.object.type = event::ObjectType::pipeline;
  change.object.uuid = "orders";
  const auto made = event::make_event({"r", {"c", "w", "p"}}, change,
                                      parse_rfc3339("2026-08-03T19:40:00Z").value(), {});
  return {json::write(event::to_json(made), json::Style::compact),
          json::write(event::to_openlineage(made), json::Style::compact)};
}

/// Several documents as the lines of a file.
inline std::string lines(const std::vector<std::string>& documents) {
  std::string out;
  for (const auto& document : documents)
    out += document + "\n";
  return out;
}

inline std::vector<json::Value> read_lines(const std::string& text) {
  std::vector<json::Value> out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const auto end = text.find('\n', begin);
    REQUIRE(end != std::string::npos);
    auto line = json::parse(std::string_view(text).substr(begin, end - begin));
    REQUIRE(line.has_value());
    out.push_back(std::move(*line));
    begin = end + 1;
  }
  return out;
}

/// Line number -> fate.
inline std::map<std::int64_t, std::string> fates(const std::string& text) {
  std::map<std::int64_t, std::string> out;
  for (const auto& line : read_lines(text)) {
    const auto number = line.find("line")->as_int64();
    REQUIRE(number.has_value());
    CHECK_MESSAGE(out.count(*number) == 0, "two fates for line ", *number);
    out[*number] = *line.find("fate")->as_string();
  }
  return out;
}

inline FakeApp backend() {
  FakeApp app;
  app.environment["OPENLINEAGE_URL"] = "https://lineage.example";
  return app;
}

inline bool has_run(const HttpRequest& request, int run) {
  return request.body.find("ef1234567" + std::to_string(100 + run)) != std::string::npos;
}

using Fates = std::map<std::int64_t, std::string>;

/// Makes standard input a pipe that brings this.
inline void pipe_in(FakeApp& app, const std::vector<Arrival>& arrivals) {
  app.files.pipes["-"] = [&app, arrivals] {
    return std::make_unique<PipeInput>(app.clock, arrivals);
  };
}

inline constexpr milliseconds kHour{3'600'000};

}  // namespace emit_file_fixture
