#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace mage_lineage::json {
namespace {

void append_escape(std::string& out, std::uint32_t code_unit) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    out += kHex[(code_unit >> shift) & 0xFU];
}

/// The length of the character at the front if it is one that a terminal must not see, else 0. The
/// text is UTF-8; none of these is longer than three bytes.
std::size_t terminal_control(std::string_view s, std::uint32_t& point) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  std::size_t length = 0;
  if (at(0) < 0x80) {
    length = 1;
    point = at(0);
  } else if (at(0) >= 0xC0 && at(0) < 0xE0) {
    length = 2;
    point = (at(0) & 0x1FU) << 6U | (at(1) & 0x3FU);
  } else if (at(0) >= 0xE0 && at(0) < 0xF0) {
    length = 3;
    point = (at(0) & 0xFU) << 12U | (at(1) & 0x3FU) << 6U | (at(2) & 0x3FU);
  }
  return length > 0 && text::is_terminal_control(point) ? length : 0;
}

char short_escape(char c) {
  switch (c) {
    case '\b':
      return 'b';
    case '\t':
      return 't';
    case '\n':
      return 'n';
    case '\f':
      return 'f';
    case '\r':
      return 'r';
    case '"':
      return '"';
    case '\\':
      return '\\';
    default:
      return 0;
  }
}

/// Whether a text is made of ASCII that stands for itself in every style.
bool is_plain(std::string_view s) {
  static constexpr auto kSpecial = [] {
    std::array<bool, 256> special{};
    for (std::size_t c = 0; c < special.size(); ++c)
      special[c] = c < 0x20 || c >= 0x7F || c == '"' || c == '\\';
    return special;
  }();
  unsigned found = 0;  // without a way out in the middle: most texts are short and plain
  for (const char c : s)
    found |= static_cast<unsigned>(kSpecial[static_cast<unsigned char>(c)]);
  return found == 0;
}

void append_string(std::string& out, std::string_view s, Style style) {
  if (is_plain(s)) {
    out += '"';
    out += s;
    out += '"';
    return;
  }
  std::string repaired;
  if (text::first_invalid_utf8(s)) {
    repaired = text::to_valid_utf8(s);
    s = repaired;
  }
  out += '"';
  std::size_t plain = 0;  // start of the run that needs no escape
  std::size_t i = 0;
  while (i < s.size()) {
    const char c = s[i];
    std::uint32_t point = static_cast<unsigned char>(c);
    std::size_t length = 0;
    if (point < 0x20 || c == '"' || c == '\\') {
      length = 1;
    } else if (style == Style::pretty && point >= 0x7F) {
      length = terminal_control(s.substr(i), point);
    }
    if (length == 0) {
      ++i;
      continue;
    }
    out += s.substr(plain, i - plain);
    if (const char letter = short_escape(c); letter != 0) {
      out += '\\';
      out += letter;
    } else {
      append_escape(out, point);
    }
    i += length;
    plain = i;
  }
  out += s.substr(plain);
  out += '"';
}

}  // namespace

bool utf16_less(std::string_view a, std::string_view b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (x == a.end() || y == b.end()) return x == a.end() && y != b.end();
  // UTF-8 sorts by code point. UTF-16 differs in one place: what needs surrogates (lead bytes from
  // F0) comes before U+E000 to U+FFFF (lead bytes EE and EF).
  const auto p = static_cast<unsigned char>(*x);
  const auto q = static_cast<unsigned char>(*y);
  if (p >= 0xF0 && (q == 0xEE || q == 0xEF)) return true;
  if (q >= 0xF0 && (p == 0xEE || p == 0xEF)) return false;
  return p < q;
}

std::string format_number(double number) {
  if (number == 0) return "0";  // also for -0
  std::array<char, 32> buffer{};
  const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                  std::chars_format::scientific);
  std::string_view shortest(buffer.data(), static_cast<std::size_t>(done.ptr - buffer.data()));
  std::string out;
  if (shortest.front() == '-') {
    out = "-";
    shortest.remove_prefix(1);
  }
  const auto e = shortest.find('e');
  std::string digits(shortest.substr(0, 1));
  if (e > 2) digits += shortest.substr(2, e - 2);
  int exponent = 0;
  const auto from = shortest[e + 1] == '+' ? e + 2 : e + 1;
  std::from_chars(shortest.data() + from, shortest.data() + shortest.size(), exponent);
  // n and k are those of ECMA-262, Number::toString.
  const int n = exponent + 1;
  const int k = static_cast<int>(digits.size());
  if (k <= n && n <= 21) return out + digits + std::string(static_cast<std::size_t>(n - k), '0');
  if (0 < n && n <= 21) {
    return out + digits.insert(static_cast<std::size_t>(n), ".");
  }
  if (-6 < n && n <= 0) return out + "0." + std::string(static_cast<std::size_t>(-n), '0') + digits;
  if (k > 1) digits.insert(1, ".");
  return out + digits + (n > 0 ? "e+" : "e-") + std::to_string(std::abs(n - 1));
}

void Writer::break_line(std::size_t depth) {
  if (style_ != Style::pretty) return;
  out_ += '\n';
  out_.append(2 * depth, ' ');
}

void Writer::before_value() {
  if (depth_ == 0 || innermost().object) return;
  if (innermost().entries++ > 0) out_ += ',';
  break_line(depth_);
}

void Writer::open(char bracket, bool object) {
  before_value();
  out_ += bracket;
  if (depth_ == levels_.size()) levels_.emplace_back();
  Level& level = levels_[depth_++];
  level.object = object;
  level.begin = out_.size();
  level.entries = 0;
  level.sorted = true;
  level.starts.clear();
}

Writer& Writer::begin_object() {
  open('{', true);
  return *this;
}

Writer& Writer::begin_array() {
  open('[', false);
  return *this;
}

Writer& Writer::close(char bracket) {
  const Level& level = innermost();
  --depth_;
  if (!level.sorted) sort_members(level);
  if (level.entries > 0) break_line(depth_);
  out_ += bracket;
  return *this;
}

Writer& Writer::end_object() {
  return close('}');
}

Writer& Writer::end_array() {
  return close(']');
}

Writer& Writer::key(std::string_view name) {
  Level& level = innermost();
  if (level.entries++ > 0) out_ += ',';
  break_line(depth_);
  if (style_ == Style::canonical) {
    const std::size_t before = level.starts.size();
    if (before > 0 && !utf16_less(level.names[before - 1], name)) level.sorted = false;
    if (before == level.names.size()) level.names.emplace_back();
    level.names[before] = name;
    level.starts.push_back(out_.size());
  }
  append_string(out_, name, style_);
  out_ += style_ == Style::pretty ? ": " : ":";
  return *this;
}

/// Puts the members of the object that ends at the end of the output into order.
void Writer::sort_members(const Level& level) {
  std::vector<std::size_t> order(level.starts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return utf16_less(level.names[a], level.names[b]);
  });
  std::string sorted;
  sorted.reserve(out_.size() - level.begin);
  for (const std::size_t i : order) {
    const std::size_t end = i + 1 < level.starts.size() ? level.starts[i + 1] - 1 : out_.size();
    if (!sorted.empty()) sorted += ',';
    sorted.append(out_, level.starts[i], end - level.starts[i]);
  }
  out_.replace(level.begin, std::string::npos, sorted);
}

Writer& Writer::literal(std::string_view text) {
  before_value();
  out_ += text;
  return *this;
}

Writer& Writer::null() {
  return literal("null");
}

Writer& Writer::value(std::string_view text) {
  before_value();
  append_string(out_, text, style_);
  return *this;
}

Writer& Writer::value(double number) {
  return literal(format_number(number));
}

// Depth is bounded by whoever made the tree: parse() has a limit.
Writer& Writer::value(const Value& tree) {  // NOLINT(misc-no-recursion)
  switch (tree.kind) {
    case Kind::null:
      return null();
    case Kind::boolean:
      return value(tree.boolean);
    case Kind::string:
      return value(std::string_view(tree.text));
    case Kind::number:
      return style_ == Style::canonical ? value(tree.as_double().value_or(0)) : literal(tree.text);
    case Kind::array:
      begin_array();
      for (const Value& item : tree.items)
        value(item);
      return end_array();
    case Kind::object:
      begin_object();
      for (const Member& member : tree.members)
        key(member.key).value(member.value);
      return end_object();
  }
  return *this;
}

std::string write(const Value& value, Style style) {
  Writer writer(style);
  writer.value(value);
  return std::move(writer).text();
}

}  // namespace mage_lineage::json
