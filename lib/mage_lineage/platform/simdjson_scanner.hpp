#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/sys/json_scanner.hpp>

#include <memory>

namespace mage_lineage::platform {

/// Makes a JsonScanner on simdjson, which is loaded now. Fails as open_module does; whoever reads
/// events can do without.
Result<std::unique_ptr<sys::JsonScanner>> open_simdjson_scanner();

}  // namespace mage_lineage::platform
