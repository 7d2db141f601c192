#include "output/validate_view.hpp"

#include <mage_lineage/formats/json.hpp>

#include <doctest/doctest.h>

#include <string>

#include "support/fake_app.hpp"

using namespace mage_lineage;

namespace {

/// The JSON document of so many problems, each at a pointer of so many bytes.
json::Value document_of(std::size_t problems, std::size_t pointer_bytes) {
  std::string printed;
  std::string told;
  test_support::TextSink out(printed);
  test_support::TextSink err(told);
  output::Terminal terminal(out, err, output::ColorWish::never, false, false, false);
  output::ValidateReport report(terminal, true);
  const auto file = report.begin_file("events.ndjson");
  report.count_event(file);
  for (std::size_t i = 0; i < problems; ++i) {
    report.add(file, {i + 1, 0},
               {openlineage::Severity::error, "wrong_type", "/" + std::string(pointer_bytes, 'p'),
                "a number", "a string", ""});
  }
  report.finish();
  json::ParseOptions options;
  options.max_bytes = std::size_t{256} << 20U;
  const auto document = json::parse(printed, options);
  REQUIRE(document.has_value());
  return *document;
}

std::size_t listed(const json::Value& document) {
  const auto* problems = document.find("problems");
  REQUIRE(problems != nullptr);
  return problems->items.size();
}

std::int64_t left_out(const json::Value& document) {
  return document.find("problems_left_out")->as_int64().value_or(-1);
}

}  // namespace

TEST_CASE("output::ValidateReport") {
  SUBCASE("a document without a problem has an empty list of them") {
    CHECK(listed(document_of(0, 0)) == 0);
  }
  SUBCASE("problems are listed however large they are together") {
    const auto document = document_of(output::ValidateReport::kMostInJson, 2000);
    CHECK(listed(document) == output::ValidateReport::kMostInJson);
    CHECK(left_out(document) == 0);
    const auto& last = document.find("problems")->items.back();
    CHECK(last.find("line")->as_int64() == 10'000);
    CHECK(last.find("pointer")->text.size() == 2001);
  }
  SUBCASE("what is beyond a bound in number or in bytes is counted") {
    CHECK(left_out(document_of(output::ValidateReport::kMostInJson + 5, 1)) == 5);
    const auto large = document_of(100, std::size_t{1} << 20U);
    CHECK(listed(large) == 63);
    CHECK(left_out(large) == 37);
  }
}
