#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/facts.hpp>
#include <mage_lineage/project/layout.hpp>

namespace mage_lineage::project {
namespace {

enum class Telling { nothing, pipeline, triggers, catalog, connector };

bool ends_with(std::string_view s, std::string_view end) {
  return s.size() >= end.size() && s.substr(s.size() - end.size()) == end;
}

Telling telling_of(std::string_view path) {
  if (!pipeline_of_file(path, kMetadataFile).empty()) return Telling::pipeline;
  if (!pipeline_of_file(path, kTriggersFile).empty()) return Telling::triggers;
  const auto parts = text::split(path, '/');
  const bool catalog = ends_with(parts.back(), kBlockCatalogFile);
  if (parts[0] == kPipelinesFolder && catalog) return Telling::catalog;
  const bool blocks = parts[0] == "data_loaders" || parts[0] == "data_exporters";
  if (blocks && (ends_with(path, ".yaml") || ends_with(path, ".yml"))) return Telling::connector;
  return Telling::nothing;
}

}  // namespace

bool tells_facts(std::string_view path) {
  return telling_of(path) != Telling::nothing;
}

Facts read_facts(const std::string& path, std::string_view text) {
  yaml::Reading reading(text, path);
  return read_facts(path, reading);
}

Facts read_facts(const std::string& path, yaml::Reading& text) {
  Facts facts;
  const auto telling = telling_of(path);
  switch (telling) {
    case Telling::nothing:
      break;
    case Telling::pipeline:
      facts.pipeline =
          parse_pipeline(text, std::string(pipeline_of_file(path, kMetadataFile)), facts.findings);
      break;
    case Telling::triggers:
      facts.triggers =
          parse_triggers(text, std::string(pipeline_of_file(path, kTriggersFile)), facts.findings);
      break;
    case Telling::catalog:
      facts.streams = parse_catalog(text.text(), path, facts.findings);
      break;
    case Telling::connector:
      facts.connector = parse_connector(text, path, facts.findings);
      break;
  }
  return facts;
}

}  // namespace mage_lineage::project
