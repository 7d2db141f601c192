#pragma once

#include <mage_lineage/core/result.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::json {

enum class Kind { null, boolean, number, string, array, object };

/// The word for a kind in messages: "a string", "an object", "null".
std::string_view describe(Kind kind);

/// A moment or span in seconds as a JSON number wrote it, at most 2^53 away from zero. A fraction
/// finer than a nanosecond is cut towards minus infinity: a time is never moved up.
struct Seconds {
  std::int64_t whole = 0;  ///< rounded towards minus infinity
  std::int32_t nanos = 0;  ///< 0 to 999,999,999
  auto operator<=>(const Seconds&) const = default;
};

struct Member;

/// One JSON value (RFC 8259). Members keep the order of the source; numbers keep their source text,
/// so that no conversion happens before somebody asks for one.
struct Value {
  Kind kind = Kind::null;
  bool boolean = false;
  std::string text;             ///< a string's characters (UTF-8), or a number as it was written
  std::vector<Value> items;     ///< of an array
  std::vector<Member> members;  ///< of an object

  static Value of_bool(bool value);
  static Value of_string(std::string value);
  static Value of_number(std::int64_t value);
  static Value of_array();
  static Value of_array(std::vector<Value> values);
  static Value of_object();

  bool is(Kind wanted) const { return kind == wanted; }
  /// The first member with this key; nullptr when absent or when this is no object.
  const Value* find(std::string_view key) const;
  /// Adds a member at the end of an object; the caller knows that the key is new.
  Value& add(std::string key, Value value);
  /// The characters of a string; nullptr for any other kind.
  const std::string* as_string() const { return kind == Kind::string ? &text : nullptr; }
  /// A number written as a whole number, without fraction or exponent, that fits; else nullopt.
  std::optional<std::int64_t> as_int64() const;
  /// A number whose exact value lies within 2^53 of zero, fraction and exponent allowed (the
  /// NumericDate of RFC 7519, section 2); nullopt for others: it never saturates.
  std::optional<Seconds> as_seconds() const;
  /// The nearest double; nullopt for what is not a number.
  std::optional<double> as_double() const;
};

struct Member {
  std::string key;
  Value value;
};

/// So many duplicate members are listed, and no more.
inline constexpr std::size_t kMostDuplicates = 64;

/// Bounds on a text, and what to do about duplicate members.
struct ParseOptions {
  std::size_t max_bytes = std::size_t{16} << 20U;
  std::size_t max_depth = 256;         ///< objects and arrays within one another
  std::size_t max_values = 2'000'000;  ///< of every kind; one takes some 100 bytes
  /// When given, duplicate members are kept in order and their JSON pointers listed here, the first
  /// kMostDuplicates of them, each cut at 1 KiB; otherwise the first of them is an error.
  std::vector<std::string>* duplicates = nullptr;
};

/// Reads one JSON text, strictly: UTF-8 without byte order mark, nothing but white space after the
/// value (no NUL), no lone surrogates, no comments, no duplicate members. Fails with `malformed` at
/// `line:column` (a duplicate: at its JSON pointer), or `too_large` at a bound. Messages never
/// quote the text.
Result<Value> parse(std::string_view text, const ParseOptions& options = {});

/// `/` and the key, with `~` and `/` escaped: one step of a JSON pointer (RFC 6901).
std::string pointer_step(std::string_view key);

/// The byte offset at which the value that `pointer` (RFC 6901) names begins in a text that `parse`
/// takes; nullopt when there is no such value, or the text is none of those.
std::optional<std::size_t> locate(std::string_view text, std::string_view pointer);

/// The line and column (in code points, from 1) of a byte offset, as `line:column`.
std::string line_and_column(std::string_view text, std::size_t offset);

}  // namespace mage_lineage::json
