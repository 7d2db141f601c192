#include <mage_lineage/project/integrations.hpp>
#include <mage_lineage/project/layout.hpp>

namespace mage_lineage::project {
namespace {

const Facts* facts_at(const FactsByPath& facts, const std::string& path) {
  const auto found = facts.find(path);
  return found == facts.end() ? nullptr : &found->second;
}

std::vector<std::string> catalog_streams(const FactsByPath& facts, const std::string& path) {
  const auto* told = facts_at(facts, path);
  return told != nullptr ? told->streams : std::vector<std::string>();
}

/// What one block says; `told` is false when it says nothing.
struct Part {
  Integration integration;
  bool told = false;
};

Part part_of(const Pipeline& pipeline, const Block& block, const FactsByPath& facts) {
  Part part;
  part.integration.pipeline_uuid = pipeline.uuid;
  const bool loads = block.type == "data_loader";
  if (!loads && block.type != "data_exporter") return part;
  part.told = block.data_integration;
  const auto* file = facts_at(facts, block.path);
  if (block.language == "yaml" && file != nullptr && file->connector && !file->connector->empty()) {
    const auto& connector = *file->connector;
    part.told = true;
    part.integration.streams = connector.streams;
    const auto& name = loads ? connector.source : connector.destination;
    (loads ? part.integration.source : part.integration.destination) =
        name.empty() ? connector.connector_type : name;
  }
  const std::string catalog = block_catalog(pipeline.uuid, block.uuid);
  if (auto streams = catalog_streams(facts, catalog); !streams.empty()) {
    part.integration.streams = std::move(streams);
  }
  return part;
}

/// One source and one destination: the first of each.
void add_whole(const Pipeline& pipeline, const FactsByPath& facts,
               std::vector<Integration>& integrations) {
  Integration whole;
  whole.pipeline_uuid = pipeline.uuid;
  for (const auto& block : pipeline.blocks) {
    const auto part = part_of(pipeline, block, facts).integration;
    if (whole.source.empty()) whole.source = part.source;
    if (whole.destination.empty()) whole.destination = part.destination;
    if (whole.streams.empty()) whole.streams = part.streams;
  }
  // The catalog's own file counts before what metadata.yaml says, and both before the loader.
  if (!pipeline.streams.empty()) whole.streams = pipeline.streams;
  const std::string catalog = pipeline_file(pipeline.uuid, kCatalogFile);
  if (facts_at(facts, catalog) != nullptr) whole.streams = catalog_streams(facts, catalog);
  integrations.push_back(std::move(whole));
}

}  // namespace

std::vector<Integration> find_integrations(const std::vector<Pipeline>& pipelines,
                                           const FactsByPath& facts) {
  std::vector<Integration> integrations;
  for (const auto& pipeline : pipelines) {
    if (pipeline.type == "integration" || pipeline.type == "streaming") {
      add_whole(pipeline, facts, integrations);
      continue;
    }
    for (const auto& block : pipeline.blocks) {
      auto part = part_of(pipeline, block, facts);
      if (part.told) integrations.push_back(std::move(part.integration));
    }
  }
  return integrations;
}

}  // namespace mage_lineage::project
