#include <mage_lineage/service/graph.hpp>

#include <set>
#include <string>
#include <utility>

namespace mage_lineage::service {
namespace {

using Name = std::pair<std::string, std::string>;

std::string text_of(const json::Value& object, std::string_view key) {
  const auto* value = object.find(key);
  const auto* text = value == nullptr ? nullptr : value->as_string();
  return text == nullptr ? std::string() : *text;
}

std::set<Name> datasets(const json::Value& event, std::string_view key) {
  std::set<Name> names;
  const auto* list = event.find(key);
  if (list == nullptr) return names;
  for (const auto& dataset : list->items) {
    names.emplace(text_of(dataset, "namespace"), text_of(dataset, "name"));
  }
  return names;
}

}  // namespace

Graph graph_of(const json::Value& run_event) {
  const auto inputs = datasets(run_event, "inputs");
  const auto outputs = datasets(run_event, "outputs");
  auto all = inputs;
  all.insert(outputs.begin(), outputs.end());
  const std::size_t jobs = run_event.find("job") == nullptr ? 0 : 1;
  return {all.size() + jobs, inputs.size() + outputs.size()};
}

}  // namespace mage_lineage::service
