#pragma once

#include <string>

#include "cli/command.hpp"
#include "commands/delivery_options.hpp"

namespace mage_lineage::commands {

/// Many events from a file, each validated and sent.
struct FileOptions {
  std::string file;  ///< `-`: standard input
  std::string undelivered;
  int connections = 8;
  bool strict = false;
  DeliveryOptions delivery;
};

Result<cli::ExitCode> emit_file(const FileOptions& options, cli::Context& context);

}  // namespace mage_lineage::commands
