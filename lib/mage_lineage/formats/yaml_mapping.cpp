#include <mage_lineage/formats/yaml_mapping.hpp>

#include <mage_lineage/formats/yaml_resolve.hpp>

#include <unordered_map>

namespace mage_lineage::yaml {

namespace {

class Members {
 public:
  void put(const Member& member, std::vector<Duplicate>* duplicates) {
    const auto [at, fresh] = index_.try_emplace(key_identity(*member.key), members_.size());
    if (fresh) {
      members_.push_back(member);
      return;
    }
    Member& old = members_[at->second];
    if (duplicates != nullptr && !old.merged) {
      duplicates->push_back({member.key->text, old.key->begin, member.key->begin});
    }
    old = member;
  }

  std::vector<Member> take() { return std::move(members_); }

 private:
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<Member> members_;
};

}  // namespace

std::vector<Member> make_members(const WrittenMapping& written, std::vector<Duplicate>& duplicates,
                                 std::size_t& copies) {
  Members out;
  const auto merge = [&](const Node& mapping) {
    for (const Member& member : mapping.members) {
      out.put({member.key, member.value, true}, nullptr);
      ++copies;
    }
  };
  for (const Node* source : written.merges) {
    if (source->kind == Kind::mapping) merge(*source);
    for (auto item = source->items.rbegin(); item != source->items.rend(); ++item) {
      merge(**item);
    }
  }
  for (const auto& [key, value] : written.own) {
    out.put({key, value, false}, &duplicates);
  }
  return out.take();
}

}  // namespace mage_lineage::yaml
