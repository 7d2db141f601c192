#pragma once

#include <mage_lineage/redact/finders.hpp>
#include <mage_lineage/redact/shapes.hpp>

#include <string_view>
#include <vector>

namespace mage_lineage::redact {

/// A text, in lower case, near which a secret may stand, and who looks there.
struct Literal {
  std::string_view text;
  void (*find)(Pass&, std::size_t, std::size_t) = nullptr;
  const Shape* shape = nullptr;  ///< set instead of `find` for the prefix of a token
};

/// Every literal; the order is that of the automaton's indices. Lives as long as the program.
const std::vector<Literal>& literals();

}  // namespace mage_lineage::redact
