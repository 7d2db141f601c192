#pragma once

#include <cstddef>
#include <string_view>

namespace mage_lineage::platform {

/// Finds the end of a message's head while its bytes arrive, and refuses at once what parsers read
/// in different ways (RFC 9112, sections 2.2, 3 and 5.2): bare line feeds, folded headers, white
/// space before the first header, a request line that is not three words. One empty line before the
/// request line is passed over (RFC 9112, section 2.2). Linear, whatever the pieces.
class HeadScanner {
 public:
  enum class State {
    more,             ///< no end yet
    whole,            ///< the head ends at `end()`
    malformed,        ///< no HTTP/1 request
    target_too_long,  ///< the request line alone fills the bound
    too_large,        ///< the headers do
  };
  explicit HeadScanner(std::size_t most) : most_(most) {}

  /// Looks at all bytes that have arrived: those of the last call, and more.
  State scan(std::string_view so_far);
  /// Where the request line begins: behind the empty line that was passed over, if there was one.
  std::size_t begin() const { return begin_; }
  /// One past the empty line that ends the head.
  std::size_t end() const { return scanned_; }

 private:
  State end_line(std::string_view so_far, std::size_t feed);

  std::size_t most_;
  std::size_t begin_ = 0;
  std::size_t scanned_ = 0;  ///< up to a whole line, or to the end
  std::size_t line_ = 0;     ///< where the line that goes on begins
  bool first_line_ = true;
};

}  // namespace mage_lineage::platform
