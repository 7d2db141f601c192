#pragma once

#include <mage_lineage/settings/settings.hpp>

#include <string>
#include <vector>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// Settings for people; `whole` adds meaning, default and source of each. Secrets are never shown.
std::string config_text(const settings::Settings& settings, const std::vector<settings::Id>& ids,
                        const std::vector<std::string>& unused, bool whole, const Style& style);
/// `{"settings": [{"name", "value", "set", "origin", …}], "unused": []}`.
std::string config_json(const settings::Settings& settings, const std::vector<settings::Id>& ids,
                        const std::vector<std::string>& unused);
/// A dotenv file with every setting commented out.
std::string config_template();

}  // namespace mage_lineage::output
