#pragma once

#include <mage_lineage/formats/yaml.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::yaml {

/// What a scalar means. `merge` (`<<`) and `equals` (`=`) are special in YAML 1.1: the one applies
/// another mapping, the other is plain text as a key and unreadable anywhere else.
struct Meaning {
  enum class Role { value, merge, equals } role = Role::value;
  Kind kind = Kind::text;
  bool boolean = false;
};

/// The meaning of a plain scalar, as the resolver of PyYAML 6 finds it (YAML 1.1, with its own
/// patterns for numbers). Timestamps are text. nullopt for what PyYAML cannot construct (`0b_`).
std::optional<Meaning> resolve_plain(std::string_view scalar);

/// The meaning of a scalar with an explicit tag in its long form (`tag:yaml.org,2002:str`). nullopt
/// for a tag that PyYAML's FullLoader does not construct, or a text that the tag does not take.
std::optional<Meaning> resolve_tagged(std::string_view tag, std::string_view scalar);

/// Whether PyYAML's FullLoader constructs a sequence (or mapping) with this explicit tag.
bool takes_sequence(std::string_view tag);
bool takes_mapping(std::string_view tag);

/// Equal for two scalar keys exactly when Python finds their values equal (`1`, `0x1` and `true`
/// are one key), as far as numbers of up to 64 bits go; larger ones compare by spelling. A
/// templated key equals itself alone.
std::string key_identity(const Node& key);

}  // namespace mage_lineage::yaml
