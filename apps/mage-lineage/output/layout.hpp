#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::output {

/// How wide text for people is: narrow enough for any terminal, and the same everywhere so that
/// output does not depend on the window.
inline constexpr std::size_t kTextWidth = 96;

/// The number of columns that text takes: one a code point.
std::size_t columns(std::string_view text);

/// Words filled into lines of kTextWidth, indented; blank lines part paragraphs, and lines that
/// begin with two spaces stay as they are.
std::string paragraphs(std::string_view text, std::size_t indent);

struct Pair {
  std::string left;
  std::string right;
};

/// A list of terms with what they mean: the right side is filled beside or, for a long left side,
/// below.
std::string two_columns(const std::vector<Pair>& rows);

/// Cells padded to columns two spaces apart, one record a line, no borders. Colour codes in cells
/// do not count. Every row has as many cells as the first.
std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t indent = 0);

}  // namespace mage_lineage::output
