#include <mage_lineage/openlineage/facet_table.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <vector>

namespace mage_lineage::openlineage {
namespace {

constexpr auto kBase = members(need("_producer", kUri), need("_schemaURL", kUri));
constexpr auto kDeletable =
    members(need("_producer", kUri), need("_schemaURL", kUri), may("_deleted", kBoolean));
constexpr Shape kFacet = object(kBase);
constexpr Shape kDeletableFacet = object(kDeletable);

/// All rows, sorted by key; rows of one key lie side by side.
const std::vector<Facet>& all_facets() {
  static const std::vector<Facet> kAll = [] {
    std::vector<Facet> all;
    for (const auto rows : {run_facets(), job_facets(), dataset_facets()})
      all.insert(all.end(), rows.begin(), rows.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const Facet& a, const Facet& b) { return a.key < b.key; });
    return all;
  }();
  return kAll;
}

std::optional<std::uint16_t> take_number(std::string_view& s, char end) {
  const auto at = s.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const auto value = text::parse_decimal(s.substr(0, at));
  if (!value || *value > UINT16_MAX) return std::nullopt;
  s.remove_prefix(at + 1);
  return static_cast<std::uint16_t>(*value);
}

}  // namespace

std::string_view to_string(Slot slot) {
  switch (slot) {
    case Slot::run:
      return "run";
    case Slot::job:
      return "job";
    case Slot::dataset:
      return "dataset";
    case Slot::input:
      return "input";
    case Slot::output:
      return "output";
    case Slot::none:
      break;
  }
  return "";
}

const Facet* find_facet(std::string_view key, Slot slot) {
  const auto& all = all_facets();
  const auto first =
      std::lower_bound(all.begin(), all.end(), key,
                       [](const Facet& row, std::string_view k) { return row.key < k; });
  const Facet* elsewhere = nullptr;
  for (auto row = first; row != all.end() && row->key == key; ++row) {
    if (row->slot == slot) return &*row;
    elsewhere = &*row;
  }
  return elsewhere;
}

const Shape& base_facet(Slot slot) {
  return slot == Slot::job || slot == Slot::dataset ? kDeletableFacet : kFacet;
}

std::optional<Version> declared_version(std::string_view schema_url, std::string_view schema) {
  constexpr std::string_view kFolder = "openlineage.io/spec/facets/";
  const auto at = schema_url.find(kFolder);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = schema_url.substr(at + kFolder.size());
  const auto model = take_number(rest, '-');
  if (!model) return std::nullopt;
  const auto revision = take_number(rest, '-');
  if (!revision) return std::nullopt;
  const auto addition = take_number(rest, '/');
  if (!addition || !rest.starts_with(schema)) return std::nullopt;
  rest.remove_prefix(schema.size());
  if (!rest.starts_with(".json")) return std::nullopt;
  return Version{*model, *revision, *addition};
}

}  // namespace mage_lineage::openlineage
