#pragma once

#include <mage_lineage/redact/bytes.hpp>
#include <mage_lineage/redact/rule_id.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mage_lineage::redact {

/// A token that its issuer published the shape of: a prefix, then so many bytes of an alphabet.
struct Shape {
  RuleId rule;
  std::string_view prefix;  ///< case counts
  ByteSet body;
  std::uint16_t shortest;     ///< bytes after the prefix
  std::uint16_t longest = 0;  ///< 0: the whole run, however long; else a longer run is no token
  /// What else the body must be, so that words and fillers are left alone.
  enum class Proof : std::uint8_t {
    random,  ///< as varied as random text
    cased,   ///< and both cases of letters
    digits,  ///< and a digit
    none     ///< no filler such as `xxxx`, that is all
  } proof = Proof::random;
};

/// Every shape. Lives as long as the program.
const std::vector<Shape>& shapes();

/// Where the token that begins at `at` ends, or `at` when there is none. `text` must hold the
/// prefix there.
std::size_t match_shape(const Shape& shape, std::string_view text, std::size_t at);

/// Shannon's entropy of the first 128 bytes, in bits a byte.
double entropy(std::string_view s);

/// True for text of one or two different characters, as `xxxx-xxxx`, `****` and `0000`: a filler.
bool is_filler(std::string_view s);

}  // namespace mage_lineage::redact
