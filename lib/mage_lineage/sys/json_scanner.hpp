#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace mage_lineage::sys {

/// A JSON text as a row of 64-bit words beside its strings, in the layout that simdjson documents
/// (doc/tape.md): the type's character in the upper 8 bits, a payload in the lower 56.
struct JsonTape {
  const std::uint64_t* words = nullptr;
  const std::uint8_t* strings = nullptr;
};

/// Reads JSON texts by the thousand. Not safe for use from several threads.
class JsonScanner {
 public:
  virtual ~JsonScanner() = default;

  /// The tape of one JSON text, valid until the next call. Nullopt for whatever it does not read:
  /// malformed text, integers beyond 64 bits, nesting deeper than 512. It says no more, and it does
  /// not look for duplicate members: json::parse tells what is wrong, and where.
  virtual std::optional<JsonTape> scan(std::string_view text) = 0;
};

}  // namespace mage_lineage::sys
