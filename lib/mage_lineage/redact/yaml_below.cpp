#include <mage_lineage/redact/assignment.hpp>

#include <algorithm>

namespace mage_lineage::redact {
namespace {

struct Line {
  std::size_t begin;   ///< its first byte that is no blank
  std::size_t end;     ///< before its line end
  std::size_t indent;  ///< blanks before `begin`
  std::size_t next;    ///< where the next line starts; the size of the text at its end
};

Line read_line(Scan& scan, std::size_t start) {
  Line line{};
  line.begin = scan.skip(start, kBlank);
  line.end = scan.line_end(line.begin);
  line.indent = line.begin - start;
  line.next = line.end;
  if (scan.at(line.next) == '\r') ++line.next;
  if (scan.at(line.next) == '\n') ++line.next;
  return line;
}

bool is_blank(const Line& line) {
  return line.begin == line.end;
}

/// How far the key's line is indented; list dashes count as blanks.
std::size_t indent_of(const Scan& scan, const Key& key) {
  static constexpr ByteSet kIndent{" \t-\"'"};
  const std::size_t start = scan.skip_back(key.begin, kIndent);
  return start == 0 || kLineEnd(scan.at(start - 1)) ? key.begin - start : 0;
}

/// `|`, `>-`, `|2+`: what opens a block scalar.
bool opens_block(const Scan& scan, std::size_t at, std::size_t line_end) {
  if (scan.at(at) != '|' && scan.at(at) != '>') return false;
  const std::size_t end = scan.skip(scan.skip(at + 1, kBytes<"0-9+-">, 3), kBlank);
  return end >= line_end || scan.at(end) == '#';
}

/// Marks from the block's first line on, as long as lines are indented more than the key.
void mark_block(Pass& pass, const Line& first, std::size_t indent, RuleId rule) {
  Scan& scan = pass.scan;
  std::size_t end = first.end;
  std::size_t start = first.next;
  while (start < scan.size()) {
    const Line line = read_line(scan, start);
    if (!is_blank(line) && line.indent <= indent) break;
    if (!is_blank(line)) end = line.end;
    if (line.next == start) break;
    start = line.next;
  }
  pass.mark(first.begin, end, rule);
}

}  // namespace

bool find_yaml_value_below(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  if (pass.is_code() || pass.language() == Language::json) return false;
  const Line first = read_line(scan, at);
  const bool empty = is_blank(first) || scan.at(first.begin) == '#';
  const bool block = opens_block(scan, first.begin, first.end);
  if ((!empty && !block) || first.next >= scan.size()) return false;
  const std::size_t indent = indent_of(scan, key);
  Line line = read_line(scan, first.next);
  for (int blank = 0; is_blank(line) && line.next < scan.size() && blank < 8; ++blank) {
    line = read_line(scan, line.next);
  }
  if (is_blank(line)) return true;
  const auto text = [&](std::size_t begin, std::size_t end) {
    return scan.text().substr(begin, end - begin);
  };
  const RuleId rule = rule_of(promise);
  if (block) {
    if (line.indent > indent && keeps(promise, key.name, text(line.begin, line.end), Form::plain)) {
      mark_block(pass, line, indent, rule);
    }
    return true;
  }
  if (scan.starts(line.begin, "- ") && line.indent >= indent) {
    while (scan.starts(line.begin, "- ")) {
      const std::size_t item = scan.skip(line.begin + 1, kBlank);
      if (const auto value = read_quoted(pass, item)) {
        mark_quoted(pass, key, *value, promise);
      } else if (text(item, line.end).find(": ") == std::string_view::npos &&
                 keeps(promise, key.name, text(item, line.end), Form::plain)) {
        pass.mark(item, line.end, rule);
      }
      if (line.next >= scan.size() || line.next <= line.begin) break;
      line = read_line(scan, line.next);
    }
    return true;
  }
  if (line.indent <= indent) return true;
  if (const auto value = read_quoted(pass, line.begin)) {
    if (scan.at(value->after) != ':') mark_quoted(pass, key, *value, promise);
    return true;
  }
  const std::string_view scalar = text(line.begin, line.end);
  const bool nested =
      scalar.substr(0, Scan::kNear).find(": ") != std::string_view::npos || scalar.back() == ':';
  const bool yaml = pass.language() == Language::yaml;
  if (!nested && keeps(promise, key.name, scalar, yaml ? Form::plain : Form::guess)) {
    pass.mark(line.begin, line.end, rule);
  }
  return true;
}

}  // namespace mage_lineage::redact
