#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/formats/json_tape.hpp>
#include <mage_lineage/sys/json_scanner.hpp>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace mage_lineage::openlineage {

/// The most that one event may weigh, and how deep it may go: a real one has 127 levels.
inline constexpr std::size_t kMostEventBytes = std::size_t{64} << 20U;
inline constexpr std::size_t kMostEventDepth = 512;

/// The bounds of whoever reads an event as a document: what is valid within them is read by all, or
/// fails for all.
json::ParseOptions event_parse_options();

/// Reads events one after another: by the scanner where there is one, and whatever that does not
/// take by the strict reader, which says what is wrong.
class EventReader {
 public:
  explicit EventReader(std::unique_ptr<sys::JsonScanner> scanner = nullptr)
      : scanner_(std::move(scanner)) {}

  /// From here on reads by a scanner; loading one pays for itself from some hundred events on.
  void use(std::unique_ptr<sys::JsonScanner> scanner) { scanner_ = std::move(scanner); }

  /// The event's values, valid until the next call. Fails as json::parse does.
  Result<json::View> read(std::string_view text);

 private:
  std::unique_ptr<sys::JsonScanner> scanner_;
  std::optional<json::Tape> tape_;
};

}  // namespace mage_lineage::openlineage
