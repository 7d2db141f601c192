#pragma once

#include <string_view>

namespace mage_lineage::output {

/// JSON Schemas (2020-12) of what the project commands print under --json; published by `schema
/// NAME`.
std::string_view check_schema();
std::string_view config_schema();
std::string_view status_schema();
/// Of `enable` and `disable`.
std::string_view metadata_change_schema();

}  // namespace mage_lineage::output
