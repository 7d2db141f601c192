#pragma once

#include <mage_lineage/redact/pass.hpp>

#include <string_view>

namespace mage_lineage::redact {

/// Marks the scalars that a role names, whole. A text that the YAML reader refuses, or that says
/// a key twice, is cut line by line instead, by its indentation.
void find_yaml_values(Pass& pass, YamlRole role);

}  // namespace mage_lineage::redact
