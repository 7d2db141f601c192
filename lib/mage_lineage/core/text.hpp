#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::text {

/// Without the ASCII white space at both ends.
std::string_view trim(std::string_view s);
/// ASCII letters in lower case; other bytes stay. Independent of the locale.
std::string ascii_lower(std::string_view s);
/// Equal but for the case of ASCII letters.
bool iequals(std::string_view a, std::string_view b);
/// The pieces between separators, empty ones included; at least one piece.
std::vector<std::string_view> split(std::string_view s, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// The offset of the first byte that is not well-formed UTF-8 (RFC 3629), or nullopt.
std::optional<std::size_t> first_invalid_utf8(std::string_view s);
/// Each maximal ill-formed part becomes U+FFFD (Unicode 15, 3.9, best practice).
std::string to_valid_utf8(std::string_view s);

/// Characters that move a terminal's cursor, reorder text or end a line in some reader: C0, DEL,
/// C1, line and paragraph separators, bidirectional controls and the byte order mark.
bool is_terminal_control(std::uint32_t point);

/// Text from outside made safe to show in one line: terminal controls become `\n`, `\t`,
/// `\xHH` or `\u{HHHH}`, bytes that are not UTF-8 `\xHH`, a backslash stays. At most `max_bytes` of
/// input are shown; a cut is marked with an ellipsis.
std::string escape_untrusted(std::string_view s, std::size_t max_bytes = 4096);
/// The same for a text of several lines, whole, that it may not move a terminal: line ends (`\n`,
/// `\r\n`) and tabs stay.
std::string escape_lines(std::string_view s);

/// A word as a POSIX shell reads it back: in single quotes if it has to be.
std::string shell_word(std::string_view s);

/// A whole number in decimal digits alone, without sign or space; nullopt on anything else or
/// overflow.
std::optional<unsigned long long> parse_decimal(std::string_view s);

/// The candidate nearest to `word` by edit distance (transpositions count once), if near enough to
/// be a slip of the hand: at most a third of the length, at least one. Else the only one that
/// begins with `word`, if three characters or more are there.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// "1 block", "2 blocks".
std::string count_of(std::size_t n, std::string_view singular, std::string_view plural);

}  // namespace mage_lineage::text
