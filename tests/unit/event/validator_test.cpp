#include <mage_lineage/event/validator.hpp>

#include <mage_lineage/event/event.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/platform/simdjson_scanner.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>

using namespace mage_lineage;
using namespace mage_lineage::event;

namespace {

std::string event_text(bool envelope_alone) {
  const Origin origin{"r", {"c", "w", "p"}};
  Change change;
  change.object.type = ObjectType::pipeline;
  change.object.uuid = "orders";
  const Event made = make_event(origin, change, parse_rfc3339("2026-08-03T19:40:00Z").value(), {});
  return json::write(envelope_alone ? to_openlineage(made) : to_json(made), json::Style::compact);
}

/// `rule pointer`, one a problem.
std::string told(const std::string& text) {
  Validator validator({});
  std::string out;
  for (const auto& problem : validator.judge(text).problems)
    out += std::string(problem.rule) + " " + problem.pointer + problem.position + "\n";
  return out;
}

std::string with(std::string text, const std::string& before, const std::string& inserted) {
  text.insert(text.find(before), inserted);
  return text;
}

}  // namespace

TEST_CASE("Validator::judge") {
  SUBCASE("Mage's events pass, whole and as envelopes") {
    CHECK(told(event_text(false)).empty());
    CHECK(told(event_text(true)).empty());
  }
  SUBCASE("content in them is told, whole and as envelopes") {
    const std::string source = R"("source":"x",)";
    CHECK(told(with(event_text(false), R"("event_type")", source)) == "unknown_member /source\n");
    CHECK(told(with(event_text(true), R"("event_type")", source)) ==
          "unknown_member /job/facets/mage_lineage/source\n");
    CHECK(told(with(event_text(true), R"("job")", R"("inputs":[],)")) ==
          "unknown_member /inputs\n");
  }
  SUBCASE("what cannot be searched for secrets is refused, even where the scanner reads it") {
    auto scanner = platform::open_simdjson_scanner();
    REQUIRE(scanner.has_value());
    std::string many = "\"x\":[0";
    for (int i = 0; i < 2'000'000; ++i)
      many += ",0";
    Validator validator({}, std::move(*scanner));
    const auto text = with(event_text(false), R"("event_type")", many + "],");
    const auto& problems = validator.judge(text).problems;
    CHECK(std::any_of(problems.begin(), problems.end(), [](const auto& problem) {
      return problem.severity == openlineage::Severity::error && problem.rule == "json";
    }));
  }
  SUBCASE("text that is no JSON is told with its place") {
    CHECK(told("{\"a\":1,}") == "json 1:8\n");
    CHECK(told("{\"a\":{\"b\":1,\"b\":2}}") == "duplicate_member /a/b\n");
  }
}
