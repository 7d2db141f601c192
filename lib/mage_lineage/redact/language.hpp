#pragma once

#include <mage_lineage/redact/redactor.hpp>

#include <string_view>

namespace mage_lineage::redact {

/// The language that the first lines of a text give away; `unknown` when none does. Looks at 16
/// KiB.
Language guess_language(std::string_view text);

}  // namespace mage_lineage::redact
