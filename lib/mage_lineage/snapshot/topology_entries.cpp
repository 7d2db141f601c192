#include <mage_lineage/snapshot/topology_entries.hpp>

#include <string>
#include <unordered_map>
#include <utility>

namespace mage_lineage::snapshot {
namespace {

/// Free text without secrets.
class Clean {
 public:
  explicit Clean(const redact::Redactor& redactor) : redactor_(redactor) {}
  std::string operator()(const std::string& text) const {
    return text.empty() ? text : redactor_.redact(text).text;
  }
  std::vector<std::string> operator()(const std::vector<std::string>& texts) const {
    std::vector<std::string> clean;
    for (const auto& text : texts)
      clean.push_back((*this)(text));
    return clean;
  }

 private:
  const redact::Redactor& redactor_;
};

using KeysByPath = std::unordered_map<std::string, std::string>;

BlockEntry block_entry(const project::Block& block, const Clean& clean, const KeysByPath& keys) {
  BlockEntry entry;
  entry.uuid = block.uuid;
  // Most blocks are called what their uuid says.
  entry.name = block.name == block.uuid ? block.name : clean(block.name);
  entry.type = block.type;
  entry.language = block.language;
  entry.role = project::to_string(block.role);
  entry.upstream_blocks = block.upstream_blocks;
  entry.downstream_blocks = block.downstream_blocks;
  entry.replicated_block = block.replicated_block;
  if (const auto key = keys.find(manifest_path(block.path)); key != keys.end()) {
    entry.owner_key = key->second;
  }
  return entry;
}

}  // namespace

ProjectEntry project_entry(const project::Metadata& metadata, const redact::Redactor& redactor) {
  const Clean clean(redactor);
  ProjectEntry entry;
  entry.uuid = metadata.project_uuid().value_or("");
  entry.name = clean(manifest_path(metadata.name));
  entry.type = clean(metadata.type);
  for (const auto& feature : metadata.features) {
    if (feature.value.state == project::Value::State::boolean) {
      entry.features[feature.name] = feature.value.boolean;
    }
  }
  return entry;
}

void add_topology(const project::Project& project, const redact::Redactor& redactor,
                  Manifest& manifest) {
  const Clean clean(redactor);
  KeysByPath keys;
  for (const auto& owner : manifest.owners)
    keys.emplace(owner.path, owner.key);
  for (const auto& pipeline : project.pipelines) {
    PipelineEntry entry;
    entry.uuid = manifest_path(pipeline.uuid);
    entry.name = clean(manifest_path(pipeline.name));
    entry.type = clean(pipeline.type);
    entry.path = manifest_path(pipeline.path);
    for (const auto& block : pipeline.blocks) {
      entry.blocks.push_back(block_entry(block, clean, keys));
    }
    manifest.pipelines.push_back(std::move(entry));
  }
  for (const auto& integration : project.integrations) {
    manifest.integrations.push_back({manifest_path(integration.pipeline_uuid),
                                     clean(integration.source), clean(integration.destination),
                                     clean(integration.streams)});
  }
  for (const auto& trigger : project.triggers) {
    manifest.triggers.push_back({manifest_path(trigger.pipeline_uuid), clean(trigger.name),
                                 clean(trigger.schedule_type), clean(trigger.schedule_interval),
                                 clean(trigger.status)});
  }
}

}  // namespace mage_lineage::snapshot
