#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace mage_lineage::redact {

/// A set of bytes, written as characters and ranges: `A-Za-z0-9_-`. A hyphen at either end, or
/// after a range, stands for itself.
class ByteSet {
 public:
  constexpr ByteSet() = default;
  constexpr explicit ByteSet(std::string_view description) {
    for (std::size_t i = 0; i < description.size(); ++i) {
      const auto first = static_cast<unsigned char>(description[i]);
      unsigned last = first;
      if (i + 2 < description.size() && description[i + 1] == '-') {
        last = static_cast<unsigned char>(description[i + 2]);
        i += 2;
      }
      for (unsigned c = first; c <= last; ++c)
        has_[c] = true;
    }
  }

  constexpr bool operator()(char c) const { return has_[static_cast<unsigned char>(c)]; }

 private:
  std::array<bool, 256> has_{};
};

inline constexpr ByteSet kDigit{"0-9"};
inline constexpr ByteSet kLower{"a-z"};
inline constexpr ByteSet kUpper{"A-Z"};
inline constexpr ByteSet kLetter{"A-Za-z"};
inline constexpr ByteSet kAlnum{"A-Za-z0-9"};
inline constexpr ByteSet kWord{"A-Za-z0-9_"};
inline constexpr ByteSet kHex{"0-9a-fA-F"};
inline constexpr ByteSet kBase64{"A-Za-z0-9+/=_-"};
inline constexpr ByteSet kBlank{" \t"};
inline constexpr ByteSet kSpace{" \t\n\r\f\v"};
inline constexpr ByteSet kLineEnd{"\n\r"};
inline constexpr ByteSet kQuote{"\"'`"};

}  // namespace mage_lineage::redact
