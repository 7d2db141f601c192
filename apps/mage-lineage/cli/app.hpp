#pragma once

#include <mage_lineage/sys/world.hpp>

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace mage_lineage::cli {

/// Runs one command line from its words (without the program's name) to its exit status. Knows the
/// world only through its arguments, so that tests can run the whole program in their own process.
int run_app(const std::vector<Command>& commands, const std::vector<std::string>& words,
            const sys::World& world, output::Sink& out, output::Sink& err);

}  // namespace mage_lineage::cli
