#pragma once

#include <mage_lineage/core/error.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::dotenv {

/// One `KEY=value` line.
struct Entry {
  std::string key;
  std::string value;
  std::size_t line = 0;  ///< counted from 1
};

struct File {
  std::vector<Entry> entries;   ///< in order; of a key that stands twice the last one counts
  std::vector<Error> problems;  ///< every line that is none of: blank, comment, assignment
};

/// Reads `KEY=value` lines (contracts, section 2): an optional `export`, values bare, in single
/// quotes (taken as they are) or double quotes (`\n`, `\r`, `\t`, `\"`, `\\`, `\$` stand for what
/// they say), `#` comments on lines of their own or after white space. Nothing is interpolated.
/// CRLF and a byte order mark are accepted. `name` is for the positions of problems; values never
/// appear in them.
File parse(std::string_view text, std::string_view name);

}  // namespace mage_lineage::dotenv
