#pragma once

#include <mage_lineage/redact/finders.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace mage_lineage::redact {

/// A name in the text, and how it stands there.
struct Key {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t after = 0;  ///< behind its closing quote and bracket
  std::string_view name;
  bool quoted = false;
  bool flag = false;    ///< a command line's option: `--password`
  bool in_tag = false;  ///< an XML element: `<password`
};

/// What joins a name to its value.
struct Operator {
  enum class Kind : std::uint8_t {
    none,
    assign,   ///< `=`, `:=`, `=>`, `<-` …
    colon,    ///< `:`
    compare,  ///< `==`, `!=` …
    comma,    ///< `"name", "value"`
    element,  ///< `<name>value`
    call,     ///< `name("value")`
    gap       ///< blanks alone
  };
  Kind kind = Kind::none;
  std::size_t after = 0;
};

Key read_key(const Scan& scan, std::size_t begin, std::size_t end);
/// The part of the key's line before it, without its quote; at most 80 bytes.
std::string_view before_key(const Scan& scan, const Key& key);

/// Marks the value behind the operator if it keeps the promise.
void find_value(Pass& pass, const Key& key, const Operator& op, Promise promise);
/// `"value" == name`, `"value" -> name`.
void find_reversed(Pass& pass, const Key& key);
/// `INSERT INTO t (id, name) VALUES (1, 'value')`: the values in the name's own place. True if it
/// is such a name.
bool find_inserted(Pass& pass, const Key& key, Promise promise);
/// What stands behind a name and blanks: an option's value, `PASSWORD 'x'`, `password is x`.
void find_after_gap(Pass& pass, const Key& key, std::size_t at, Promise promise);
/// True if a text ends with one of these words, in either case.
bool last_word_is(std::string_view s, std::initializer_list<std::string_view> words);
/// A value without quotes.
void find_bare_value(Pass& pass, const Key& key, const Operator& op, Promise promise);
/// A value that YAML writes below its key: block scalars, scalars and lists on the lines that
/// follow.
bool find_yaml_value_below(Pass& pass, const Key& key, std::size_t at, Promise promise);
/// `os.getenv("X", "value")`, `SecretStr("value")`, `("value")`, `["value", …]`.
bool find_expression(Pass& pass, const Key& key, std::size_t at, Promise promise);

/// `user, password = "etl", "hunter2"`: the value in the name's own place.
bool find_in_tuple(Pass& pass, const Key& key, std::size_t at, Promise promise);
/// The same for a name that others follow: `password, user = "hunter2", "etl"`.
bool find_before_tuple(Pass& pass, const Key& key, Promise promise);

/// `… or "value"`, `… else "value"`, behind an expression on its line.
void find_fallback(Pass& pass, const Key& key, std::size_t at, Promise promise);
/// `os.environ.get("X") or "value"`, whatever it is given to.
bool find_behind_getter(Pass& pass, const Key& key, Promise promise);
/// `${X:-value}` as the value of a name, where `X` says nothing.
bool find_brace_default(Pass& pass, const Key& key, std::size_t at, Promise promise);

/// Marks a quoted value, and those that are joined to it (`"a" + "b"`), if it keeps the promise.
bool mark_quoted(Pass& pass, const Key& key, const Quoted& value, Promise promise);

}  // namespace mage_lineage::redact
