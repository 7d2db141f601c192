#pragma once

#include <mage_lineage/formats/yaml_reading.hpp>
#include <mage_lineage/redact/pass.hpp>

namespace mage_lineage::redact {

/// Marks the scalars that a role names, whole, in the text that the pass walks and `reading` reads.
/// A text that the YAML reader refuses, or that says a key twice, is cut line by line instead, by
/// its indentation.
void find_yaml_values(Pass& pass, YamlRole role, yaml::Reading& reading);

}  // namespace mage_lineage::redact
