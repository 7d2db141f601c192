#pragma once

#include <string>
#include <vector>

namespace mage_lineage {

/// What kind of failure an Error is. Callers branch on it; people read `Error::message`.
enum class ErrorCode {
  usage,        ///< the command line is wrong
  not_found,    ///< a file, object or setting that was named is not there
  permission,   ///< the system refused access
  not_regular,  ///< a FIFO, device, folder or link where a regular file is needed
  outside,      ///< a path that leaves the folder it must stay in
  too_large,    ///< input beyond a stated bound (bytes, depth, entries)
  malformed,    ///< input that breaks its format
  invalid,      ///< well-formed input whose value is not accepted
  unsupported,  ///< valid, but deliberately not handled
  conflict,     ///< the world changed underneath, or somebody else holds the lock
  io,           ///< the system failed while reading or writing
  network,      ///< no connection, or it broke
  timeout,      ///< a time bound ran out
  rejected,     ///< the other side said no
  internal,     ///< a fault in this program
};

/// The stable snake_case name of a code, as it appears in `--json` errors.
const char* to_string(ErrorCode code);

/// A failure as a value. `message` says what failed and why, in the user's words, lower case and
/// without a full stop; `hint` says what to do. Never holds a secret.
struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string message;
  std::string position;              ///< "file:line:column" or a JSON pointer; empty when none
  std::string hint;                  ///< the way out; empty when none
  std::vector<std::string> context;  ///< outermost last: what was being done

  Error& at(std::string where);
  Error& with_hint(std::string way_out);
  Error& while_doing(std::string what);
};

/// The exit status of a command that ends with this error: contracts, "Exit codes and output".
int exit_status(const Error& error);

}  // namespace mage_lineage
