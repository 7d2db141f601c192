#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/project/catalog.hpp>
#include <mage_lineage/project/findings.hpp>
#include <mage_lineage/project/layout.hpp>

#include <algorithm>
#include <array>

namespace mage_lineage::project {
namespace {

constexpr std::size_t kLongestName = 1000;
constexpr std::size_t kMostStreams = 10'000;
constexpr std::array<std::string_view, 13> kTriggerKeys = {
    "description",       "envs",          "last_enabled_at", "name", "pipeline_uuid", "repo_path",
    "schedule_interval", "schedule_type", "settings",        "sla",  "start_time",    "status",
    "variables"};

/// A name, when the value is a text of a name's length.
std::string name_at(const yaml::Node& map, std::string_view key) {
  const auto* node = map.find(key);
  if (node == nullptr) return {};
  auto text = node->as_text();
  if (!text || text->size() > kLongestName) return {};
  return *std::move(text);
}

std::string name_at(const json::Value& map, std::string_view key) {
  const auto* value = map.find(key);
  const auto* text = value != nullptr ? value->as_string() : nullptr;
  return text != nullptr && text->size() <= kLongestName ? *text : std::string();
}

template <class Map>
void add_stream(const Map& stream, std::vector<std::string>& names) {
  auto name = name_at(stream, "tap_stream_id");
  if (name.empty()) name = name_at(stream, "stream");
  if (!name.empty() && names.size() < kMostStreams) names.push_back(std::move(name));
}

Trigger read_trigger(const yaml::Node& node, const std::string& pipeline_uuid, Findings& findings) {
  Trigger trigger;
  trigger.pipeline_uuid = pipeline_uuid;
  trigger.name = name_at(node, "name");
  trigger.schedule_type = name_at(node, "schedule_type");
  trigger.schedule_interval = name_at(node, "schedule_interval");
  trigger.status = name_at(node, "status");
  for (const char* key : {"name", "schedule_type", "start_time", "schedule_interval"}) {
    if (node.find(key) == nullptr) {
      findings.add(node.begin.line, "trigger_without_" + std::string(key),
                   "a trigger has no \"" + std::string(key) + "\": Mage would not load it");
    }
  }
  for (const auto& member : node.members) {
    const bool known =
        member.key->text == "token" ||
        std::find(kTriggerKeys.begin(), kTriggerKeys.end(), member.key->text) != kTriggerKeys.end();
    if (!known) {
      findings.add(member.key->begin.line, "unknown_trigger_key",
                   "a trigger has a key that Mage does not know: Mage would not load it");
    }
  }
  return trigger;
}

}  // namespace

std::size_t line_of(const Error& error) {
  const auto parts = text::split(error.position, ':');
  if (parts.size() < 2) return 0;
  return static_cast<std::size_t>(text::parse_decimal(parts[parts.size() - 2]).value_or(0));
}

std::vector<std::string> streams_of(const yaml::Node& catalog) {
  const auto* inner = catalog.find("catalog");
  const auto* streams = (inner != nullptr ? *inner : catalog).find("streams");
  std::vector<std::string> names;
  if (streams == nullptr) return names;
  for (const auto* stream : streams->items)
    add_stream(*stream, names);
  return names;
}

std::vector<std::string> parse_catalog(std::string_view text, const std::string& path,
                                       std::vector<Finding>& all) {
  const auto parsed = json::parse(text);
  std::vector<std::string> names;
  if (!parsed) {
    Findings(path, all).add(line_of(parsed.error()), "invalid_json",
                            "the catalog is not JSON: Mage takes the pipeline to have no streams");
    return names;
  }
  const auto* inner = parsed->find("catalog");
  const auto* streams = (inner != nullptr ? *inner : *parsed).find("streams");
  if (streams == nullptr) return names;
  for (const auto& stream : streams->items)
    add_stream(stream, names);
  return names;
}

Connector parse_connector(yaml::Reading& text, const std::string& path, std::vector<Finding>& all) {
  Findings findings(path, all);
  const auto& document = text.document(yaml::Templates::jinja);
  Connector connector;
  if (!document) {
    findings.add(
        line_of(document.error()), "invalid_yaml",
        "the file is not YAML once its template tags are blank: its connector is not known");
    return connector;
  }
  findings.add_duplicates(*document);
  if (document->root == nullptr) return connector;
  const auto& root = *document->root;
  connector.source = name_at(root, "source");
  connector.destination = name_at(root, "destination");
  connector.connector_type = name_at(root, "connector_type");
  if (const auto* catalog = root.find("catalog")) connector.streams = streams_of(*catalog);
  return connector;
}

std::vector<Trigger> parse_triggers(yaml::Reading& text, const std::string& pipeline_uuid,
                                    std::vector<Finding>& all) {
  const std::string path = pipeline_file(pipeline_uuid, kTriggersFile);
  Findings findings(path, all);
  const auto& document = text.document(yaml::Templates::none);
  std::vector<Trigger> triggers;
  if (!document) {
    findings.add(line_of(document.error()), "invalid_yaml",
                 "the file is not YAML as Mage reads it: Mage would not load these triggers");
    return triggers;
  }
  findings.add_duplicates(*document);
  const auto* list = document->root != nullptr ? document->root->find("triggers") : nullptr;
  if (list == nullptr || list->kind == yaml::Kind::null) return triggers;
  if (list->kind != yaml::Kind::sequence) {
    findings.add(list->begin.line, "not_a_list",
                 "\"triggers\" is not a list: Mage would not load them");
    return triggers;
  }
  for (const auto* item : list->items) {
    if (item->kind == yaml::Kind::mapping) {
      triggers.push_back(read_trigger(*item, pipeline_uuid, findings));
    } else {
      findings.add(item->begin.line, "not_a_map", "a trigger is not a map: Mage would not load it");
    }
  }
  return triggers;
}

}  // namespace mage_lineage::project
