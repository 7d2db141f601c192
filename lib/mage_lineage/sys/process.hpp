#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/sys/environment.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace mage_lineage::sys {

/// A program to run to its end with its output collected.
struct Command {
  std::vector<std::string> argv;  ///< argv[0] is looked up in PATH
  Environment environment;        ///< the whole of it: nothing is inherited
  std::string folder;             ///< where it runs; empty: here
  std::string input;              ///< its standard input
  std::size_t max_output = std::size_t{64} << 20U;
  std::chrono::milliseconds timeout{60000};
};

struct CommandResult {
  int status = 0;  ///< exit status, or 128 + the signal's number
  std::string output;
  std::string errors;
};

/// Runs other programs.
class Process {
 public:
  virtual ~Process() = default;
  /// Fails with `not_found`, `permission`, `too_large` (output) or `timeout`; then the child is
  /// gone.
  virtual Result<CommandResult> run(const Command& command) = 0;
};

}  // namespace mage_lineage::sys
