#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace mage_lineage::cli {

/// What a command line asks for.
struct Request {
  enum class Kind { run, help, version } kind = Kind::run;
  const Command* command = nullptr;  ///< what to run or explain; nullptr: help for `group`
  std::string group;  ///< the words before a missing command ("snapshot"); may be empty
  GlobalOptions global;
  std::unique_ptr<Invocation> invocation;  ///< with its options set, for Kind::run
  bool json = false;  ///< `--json` stands among the arguments: errors are JSON as well
};

/// Declares the options that every command takes.
void declare_global(Declaration& declaration, GlobalOptions& options);

/// Reads the words after the program's name. Parsing comes first and runs nothing. A failure is a
/// usage error; `json` tells whether it is to be printed as JSON.
Result<Request> parse(const std::vector<Command>& commands, const std::vector<std::string>& words,
                      bool& json);

/// The commands whose path begins with `words`: "" gives all of them.
std::vector<const Command*> commands_below(const std::vector<Command>& commands,
                                           std::string_view words);

}  // namespace mage_lineage::cli
