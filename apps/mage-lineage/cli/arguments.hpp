#pragma once

#include <string>
#include <vector>

#include "cli/declaration.hpp"

namespace mage_lineage::cli {

/// Reads the words of one command against its parameters and sets them, by CLI11. Fails with a
/// usage error that names the word and, for a misspelt one, the nearest that would fit. `command`
/// is for the hint.
Result<> read_arguments(const std::vector<Parameter>& parameters,
                        const std::vector<std::string>& words, const std::string& command);

}  // namespace mage_lineage::cli
