#pragma once

#include <string_view>

namespace mage_lineage::snapshot {

/// True when a pattern fits a whole path: `*` stands for any text (`/` too), `?` for one byte.
bool glob_matches(std::string_view pattern, std::string_view path);

}  // namespace mage_lineage::snapshot
