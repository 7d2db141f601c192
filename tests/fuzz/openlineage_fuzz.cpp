// Validates arbitrary text as events: what is told must be bounded, repeatable, point at values
// that are there, and be the same whichever of the two JSON readers was first.
#include <mage_lineage/event/validator.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/openlineage/stores.hpp>
#include <mage_lineage/platform/simdjson_scanner.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

using namespace mage_lineage;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string told(const openlineage::Judgement& judgement) {
  std::string out(openlineage::to_string(judgement.event_class));
  out += judgement.run_id + judgement.event_type + judgement.parent_run_id;
  out += judgement.is_mage_event ? "M" : judgement.has_mage_facet ? "m" : "-";
  for (const auto& problem : judgement.problems)
    out += std::string(problem.rule) + problem.pointer + problem.found + problem.expected + "\n";
  return out;
}

event::Validator fast_validator() {
  auto scanner = platform::open_simdjson_scanner();
  require(scanner.has_value());
  return event::Validator({true, openlineage::Target::marquez}, std::move(*scanner));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  event::Validator validator({true, openlineage::Target::marquez});
  const std::string first = told(validator.judge(text));
  const auto& again = validator.judge(text);
  require(told(again) == first);
  static event::Validator fast = fast_validator();
  require(told(fast.judge(text)) == first);
  require(again.problems.size() <= openlineage::kMostProblems + 1);
  const auto value = json::parse(text, {.max_depth = 512});
  for (const auto& problem : again.problems) {
    const bool absent =
        problem.rule == "variant" || problem.rule == "duplicate_member" || problem.rule == "naming";
    if (value && !absent) require(json::locate(text, problem.pointer).has_value());
  }
  if (const auto name = openlineage::dataset_from_address(text)) {
    require(!name->name.empty() && !name->name_space.empty());
  }
  return 0;
}
