#include <mage_lineage/core/text.hpp>

#include <cstdint>
#include <cstring>

namespace mage_lineage::text {
namespace {

struct Step {
  std::size_t bytes = 1;    ///< how far to go on: a code point, or a maximal ill-formed part
  std::uint32_t point = 0;  ///< the code point, when valid
  bool valid = false;
};

/// Reads one code point at the front of `s`, which is not empty (RFC 3629, table of section 4).
Step step(std::string_view s) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned char first = at(0);
  if (first < 0x80) return {1, first, true};
  std::size_t need = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  std::uint32_t point = 0;
  if (first >= 0xC2 && first <= 0xDF) {
    need = 1;
    point = first & 0x1FU;
  } else if (first >= 0xE0 && first <= 0xEF) {
    need = 2;
    point = first & 0x0FU;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
  } else if (first >= 0xF0 && first <= 0xF4) {
    need = 3;
    point = first & 0x07U;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
  } else {
    return {};
  }
  for (std::size_t i = 1; i <= need; ++i) {
    if (i >= s.size() || at(i) < low || at(i) > high) return {i, 0, false};
    point = (point << 6U) | (at(i) & 0x3FU);
    low = 0x80;
    high = 0xBF;
  }
  return {need + 1, point, true};
}

void append_hex(std::string& out, std::uint32_t value, int digits) {
  constexpr std::string_view kHex = "0123456789abcdef";
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4)
    out += kHex[(value >> shift) & 0xFU];
}

/// The length of the run of ASCII at the front, at least up to the last whole machine word of it.
std::size_t ascii_run(std::string_view s) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t at = 0;
  for (std::uint64_t word = 0; at + sizeof word <= s.size(); at += sizeof word) {
    std::memcpy(&word, s.data() + at, sizeof word);
    if ((word & kHighBits) != 0) break;
  }
  return at;
}

}  // namespace

bool is_terminal_control(std::uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x061C || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

std::optional<std::size_t> first_invalid_utf8(std::string_view s) {
  std::size_t at = 0;
  while (at < s.size()) {
    at += ascii_run(s.substr(at));
    if (at == s.size()) break;
    const Step next = step(s.substr(at));
    if (!next.valid) return at;
    at += next.bytes;
  }
  return std::nullopt;
}

std::string to_valid_utf8(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  while (!s.empty()) {
    const Step next = step(s);
    out += next.valid ? s.substr(0, next.bytes) : std::string_view("\xEF\xBF\xBD");
    s.remove_prefix(next.bytes);
  }
  return out;
}

std::string escape_untrusted(std::string_view s, std::size_t max_bytes) {
  std::string out;
  std::size_t taken = 0;
  while (!s.empty()) {
    const Step next = step(s);
    if (taken + next.bytes > max_bytes) return out + "\xE2\x80\xA6";
    if (!next.valid) {
      for (const char c : s.substr(0, next.bytes)) {
        out += "\\x";
        append_hex(out, static_cast<unsigned char>(c), 2);
      }
    } else if (next.point == '\n') {
      out += "\\n";
    } else if (next.point == '\r') {
      out += "\\r";
    } else if (next.point == '\t') {
      out += "\\t";
    } else if (is_terminal_control(next.point)) {
      out += next.point < 0x100 ? "\\x" : "\\u{";
      append_hex(out, next.point, next.point < 0x100 ? 2 : 4);
      if (next.point >= 0x100) out += '}';
    } else {
      out += s.substr(0, next.bytes);
    }
    taken += next.bytes;
    s.remove_prefix(next.bytes);
  }
  return out;
}

std::string escape_lines(std::string_view s) {
  std::string safe;
  safe.reserve(s.size());
  for (std::size_t at = 0; at < s.size();) {
    const std::size_t end = std::min(s.find_first_of("\t\n", at), s.size());
    std::string_view piece = s.substr(at, end - at);
    const bool feed = end < s.size() && s[end] == '\n';
    const bool carriage = feed && !piece.empty() && piece.back() == '\r';
    if (carriage) piece.remove_suffix(1);
    safe += escape_untrusted(piece, piece.size());
    if (carriage) safe += '\r';
    if (end < s.size()) safe += s[end];
    at = end + 1;
  }
  return safe;
}

}  // namespace mage_lineage::text
