#include <mage_lineage/event/change.hpp>

#include <array>
#include <utility>

namespace mage_lineage::event {
namespace {

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
  return kObjectTypes[static_cast<std::size_t>(type)];
}

std::optional<ObjectType> object_type_of(std::string_view word) {
  return find_word<ObjectType>(kObjectTypes, word);
}

PayloadHashes payload_hashes(ObjectType type, std::string hash) {
  const bool config = type == ObjectType::project || type == ObjectType::pipeline;
  return config ? PayloadHashes{{}, std::move(hash)} : PayloadHashes{std::move(hash), {}};
}

std::string event_type_of(const Change& change) {
  return std::string(to_string(change.object.type)) + "." + std::string(to_string(change.mutation));
}

}  // namespace mage_lineage::event
