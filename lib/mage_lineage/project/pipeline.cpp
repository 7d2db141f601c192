#include <mage_lineage/project/catalog.hpp>
#include <mage_lineage/project/findings.hpp>
#include <mage_lineage/project/layout.hpp>
#include <mage_lineage/project/pipeline.hpp>
#include <mage_lineage/project/topology.hpp>

#include <algorithm>
#include <array>

namespace mage_lineage::project {
namespace {

constexpr const char* kNotLoaded = "Mage would not load this pipeline";
constexpr std::array<std::string_view, 17> kBlockTypes = {
    "callback",    "chart",      "conditional",   "custom",    "data_exporter",
    "data_loader", "dbt",        "dynamic_child", "extension", "global_data_product",
    "group",       "hook",       "markdown",      "pipeline",  "scratchpad",
    "sensor",      "transformer"};
constexpr std::array<std::pair<const char*, Role>, 4> kLists = {{
    {"blocks", Role::main},
    {"callbacks", Role::callback},
    {"conditionals", Role::conditional},
    {"widgets", Role::widget},
}};

/// The text of a scalar value, or `otherwise` for one that is absent, null, a collection or
/// templated.
std::string text_or(const yaml::Node& map, std::string_view key, std::string otherwise) {
  const auto* node = map.find(key);
  if (node == nullptr) return otherwise;
  auto text = node->as_text();
  return text && !text->empty() ? *std::move(text) : otherwise;
}

class Reader {
 public:
  Reader(Pipeline& pipeline, Findings& findings) : pipeline_(pipeline), findings_(findings) {}

  void read(const yaml::Node& root) {
    pipeline_.name = text_or(root, "name", pipeline_.uuid);
    pipeline_.type = text_or(root, "type", "python");
    for (const auto& [key, role] : kLists) {
      if (const auto* list = root.find(key)) read_blocks(*list, role);
    }
    if (const auto* extensions = root.find("extensions")) read_extensions(*extensions);
    if (const auto* catalog = root.find("data_integration")) {
      pipeline_.streams = streams_of(*catalog);
    }
  }

 private:
  void read_blocks(const yaml::Node& list, Role role) {
    if (list.kind == yaml::Kind::null) return;
    if (list.kind != yaml::Kind::sequence) {
      not_loaded(list, "not_a_list", "a list of blocks is not a list");
      return;
    }
    for (const auto* item : list.items)
      read_block(*item, role);
  }

  void read_extensions(const yaml::Node& extensions) {
    if (extensions.kind != yaml::Kind::mapping) {
      not_loaded(extensions, extensions.kind == yaml::Kind::null ? "null_map" : "not_a_map",
                 "\"extensions\" is not a map");
      return;
    }
    for (const auto& extension : extensions.members) {
      if (const auto* list = extension.value->find("blocks")) read_blocks(*list, Role::extension);
    }
  }

  void read_block(const yaml::Node& node, Role role) {
    if (node.kind != yaml::Kind::mapping) {
      not_loaded(node, "block_not_a_map", "an entry in a list of blocks is not a map");
      return;
    }
    Block block;
    block.uuid = text_or(node, "uuid", "");
    if (block.uuid.empty()) {
      not_loaded(node, "block_without_uuid", "a block has no uuid");
      return;
    }
    block.name = text_or(node, "name", block.uuid);
    block.type = text_or(node, "type", "");
    block.language = text_or(node, "language", "python");
    block.role = role;
    block.line = node.begin.line;
    block.replicated_block = text_or(node, "replicated_block", "");
    if (const auto* callback = node.find("has_callback")) block.has_callback = callback->is_true();
    read_configuration(node, block);
    block.upstream_blocks = names(node, "upstream_blocks");
    block.downstream_blocks = names(node, "downstream_blocks");
    if (std::find(kBlockTypes.begin(), kBlockTypes.end(), block.type) == kBlockTypes.end()) {
      not_loaded(node, "unknown_block_type", "a block has no type that Mage knows");
    }
    pipeline_.blocks.push_back(std::move(block));
  }

  static void read_configuration(const yaml::Node& node, Block& block) {
    const auto* configuration = node.find("configuration");
    if (configuration == nullptr) return;
    block.file_path = text_or(*configuration, "file_path", "");
    block.data_integration = configuration->find("data_integration") != nullptr;
    if (const auto* source = configuration->find("file_source")) {
      block.file_source = text_or(*source, "path", "");
    }
  }

  std::vector<std::string> names(const yaml::Node& block, const char* key) {
    std::vector<std::string> names;
    const auto* list = block.find(key);
    if (list == nullptr) return names;
    if (list->kind != yaml::Kind::sequence) {
      const bool null = list->kind == yaml::Kind::null;
      not_loaded(*list, null ? "null_list" : "not_a_list",
                 "\"" + std::string(key) + "\" is " + (null ? "null" : "not a list"));
      return names;
    }
    for (const auto* item : list->items) {
      auto name = item->as_text();
      if (name) {
        names.push_back(*std::move(name));
      } else {
        findings_.add(
            item->begin.line, "edge_not_text",
            "an entry in \"" + std::string(key) + "\" is not a block's uuid: Mage drops it");
      }
    }
    return names;
  }

  void not_loaded(const yaml::Node& where, const char* code, const std::string& what) {
    findings_.add(where.begin.line, code, what + ": " + kNotLoaded);
  }

  Pipeline& pipeline_;
  Findings& findings_;
};

}  // namespace

const char* to_string(Role role) {
  switch (role) {
    case Role::main:
      return "main";
    case Role::callback:
      return "callback";
    case Role::conditional:
      return "conditional";
    case Role::widget:
      return "widget";
    case Role::extension:
      return "extension";
  }
  return "main";
}

bool has_no_file(std::string_view block_type) {
  return block_type == "global_data_product" || block_type == "group" || block_type == "pipeline" ||
         block_type == "dynamic_child";
}

Pipeline parse_pipeline(yaml::Reading& text, const std::string& uuid, std::vector<Finding>& all) {
  Pipeline pipeline;
  pipeline.uuid = uuid;
  pipeline.name = uuid;
  pipeline.path = pipeline_file(uuid, kMetadataFile);
  Findings findings(pipeline.path, all);
  const auto& document = text.document(yaml::Templates::none);
  if (!document) {
    pipeline.readable = false;
    findings.add(line_of(document.error()), "invalid_yaml",
                 std::string("the file is not YAML as Mage reads it: ") + kNotLoaded);
    return pipeline;
  }
  findings.add_duplicates(*document);
  const auto* root = document->root;
  if (root == nullptr || root->kind != yaml::Kind::mapping || root->members.empty()) {
    pipeline.readable = false;
    findings.add(1, "empty_pipeline",
                 std::string("the file holds no map of settings: ") + kNotLoaded);
    return pipeline;
  }
  Reader(pipeline, findings).read(*root);
  check_topology(pipeline, findings);
  return pipeline;
}

}  // namespace mage_lineage::project
