#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/sys/environment.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace mage_lineage::sys {

/// A program to run to its end with its output collected.
struct Command {
  std::vector<std::string> argv;  ///< argv[0] is looked up in the PATH of `environment`
  Environment environment;        ///< the whole of it: nothing is inherited
  std::string folder;             ///< where it runs; empty: here
  std::string input;              ///< its standard input
  std::size_t max_output = std::size_t{64} << 20U;  ///< for output and errors each
  std::chrono::milliseconds timeout{60000};
};

struct CommandResult {
  int status = 0;  ///< exit status, or 128 + the signal's number
  std::string output;
  std::string errors;
};

/// A program that runs in this one's place: same standard streams, terminal and signals.
struct ForegroundCommand {
  std::vector<std::string> argv;  ///< argv[0] is looked up in the PATH of `environment`
  Environment environment;        ///< the whole of it
  /// Called while the program runs, first at once; returns when it wants to be called again. What
  /// it does delays the program's signals and its end: it must not block.
  std::function<std::chrono::milliseconds()> tick;
};

/// How a program ended: with an exit status, or by a signal.
struct ProcessEnd {
  int status = 0;
  int signal = 0;  ///< 0: it ended by itself
};

/// Runs other programs.
class Process {
 public:
  virtual ~Process() = default;
  /// Fails with `not_found`, `permission`, `too_large` (output), `timeout` or `io` (how it ended is
  /// not known); then the child is gone.
  virtual Result<CommandResult> run(const Command& command) = 0;
  /// Fails with `not_found` or `permission` when it could not be started, with `io` also when it
  /// was and how it ended is not known. SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 are
  /// for the program alone from here on: they are passed on (unless the terminal sent them to
  /// both), and they do not end this one, not even afterwards: World::interrupted tells of those.
  virtual Result<ProcessEnd> run_foreground(const ForegroundCommand& command) = 0;
};

}  // namespace mage_lineage::sys
