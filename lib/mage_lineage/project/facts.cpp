#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/facts.hpp>

namespace mage_lineage::project {
namespace {

enum class Telling { nothing, pipeline, triggers, catalog, connector };

bool ends_with(std::string_view s, std::string_view end) {
  return s.size() >= end.size() && s.substr(s.size() - end.size()) == end;
}

Telling telling_of(std::string_view path) {
  const auto parts = text::split(path, '/');
  if (parts.size() == 3 && parts[0] == "pipelines") {
    if (parts[2] == "metadata.yaml") return Telling::pipeline;
    if (parts[2] == "triggers.yaml") return Telling::triggers;
  }
  if (parts[0] == "pipelines" && ends_with(parts.back(), "catalog.json")) return Telling::catalog;
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
  const auto parts = text::split(path, '/');
  switch (telling) {
    case Telling::nothing:
      break;
    case Telling::pipeline:
      facts.pipeline = parse_pipeline(text, std::string(parts[1]), facts.findings);
      break;
    case Telling::triggers:
      facts.triggers = parse_triggers(text, std::string(parts[1]), facts.findings);
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
