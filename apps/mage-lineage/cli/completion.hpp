#pragma once

#include <mage_lineage/sys/world.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace mage_lineage::cli {

/// The first word by which the shells' stubs ask for completions.
inline constexpr std::string_view kCompletionWord = "__complete";

/// What may stand in place of the last of `words`: one candidate a line, a tab and its meaning
/// behind it where there is one. A line that begins with `:` tells the shell to offer `files` or
/// `folders`. Offline and never a failure: what cannot be found out is left out.
std::string complete(const std::vector<Command>& commands, const std::vector<std::string>& words,
                     const sys::World& world);

}  // namespace mage_lineage::cli
