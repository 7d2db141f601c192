#pragma once

#include <cstddef>
#include <cstdint>

namespace mage_lineage::platform {

/// What the program uses of simdjson, as a table that the module `mage-lineage-simdjson` fills in.
/// Debian has the library shared alone, and with it the shared C++ library: every command would pay
/// for loading both. No C++ object and no exception crosses the border.
struct SimdjsonApi {
  unsigned layout;  ///< kSimdjsonApiLayout of the build that made the module
  /// A parser for texts up to a depth; null without memory.
  void* (*open)(std::size_t max_depth);
  void (*close)(void* parser);
  /// Reads one text; true with the tape of its document, which lasts until the next call.
  bool (*scan)(void* parser, const char* text, std::size_t size, const std::uint64_t** words,
               const std::uint8_t** strings);
};

constexpr unsigned kSimdjsonApiLayout = 1;
constexpr const char* kSimdjsonApiSymbol = "mage_lineage_simdjson_api";

}  // namespace mage_lineage::platform
