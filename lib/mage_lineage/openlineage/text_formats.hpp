#pragma once

#include <string_view>

namespace mage_lineage::openlineage {

/// A date-time with an offset (RFC 3339, section 5.6).
bool is_date_time(std::string_view s);

/// An absolute URI (RFC 3986, section 3): a scheme and characters that may stand where they stand.
bool is_uri(std::string_view s);

}  // namespace mage_lineage::openlineage
