// Validates arbitrary text as events: what is told must be bounded, repeatable, and point at values
// that are there.
#include <mage_lineage/event/validator.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/openlineage/stores.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace mage_lineage;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string told(const openlineage::Judgement& judgement) {
  std::string out;
  for (const auto& problem : judgement.problems)
    out += std::string(problem.rule) + problem.pointer + problem.found + problem.expected + "\n";
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  event::Validator validator({true, openlineage::Target::marquez});
  const std::string first = told(validator.judge(text));
  const auto& again = validator.judge(text);
  require(told(again) == first);
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
