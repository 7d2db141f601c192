#include <mage_lineage/formats/yaml.hpp>

namespace mage_lineage::yaml {

const Node* Node::find(std::string_view key) const {
  for (const Member& member : members) {
    const Node& k = *member.key;
    if (k.kind == Kind::text && !k.expression && k.text == key) return member.value;
  }
  return nullptr;
}

std::optional<std::string> Node::as_text() const {
  if (templated || kind == Kind::null || kind == Kind::sequence || kind == Kind::mapping) {
    return std::nullopt;
  }
  return text;
}

}  // namespace mage_lineage::yaml
