// The YAML reader and the editor of metadata.yaml under any bytes. The first byte of an input
// chooses the change, the rest is the file.
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/diff.hpp>
#include <mage_lineage/formats/yaml.hpp>
#include <mage_lineage/project/metadata_edit.hpp>

#include <cstdint>
#include <string>

#include "require.hpp"

using namespace mage_lineage;

namespace {

using Action = project::MetadataChange::Action;

/// Every place that the reader gives lies in the text, and a collection encloses its contents.
void check_places(const yaml::Document& document, std::string_view text) {
  for (const auto& nodes : document.nodes) {
    for (const yaml::Node& node : nodes) {
      require(node.begin.offset <= node.end.offset, "a node ends after it begins");
      require(node.end.offset <= text.size(), "a node lies in the text");
      require(node.begin.line >= 1 && node.begin.column >= 1, "lines and columns count from 1");
      require(node.inner.begin <= node.inner.end && node.inner.end <= text.size(),
              "contents lie in the text");
    }
  }
}

std::optional<std::string> edit(std::string_view text, const std::string& section, Action action) {
  auto edited = project::edit_metadata(text, "f", {{section, "enabled", action}});
  if (!edited) {
    require(edited.error().code != ErrorCode::internal, "a refusal is no fault of the program");
    require(!edited.error().message.empty(), "a refusal has a reason");
    return std::nullopt;
  }
  require(edited->applied.size() == 1, "a change has its answer");
  require(edited->applied[0].changed == (edited->bytes != text), "what is said is what was done");
  return std::move(edited->bytes);
}

void check_edit(std::string_view text, const std::string& section, Action action) {
  const auto once = edit(text, section, action);
  if (!once) return;
  require(edit(*once, section, action) == *once, "a second edit has nothing to do");
  require(unified_diff(text, *once, "a", "b").empty() == (*once == text), "a diff shows a change");

  const auto before = yaml::parse(text, "f", yaml::Templates::jinja);
  const auto after = yaml::parse(*once, "f", yaml::Templates::jinja);
  require(before && after, "both texts can be read");
  const bool absent = before->root == nullptr || before->root->find(section) == nullptr;
  const yaml::Node* map = after->root == nullptr ? nullptr : after->root->find(section);
  const yaml::Node* value = map == nullptr ? nullptr : map->find("enabled");
  if (action == Action::remove) {
    require(value == nullptr, "what was removed is gone");
  } else {
    require(value != nullptr && value->kind == yaml::Kind::boolean, "what was set is there");
    require(value->is_true() == (action == Action::set_true), "it has its value");
    const auto taken_back = edit(*once, section, Action::remove);
    if (absent && taken_back) require(*taken_back == text, "removing takes setting back");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  for (const auto templates : {yaml::Templates::none, yaml::Templates::jinja}) {
    const auto document = yaml::parse(text, "f", templates);
    if (document) check_places(*document, text);
  }
  constexpr Action kActions[] = {Action::set_true, Action::set_false, Action::remove};
  check_edit(text, data[0] % 2 == 0 ? "lineage" : "features", kActions[data[0] / 2 % 3]);
  return 0;
}
