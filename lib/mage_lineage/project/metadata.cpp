#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/metadata.hpp>
#include <mage_lineage/project/root.hpp>

#include <algorithm>

namespace mage_lineage::project {
namespace {

Value value_of(const yaml::Node& node) {
  Value value;
  value.mark = node.begin;
  value.text = node.text;
  if (node.templated) {
    value.state = Value::State::templated;
  } else if (node.kind == yaml::Kind::null) {
    value.state = Value::State::null;
  } else if (node.kind == yaml::Kind::boolean) {
    value.state = Value::State::boolean;
    value.boolean = node.boolean;
  } else {
    value.state = Value::State::other;
  }
  return value;
}

/// The value of `key` in a mapping; absent values point at the mapping.
Value member(const yaml::Node& mapping, std::string_view key) {
  const auto* node = mapping.find(key);
  if (node != nullptr) return value_of(*node);
  Value absent;
  absent.mark = mapping.begin;
  // A mapping that a template makes may hold the key or not.
  if (mapping.templated) absent.state = Value::State::templated;
  return absent;
}

void read_lineage(const yaml::Node& root, Metadata& metadata) {
  metadata.lineage = member(root, "lineage");
  metadata.lineage_enabled.mark = metadata.lineage.mark;
  const auto* lineage = root.find("lineage");
  if (lineage == nullptr) {
    metadata.lineage_enabled.state = metadata.lineage.state;
    return;
  }
  metadata.lineage_is_map = lineage->kind == yaml::Kind::mapping && !lineage->templated;
  if (lineage->kind == yaml::Kind::mapping) {
    metadata.lineage_enabled = member(*lineage, "enabled");
  } else if (lineage->templated) {
    metadata.lineage_enabled.state = Value::State::templated;
  }
}

void read_features(const yaml::Node& root, Metadata& metadata) {
  const auto* features = root.find("features");
  if (features == nullptr) return;
  if (features->kind != yaml::Kind::mapping) {
    if (features->kind != yaml::Kind::null && !features->templated) {
      metadata.findings.push_back(
          {kMetadataFile, features->begin.line, "features_not_a_map",
           "\"features\" is not a map: Mage fails when it asks for a feature"});
    }
    return;
  }
  for (const auto& entry : features->members) {
    metadata.features.push_back({entry.key->text, value_of(*entry.value)});
  }
}

}  // namespace

std::optional<bool> Value::python_truth() const {
  switch (state) {
    case State::absent:
    case State::null:
      return false;
    case State::boolean:
      return boolean;
    case State::templated:
      return std::nullopt;
    case State::other:
      break;
  }
  return !text.empty() && text != "0" && text != "0.0";
}

std::optional<std::string> Metadata::project_uuid() const {
  if (uuid.state != Value::State::other) return std::nullopt;
  const auto trimmed = text::trim(uuid.text);
  if (trimmed.empty()) return std::nullopt;
  return std::string(trimmed);
}

Value Metadata::feature(std::string_view key) const {
  const auto found = std::find_if(features.begin(), features.end(),
                                  [key](const Feature& feature) { return feature.name == key; });
  return found == features.end() ? Value() : found->value;
}

Result<Metadata> parse_metadata(std::string_view text, std::string name) {
  auto document = yaml::parse(text, kMetadataFile, yaml::Templates::jinja);
  if (!document) return fail(document.error());
  Metadata metadata;
  metadata.name = std::move(name);
  metadata.type = "standalone";
  for (const auto& duplicate : document->duplicates) {
    metadata.findings.push_back({kMetadataFile, duplicate.second.line, "duplicate_key",
                                 "the same key stands twice in one map: the last one counts"});
  }
  const auto* root = document->root;
  if (root == nullptr || root->kind == yaml::Kind::null) return metadata;
  if (root->kind != yaml::Kind::mapping) {
    return Result<Metadata>(
        fail(ErrorCode::malformed, "\"metadata.yaml\" is not a map of settings"));
  }
  const auto type = member(*root, "project_type");
  if (type.state == Value::State::other && !type.text.empty()) metadata.type = type.text;
  metadata.uuid = member(*root, "project_uuid");
  read_lineage(*root, metadata);
  read_features(*root, metadata);
  return metadata;
}

Result<Metadata> read_metadata(sys::Tree& root, std::string name) {
  const auto content = root.read(kMetadataFile, kMaxMetadataBytes);
  if (!content) return fail(content.error());
  return parse_metadata(content->bytes, std::move(name));
}

}  // namespace mage_lineage::project
