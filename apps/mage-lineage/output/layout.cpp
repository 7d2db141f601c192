#include "output/layout.hpp"

#include <mage_lineage/core/text.hpp>

#include <algorithm>

namespace mage_lineage::output {
namespace {

/// Fills words into lines; the first line goes on at column `used`.
std::string fill(std::string_view words, std::size_t indent, std::size_t used) {
  std::string out;
  bool first = true;
  for (const auto word : text::split(words, ' ')) {
    if (word.empty()) continue;
    if (!first && used + 1 + columns(word) > kTextWidth) {
      out += "\n" + std::string(indent, ' ');
      used = indent;
    } else if (!first) {
      out += ' ';
      ++used;
    }
    out += word;
    used += columns(word);
    first = false;
  }
  return out;
}

std::string padded(const std::string& cell, std::size_t width) {
  const auto used = columns(cell);
  return cell + std::string(width > used ? width - used : 0, ' ');
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      while (i < text.size() && text[i] != 'm')
        ++i;
      continue;
    }
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) ++count;
  }
  return count;
}

std::string paragraphs(std::string_view text, std::size_t indent) {
  const std::string margin(indent, ' ');
  std::string out;
  std::string pending;
  const auto flush = [&] {
    if (!pending.empty()) out += margin + fill(pending, indent, indent) + "\n";
    pending.clear();
  };
  for (const auto line : text::split(text, '\n')) {
    if (line.empty()) {
      flush();
      out += "\n";
    } else if (line.substr(0, 2) == "  ") {
      flush();
      out += margin + std::string(line) + "\n";
    } else {
      if (!pending.empty()) pending += ' ';
      pending += line;
    }
  }
  flush();
  return out;
}

std::string two_columns(const std::vector<Pair>& rows) {
  constexpr std::size_t kIndent = 2;
  constexpr std::size_t kWidestLeft = 34;
  std::size_t left = 0;
  for (const auto& row : rows) {
    const auto width = columns(row.left);
    if (width <= kWidestLeft) left = std::max(left, width);
  }
  const std::size_t start = kIndent + left + 2;
  std::string out;
  for (const auto& row : rows) {
    out += std::string(kIndent, ' ') + padded(row.left, left);
    if (columns(row.left) > left) {
      out += "\n" + std::string(start, ' ');
    } else {
      out += "  ";
    }
    out += fill(row.right, start, start) + "\n";
  }
  return out;
}

std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t indent) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i + 1 < row.size() ? padded(row[i], widths[i]) + "  " : row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace mage_lineage::output
