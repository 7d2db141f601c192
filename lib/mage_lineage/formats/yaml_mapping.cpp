#include <mage_lineage/formats/yaml_mapping.hpp>

#include <mage_lineage/formats/yaml_resolve.hpp>

#include <algorithm>
#include <unordered_map>

namespace mage_lineage::yaml {

namespace {

/// So few keys are compared one by one.
constexpr std::size_t kFew = 24;

bool plain_text(const Node& key) {
  return key.kind == Kind::text && !key.expression;
}

bool same_key(const Node& a, const Node& b) {
  if (plain_text(a) && plain_text(b)) return a.text == b.text;
  return plain_text(a) == plain_text(b) && key_identity(a) == key_identity(b);
}

class Members {
 public:
  explicit Members(std::size_t expected) { members_.reserve(expected); }

  void put(const Member& member, std::vector<Duplicate>* duplicates) {
    Member* old = find(*member.key);
    if (old == nullptr) {
      members_.push_back(member);
      return;
    }
    if (duplicates != nullptr && !old->merged) {
      duplicates->push_back({member.key->text, old->key->begin, member.key->begin});
    }
    *old = member;
  }

  std::vector<Member> take() { return std::move(members_); }

 private:
  /// The member with an equal key; the caller adds one where there is none.
  Member* find(const Node& key) {
    if (members_.size() < kFew) {
      const auto at = std::find_if(members_.begin(), members_.end(),
                                   [&](const Member& m) { return same_key(*m.key, key); });
      return at == members_.end() ? nullptr : &*at;
    }
    for (; indexed_ < members_.size(); ++indexed_) {
      index_.emplace(key_identity(*members_[indexed_].key), indexed_);
    }
    const auto at = index_.find(key_identity(key));
    return at == index_.end() ? nullptr : &members_[at->second];
  }

  std::vector<Member> members_;
  std::unordered_map<std::string, std::size_t> index_;  ///< of the first `indexed_` members
  std::size_t indexed_ = 0;
};

}  // namespace

std::vector<Member> make_members(const WrittenMapping& written, std::vector<Duplicate>& duplicates,
                                 std::size_t& copies) {
  Members out(written.own.size());
  const auto merge = [&](const Node& mapping) {
    for (const Member& member : mapping.members) {
      out.put({member.key, member.value, true}, nullptr);
      ++copies;
    }
  };
  for (const Node* source : written.merges) {
    if (source->kind == Kind::mapping) merge(*source);
    for (std::size_t i = source->items.size(); i > 0; --i) {
      merge(*source->items[i - 1]);
    }
  }
  for (const auto& [key, value] : written.own) {
    out.put({key, value, false}, &duplicates);
  }
  return out.take();
}

}  // namespace mage_lineage::yaml
