#include <mage_lineage/event/change.hpp>

#include <array>

namespace mage_lineage::event {
namespace {

constexpr std::array<std::string_view, 5> kMutations{"created", "updated", "deleted", "renamed",
                                                     "applied"};
constexpr std::array<std::string_view, 8> kTypes{"project", "pipeline", "block",      "resource",
                                                 "trigger", "schedule", "deployment", "file"};

template <class Enum, std::size_t N>
std::optional<Enum> find_word(const std::array<std::string_view, N>& words, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_string(Mutation mutation) {
  return kMutations[static_cast<std::size_t>(mutation)];
}

std::optional<Mutation> mutation_of(std::string_view word) {
  return find_word<Mutation>(kMutations, word);
}

std::string_view to_string(ObjectType type) {
  return kTypes[static_cast<std::size_t>(type)];
}

std::optional<ObjectType> object_type_of(std::string_view word) {
  return find_word<ObjectType>(kTypes, word);
}

const std::vector<std::string>& object_type_names() {
  static const std::vector<std::string> kNames(kTypes.begin(), kTypes.end());
  return kNames;
}

std::string event_type_of(const Change& change) {
  return std::string(to_string(change.object.type)) + "." + std::string(to_string(change.mutation));
}

}  // namespace mage_lineage::event
