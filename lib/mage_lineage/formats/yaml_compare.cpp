#include <mage_lineage/formats/yaml_compare.hpp>

#include <vector>

namespace mage_lineage::yaml {

namespace {

/// Compares what two nodes mean. The depth of the call stack is at most Limits::depth.
bool equal(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.templated != b.templated) return false;
  if (a.kind == Kind::boolean) return a.boolean == b.boolean;
  if (a.kind == Kind::null) return true;
  if (a.text != b.text || a.items.size() != b.items.size()) return false;
  if (a.members.size() != b.members.size()) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!equal(*a.items[i], *b.items[i])) return false;
  }
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    if (!equal(*a.members[i].key, *b.members[i].key)) return false;
    if (!equal(*a.members[i].value, *b.members[i].value)) return false;
  }
  return true;
}

struct Parts {
  std::vector<const Member*> others;
  const Node* value = nullptr;  ///< of the key that was asked for
};

/// A mapping taken apart; nullopt for what is neither a mapping nor nothing.
std::optional<Parts> take_apart(const Node* mapping, std::string_view key) {
  Parts out;
  if (mapping == nullptr || mapping->kind == Kind::null) return out;
  if (mapping->kind != Kind::mapping) return std::nullopt;
  out.value = mapping->find(key);
  for (const Member& member : mapping->members) {
    if (member.value != out.value || member.key->text != key) out.others.push_back(&member);
  }
  return out;
}

bool equal(const std::vector<const Member*>& a, const std::vector<const Member*>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!equal(*a[i]->key, *b[i]->key) || !equal(*a[i]->value, *b[i]->value)) return false;
  }
  return true;
}

}  // namespace

bool differs_only_by(const Document& before, const Document& after, const ValueChange& change) {
  const auto root_before = take_apart(before.root, change.section);
  const auto root_after = take_apart(after.root, change.section);
  if (!root_before || !root_after || !equal(root_before->others, root_after->others)) return false;
  const auto section_before = take_apart(root_before->value, change.key);
  const auto section_after = take_apart(root_after->value, change.key);
  if (!section_before || !section_after) return false;
  if (!equal(section_before->others, section_after->others)) return false;
  const Node* value = section_after->value;
  if (!change.value) {
    return value == nullptr && (root_after->value == nullptr) == section_after->others.empty();
  }
  return value != nullptr && !root_after->value->templated && !value->templated &&
         value->kind == Kind::boolean && value->boolean == *change.value;
}

}  // namespace mage_lineage::yaml
