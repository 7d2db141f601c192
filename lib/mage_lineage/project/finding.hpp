#pragma once

#include <cstddef>
#include <string>

namespace mage_lineage::project {

/// Something wrong in a project that is told and does not stop the work. Never quotes a value.
struct Finding {
  std::string path;      ///< relative to the project's root
  std::size_t line = 0;  ///< counted from 1; 0 when it concerns the file as a whole
  std::string code;      ///< stable, snake_case
  std::string detail;    ///< one sentence with the consequence, lower case, no full stop
};

}  // namespace mage_lineage::project
