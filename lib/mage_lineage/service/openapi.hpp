#pragma once

#include <string_view>

namespace mage_lineage::service {

/// The OpenAPI 3.1 document of the snapshot service, as `mage-lineage schema openapi` prints it:
/// everything that a client in any language has to know. Its schema of the manifest is
/// snapshot::manifest_schema, taken apart into components.
std::string_view openapi_document();

}  // namespace mage_lineage::service
