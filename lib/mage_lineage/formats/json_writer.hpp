#pragma once

#include <mage_lineage/formats/json.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::json {

/// How a document is laid out.
enum class Style {
  canonical,  ///< RFC 8785: no space, members sorted by UTF-16 code units, ECMAScript numbers
  compact,    ///< one line, members and number texts as given
  pretty,     ///< two spaces a level, for people; controls that move a terminal are escaped too
};

/// Writes one JSON document piece by piece into a string. Calls must nest as JSON does: a key
/// before each value of an object, nothing after the outermost value. Text that is not UTF-8 is
/// written with replacement characters. Members may come in any order: `Style::canonical` sorts
/// them.
class Writer {
 public:
  explicit Writer(Style style) : style_(style) {}

  Writer& begin_object();
  Writer& end_object();
  Writer& begin_array();
  Writer& end_array();
  Writer& key(std::string_view name);
  Writer& null();
  Writer& value(std::string_view text);
  Writer& value(const char* text) { return value(std::string_view(text)); }
  Writer& value(std::same_as<bool> auto truth) { return literal(truth ? "true" : "false"); }
  Writer& value(std::signed_integral auto number) {
    return literal(std::to_string(static_cast<long long>(number)));
  }
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) Writer& value(T number) {
    return literal(std::to_string(static_cast<unsigned long long>(number)));
  }
  /// A finite number, as ECMAScript writes it.
  Writer& value(double number);
  Writer& value(const Value& tree);

  /// A key and its value.
  template <class T>
  Writer& member(std::string_view name, const T& content) {
    return key(name).value(content);
  }

  /// The document so far; whole once every container has ended.
  const std::string& text() const& { return out_; }
  std::string text() && { return std::move(out_); }

 private:
  /// Where the parts of an open container lie in the output. Its memory serves the next container
  /// at the same depth.
  struct Level {
    bool object = false;
    std::size_t begin = 0;  ///< just after the bracket
    std::size_t entries = 0;
    bool sorted = true;
    std::vector<std::size_t> starts;  ///< of members, for sorting
    std::vector<std::string> names;   ///< one for each start, and what is left of earlier ones
  };

  Level& innermost() { return levels_[depth_ - 1]; }
  Writer& literal(std::string_view text);
  void before_value();
  void open(char bracket, bool object);
  Writer& close(char bracket);
  void sort_members(const Level& level);
  void break_line(std::size_t depth);

  Style style_;
  std::string out_;
  std::vector<Level> levels_;
  std::size_t depth_ = 0;  ///< how many of the levels are open
};

/// A whole tree in one call.
std::string write(const Value& value, Style style);

/// A finite number as ECMAScript's Number::toString gives it (RFC 8785, section 3.2.2.3).
std::string format_number(double number);

/// True when `a` comes before `b` by UTF-16 code units (RFC 8785, section 3.2.3). Both are UTF-8.
bool utf16_less(std::string_view a, std::string_view b);

}  // namespace mage_lineage::json
