#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mage_lineage::openlineage {

/// The way from an event to one of its values, as a chain on the stack: it costs nothing until a
/// problem asks for its text.
struct Path {
  static constexpr std::size_t kKey = static_cast<std::size_t>(-1);

  const Path* up = nullptr;  ///< nullptr: the event itself
  std::string_view key;
  std::size_t index = kKey;  ///< an array's item; kKey: a member

  Path down(std::string_view member) const { return {this, member, kKey}; }
  Path down(std::size_t item) const { return {this, {}, item}; }
  /// The JSON pointer (RFC 6901).
  std::string pointer() const;
};

}  // namespace mage_lineage::openlineage
