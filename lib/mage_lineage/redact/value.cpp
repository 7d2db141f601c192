#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/assignment.hpp>

#include <algorithm>
#include <initializer_list>

namespace mage_lineage::redact {
namespace {

std::string_view between(const Scan& scan, std::size_t begin, std::size_t end) {
  return scan.text().substr(begin, end - begin);
}

std::string_view without_operator(std::string_view s) {
  static constexpr ByteSet kJoint{" \t=:\"'"};
  while (!s.empty() && kJoint(s.back()))
    s.remove_suffix(1);
  return s;
}

/// Past `default=`, however it is called.
std::size_t skip_default_name(const Scan& scan, std::size_t at) {
  for (const std::string_view name : {"default_var", "default", "fallback", "unset"}) {
    if (!scan.starts(at, name)) continue;
    const std::size_t equals = scan.skip(at + name.size(), kBlank);
    if (scan.at(equals) == '=') return scan.skip(equals + 1, kBlank);
  }
  return at;
}

/// `add_argument("--password", default="…")`.
void find_option_default(Pass& pass, const Key& key, const Operator& op, Promise promise) {
  constexpr std::size_t kReach = 160;
  Scan& scan = pass.scan;
  const std::size_t stop = std::min(scan.line_end(op.after), op.after + kReach);
  const std::size_t place = between(scan, 0, stop).find("default=", op.after);
  if (place == std::string_view::npos) return;
  const auto value = read_quoted(pass, place + 8);
  if (!value || !value->closed) return;
  if (keeps(promise, key.name, between(scan, value->begin, value->end), Form::quoted)) {
    pass.mark(value->begin, value->end, RuleId::default_value);
  }
}

/// True if the bracket that a line opened last is that of a call.
bool is_in_call(std::string_view before) {
  const auto open = find_last(before, kBytes<"([{">);
  return open != std::string_view::npos && before[open] == '(' &&
         before.find(')', open) == std::string_view::npos;
}

/// `["psql", "--password", "hunter2"]`, on one line or several.
void find_listed_option(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  const auto value = read_quoted(pass, at);
  if (!value || !value->closed) return;
  const std::string_view text = between(pass.scan, value->begin, value->end);
  if (text.substr(0, 1) != "-" && keeps(promise, key.name, text, Form::quoted)) {
    pass.mark(value->begin, value->end, RuleId::command_line);
  }
}

/// True for the name in `set_global_variable(pipeline, name, value)`, `cfg.set(section, name,
/// value)`, `setattr(object, name, value)`.
bool is_third_stored(std::string_view before) {
  const auto open = before.rfind('(');
  if (open == std::string_view::npos || before.back() != ',' || !is_in_call(before)) return false;
  const std::string_view first = before.substr(open + 1);
  return std::count(first.begin(), first.end(), ',') == 1 &&
         last_word_is(before.substr(0, open), {"set_global_variable", "set", "setattr", "set_value",
                                               "set_option", "setitem"});
}

/// `"name", "value"` in a call: the settings of Spark, PHP's define, getenv with a default.
void find_argument(Pass& pass, const Key& key, const Operator& op, Promise promise) {
  Scan& scan = pass.scan;
  std::string_view before = text::trim(before_key(scan, key));
  std::size_t at = skip_default_name(scan, scan.skip(op.after, kSpace));
  if (scan.at(key.begin - 1) == '-') {
    return before.empty() || !is_in_call(before) ? find_listed_option(pass, key, at, promise)
                                                 : find_option_default(pass, key, op, promise);
  }
  const auto value = read_quoted(pass, at);
  if (!value || !value->closed) return;
  const bool opened = !before.empty() && before.back() == '(';
  if (is_third_stored(before)) {
    mark_quoted(pass, key, *value, promise);
    return;
  }
  if (!opened) {
    // A list of words has no values, but random text behind a name is one.
    const std::string_view given = between(scan, value->begin, value->end);
    const bool digits = std::any_of(given.begin(), given.end(), kDigit);
    if (promise != Promise::key && digits && looks_random(given, 20) &&
        keeps(promise, key.name, given, Form::guess)) {
      pass.mark(value->begin, value->end, rule_of(promise));
    }
    return;
  }
  before.remove_suffix(1);
  for (const std::string_view store : {"secrets.", "vault.", "keyring.", "get_password"}) {
    if (before.find(store) != std::string_view::npos) return;
  }
  const bool setter = last_word_is(
      before, {"set",     "option",   "config",    "conf",       "property", "setProperty",
               "define",  "putenv",   "setenv",    "setdefault", "getenv",   "get",
               "env_var", "env",      "fetch",     "pop",        "put",      "getProperty",
               "setConf", "variable", "getOrElse", "append",     "add",      "header"});
  const std::string_view text = between(scan, value->begin, value->end);
  const bool getter =
      last_word_is(before, {"getenv", "get", "env_var", "env", "fetch", "pop", "getOrElse"});
  if (!setter && !(promise == Promise::password || looks_random(text, 16))) return;
  if (!setter && !keeps(promise, key.name, text, Form::guess)) return;
  if (!keeps(promise, key.name, text, Form::quoted)) return;
  pass.mark(value->begin, value->end, getter ? RuleId::default_value : rule_of(promise));
}

/// A glance at the byte before the name: a joint, or a quote, a blank or a path that may have one
/// before it.
bool may_be_named(const Scan& scan, const Key& key) {
  static constexpr ByteSet kJoint{" \t\"'=:\\/"};
  return key.begin > 0 && kJoint(scan.at(key.begin - 1));
}

/// `"/prod/db/` before `password`.
std::string_view without_path(std::string_view s) {
  if (s.empty() || s.back() != '/') return s;
  while (!s.empty() && (kWord(s.back()) || s.back() == '/' || s.back() == '-'))
    s.remove_suffix(1);
  return s;
}

/// `name="password" value="…"`, `{name: X, value: …}`, and the same over two lines.
bool find_named_value(Pass& pass, const Key& key, Promise promise) {
  Scan& scan = pass.scan;
  if (!may_be_named(scan, key)) return false;
  const std::string_view before = without_operator(without_path(before_key(scan, key)));
  if (!last_word_is(before, {"name", "key", "id", "property", "field", "parameter"})) return false;
  static constexpr ByteSet kBetween{" \t\r\n,;-\"'\\"};
  std::size_t at = scan.skip(key.quoted ? key.after : key.end, kBetween, 96);
  if (scan.at(at) == '>') {
    const std::size_t end = scan.tag_end(at + 1);
    if (scan.at(end) != '<' || end - at > 4096) return false;
    const auto text = between(scan, at + 1, end);
    if (!keeps(promise, key.name, text, Form::plain)) return false;
    pass.mark(at + 1, end, rule_of(promise));
    return true;
  }
  bool named = false;
  for (const std::string_view name : {"value", "Value", "default", "VALUE"}) {
    if (!named && scan.starts(at, name)) {
      at += name.size();
      named = true;
    }
  }
  if (!named) return false;
  at = scan.skip(at, kBytes<"\"'\\ \t">, 8);
  if (scan.at(at) != '=' && scan.at(at) != ':') return false;
  at = scan.skip(at + 1, kBlank);
  if (const auto value = read_quoted(pass, at)) return mark_quoted(pass, key, *value, promise);
  const std::size_t end = std::min(scan.bare_end(at), scan.line_end(at));
  if (!keeps(promise, key.name, between(scan, at, end), Form::plain)) return false;
  pass.mark(at, end, rule_of(promise));
  return true;
}

/// `<password>…</password>`.
void find_element(Pass& pass, const Key& key, const Operator& op, Promise promise) {
  Scan& scan = pass.scan;
  constexpr std::size_t kLongest = 8192;
  const std::size_t end = scan.tag_end(op.after);
  if (scan.at(end) != '<' || end - op.after > kLongest || promise == Promise::key) return;
  if (keeps(promise, key.name, between(scan, op.after, end), Form::plain)) {
    pass.mark(op.after, end, rule_of(promise));
  }
}

/// `.password("…")`, `setToken("…")`: a builder, not a question such as `getpass("Password: ")`.
void find_call_argument(Pass& pass, const Key& key, const Operator& op, Promise promise) {
  const auto value = read_quoted(pass, pass.scan.skip(op.after, kBlank));
  if (!value || !value->closed) return;
  const auto text = between(pass.scan, value->begin, value->end);
  if (promise == Promise::token || promise == Promise::key) return;
  if (keeps(promise, key.name, text, Form::guess) && keeps(promise, key.name, text, Form::quoted)) {
    pass.mark(value->begin, value->end, rule_of(promise));
  }
}

}  // namespace

bool last_word_is(std::string_view s, std::initializer_list<std::string_view> words) {
  std::size_t begin = s.size();
  while (begin > 0 && kWord(s[begin - 1]))
    --begin;
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text::iequals(s.substr(begin), word); });
}

bool mark_quoted(Pass& pass, const Key& key, const Quoted& value, Promise promise) {
  Scan& scan = pass.scan;
  const auto text = between(scan, value.begin, value.end);
  if (!keeps(promise, key.name, text, value.closed ? Form::quoted : Form::guess)) return false;
  pass.mark(value.begin, value.end, rule_of(promise));
  // `"first half" + "second half"`, or the halves side by side
  std::size_t at = value.after;
  while (value.closed && pass.language() != Language::json) {
    std::size_t next = scan.skip(at, kBlank);
    if (scan.at(next) == '+') next = scan.skip(next + 1, kBytes<" \t\r\n\\">);
    if (next == at) break;
    const auto more = read_quoted(pass, next);
    if (!more || !more->closed || more->begin == more->end) break;
    pass.mark(more->begin, more->end, rule_of(promise));
    at = more->after;
  }
  return true;
}

void find_reversed(Pass& pass, const Key& key) {
  Scan& scan = pass.scan;
  std::size_t at = scan.skip_back(key.begin, kBlank, 4);
  const std::size_t behind = scan.skip_back(at, kBytes<"=!>-">, 3);  // R has `"x" -> name`
  if (behind == at || at - behind < 2) return;
  at = scan.skip_back(behind, kBlank, 4);
  if (at < 2 || !kQuote(scan.at(at - 1))) return;
  const char quote = scan.at(at - 1);
  const std::size_t from = at > Scan::kNear ? at - Scan::kNear : 0;
  const std::size_t open = scan.text().substr(from, at - 1 - from).rfind(quote);
  if (open == std::string_view::npos) return;
  const Promise promise = promise_of(key.name);
  const auto text = scan.text().substr(from + open + 1, at - 1 - (from + open + 1));
  if (find_any(text, kLineEnd) != std::string_view::npos) return;
  if (keeps(promise, key.name, text, Form::guess)) {
    pass.mark(from + open + 1, at - 1, rule_of(promise));
  }
}

void find_value(Pass& pass, const Key& key, const Operator& op, Promise promise) {
  using Kind = Operator::Kind;
  Scan& scan = pass.scan;
  if (find_named_value(pass, key, promise)) return;
  switch (op.kind) {
    case Kind::none:
      if (!find_inserted(pass, key, promise) && !find_behind_getter(pass, key, promise) &&
          !find_before_tuple(pass, key, promise)) {
        find_reversed(pass, key);
      }
      return;
    case Kind::comma:
      return find_argument(pass, key, op, promise);
    case Kind::element:
      return find_element(pass, key, op, promise);
    case Kind::call:
      return find_call_argument(pass, key, op, promise);
    case Kind::gap:
      return find_after_gap(pass, key, op.after, promise);
    case Kind::compare: {
      const auto value = read_quoted(pass, scan.skip(op.after, kBlank));
      if (!value || !value->closed) return;
      if (keeps(promise, key.name, between(scan, value->begin, value->end), Form::guess)) {
        pass.mark(value->begin, value->end, rule_of(promise));
      }
      return;
    }
    case Kind::assign:
    case Kind::colon:
      break;
  }
  std::size_t at = scan.skip(op.after, kBlank);
  if (scan.at(at) == '\\' && scan.at(at + 1) == '\n') at = scan.skip(at + 2, kBlank);
  if (const std::size_t mark = mark_length(scan.text(), at);
      mark != 0 && !kWord(scan.at(at + mark))) {
    pass.settle(at + mark);
    return;
  }
  if (find_brace_default(pass, key, at, promise)) return;
  if (const auto value = read_quoted(pass, at)) {
    const bool tuple =
        op.kind == Kind::assign && pass.scan.at(pass.scan.skip(value->after, kBlank)) == ',';
    if (!tuple || !find_in_tuple(pass, key, at, promise)) mark_quoted(pass, key, *value, promise);
    const std::size_t behind = scan.skip(value->after, kBlank, 4);
    if (pass.language() != Language::yaml &&
        (scan.starts(behind, "if ") || scan.starts(behind, "or ")))
      find_fallback(pass, key, value->after, promise);
    return;
  }
  if (op.kind == Kind::colon && find_yaml_value_below(pass, key, at, promise)) return;
  if (find_expression(pass, key, at, promise)) return;
  find_bare_value(pass, key, op, promise);
}

}  // namespace mage_lineage::redact
