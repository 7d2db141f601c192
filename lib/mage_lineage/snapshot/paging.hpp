#pragma once

#include <mage_lineage/snapshot/manifest.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace mage_lineage::snapshot {

inline constexpr std::size_t kDefaultPage = 100;
inline constexpr std::size_t kLargestPage = 500;

/// A part of a manifest's owners, as the service pages them (contracts, section 12).
struct OwnersPage {
  std::vector<const Owner*> owners;        ///< point into the manifest
  std::optional<std::size_t> next_cursor;  ///< none on the last page
  std::size_t total = 0;                   ///< of all owners that were asked for
};

/// The owners from `cursor` on, at most `limit` (capped at kLargestPage). Past the end it is empty.
OwnersPage page_of(const std::vector<Owner>& owners, std::size_t cursor, std::size_t limit);

/// The same, of the owners that `wanted` takes; the cursor counts those alone.
OwnersPage page_of(const std::vector<Owner>& owners, std::size_t cursor, std::size_t limit,
                   const std::function<bool(const Owner&)>& wanted);

}  // namespace mage_lineage::snapshot
