#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/assignment.hpp>

#include <algorithm>
#include <initializer_list>

namespace mage_lineage::redact {
namespace {

std::string_view between(const Scan& scan, std::size_t begin, std::size_t end) {
  return scan.text().substr(begin, end - begin);
}

/// How the text before a name says that its value is text and no code.
enum class Place {
  anywhere,
  line,        ///< first on its line: `key = value`, `key: value`
  entry,       ///< after `{` or `,`: `{key: value}`
  command,     ///< `export KEY=value`, `-e KEY=value`
  connection,  ///< `…;PWD=value;…`
  pairs,       ///< `host=h password=value`
  query,       ///< `?token=value&…`
  text         ///< right behind an opening quote
};

bool is_command_word(std::string_view word) {
  for (const std::string_view known :
       {"export", "env", "set", "ENV", "ARG", "-e", "--env", "SET", "--build-arg", "setx",
        "declare", "local", "-D", "--set", "%env", "!export", "%set_env"}) {
    if (word == known) return true;
  }
  return false;
}

std::string_view last_word(std::string_view s) {
  s = text::trim(s);
  const auto blank = find_last(s, kBytes<" \t\"'`">);
  return blank == std::string_view::npos ? s : s.substr(blank + 1);
}

Place place_of(const Scan& scan, const Key& key) {
  if (key.begin == 0) return Place::line;
  const char before = scan.at(key.begin - 1);
  if (before == '?' || before == '&') return Place::query;
  if (before == ';') return Place::connection;
  if (before == '{') return Place::entry;
  if (kQuote(before) && !key.quoted) return Place::text;
  const std::size_t i = scan.skip_back(key.begin - (key.quoted ? 1 : 0), kBlank);
  if (i == 0 || kLineEnd(scan.at(i - 1))) return Place::line;
  const char c = scan.at(i - 1);
  if (c == ';') return Place::connection;
  if (c == '{' || c == ',') return Place::entry;
  if (static_cast<unsigned char>(c) == 0xBF && i >= 3 && scan.starts(i - 3, "\xEF\xBB\xBF")) {
    return Place::line;
  }
  if (i == key.begin - (key.quoted ? 1 : 0)) return Place::anywhere;  // no word before it
  const std::string_view line = before_key(scan, key);
  if (c == '-' && text::trim(line) == "-") return Place::line;
  const std::string_view word = last_word(line);
  if (is_command_word(word)) return Place::command;
  if (word.find('=') != std::string_view::npos && word.back() != ',' && word.back() != '=' &&
      word.front() != '=') {
    return Place::pairs;
  }
  return Place::anywhere;
}

/// `config.password`, `get(…)`, `tokens[0]`, `user_password`: an expression of a programming
/// language.
bool is_expression(std::string_view v) {
  if (v.empty() || !(kLetter(v[0]) || v[0] == '_')) return false;
  std::size_t i = 0;
  while (i < v.size() && (kWord(v[i]) || v[i] == '.'))
    ++i;
  if (i < v.size() && (v[i] == '(' || v[i] == '[')) return true;
  if (i < v.size()) return false;
  const bool path =
      v.find('.') != std::string_view::npos && std::none_of(v.begin(), v.end(), kDigit);
  return path;
}

bool is_type_name(std::string_view v) {
  if (v.empty() || !kUpper(v[0])) return false;
  std::size_t i = 0;
  while (i < v.size() && kLetter(v[i]))
    ++i;
  if (i < v.size() && v[i] != '[' && v[i] != ',' && v[i] != ')' && v[i] != '.') return false;
  return std::any_of(v.begin(), v.end(), kLower);
}

bool is_number(std::string_view v) {
  constexpr std::size_t kPin = 4;
  return v.size() >= kPin && std::all_of(v.begin(), v.end(), kDigit);
}

/// YAML's ways to say more about a value: `!!str`, `&anchor`.
std::size_t skip_properties(const Scan& scan, std::size_t at) {
  while (scan.starts(at, "!!") || scan.at(at) == '&') {
    const std::size_t end = scan.skip(at, kBytes<"!-~">);
    const std::size_t next = scan.skip(end, kBlank);
    if (next == end) return at;
    at = next;
  }
  return at;
}

/// Where a plain scalar that begins at `at` ends: before a comment, at its line's end.
std::size_t scalar_end(Scan& scan, std::size_t at) {
  const std::size_t line = scan.line_end(at);
  const std::size_t near = std::min(line, at + 1024);
  const std::size_t comment = scan.text().substr(0, near).find(" #", at);
  return comment == std::string_view::npos ? line : comment;
}

void mark_if_kept(Pass& pass, const Key& key, std::size_t begin, std::size_t end, Promise promise,
                  Form form, RuleId rule) {
  if (begin < end && keeps(promise, key.name, between(pass.scan, begin, end), form)) {
    pass.mark(begin, end, rule);
  }
}

/// True for what stands in a comment of code, as far as its line begins with one.
bool is_comment(const Scan& scan, const Key& key) {
  const std::string_view before = text::trim(before_key(scan, key));
  const std::string_view head = before.substr(0, 2);
  return head.substr(0, 1) == "#" || head == "--" || head == "//" || head == "/*";
}

/// In code: a line of a comment, or one that could only stand in a text of several lines, such as
/// `POSTGRES_PASSWORD: hunter2`. Names and types of the program are no values.
void find_in_prose(Pass& pass, const Key& key, std::size_t at, Promise promise, Place place) {
  Scan& scan = pass.scan;
  const std::size_t end = std::min(scan.bare_end(at), scan.word_end(at));
  const std::string_view text = between(scan, at, end);
  const std::size_t behind = scan.skip(end, kBlank);
  const bool last = behind >= scan.size() || kLineEnd(scan.at(behind));
  const bool comment = is_comment(scan, key);
  if (!comment && (place != Place::line || key.quoted || !last)) return;
  const bool dotted = text.find('.') != std::string_view::npos &&
                      std::all_of(text.begin(), text.end(), kBytes<"A-Za-z0-9_.">);
  if (dotted || is_expression(text) || is_type_name(text)) return;
  if (promise_of(text) != Promise::nothing) return;
  mark_if_kept(pass, key, at, end, promise, Form::guess, rule_of(promise));
}

/// `key: value`, where YAML and its look-alikes have it.
void find_after_colon(Pass& pass, const Key& key, std::size_t at, Promise promise, Place place) {
  Scan& scan = pass.scan;
  const RuleId rule = rule_of(promise);
  if (pass.language() == Language::json || pass.is_code()) {
    const std::size_t end = scan.bare_end(at);
    const bool number = promise == Promise::password && key.quoted;
    if (number && is_number(between(scan, at, end))) return pass.mark(at, end, rule);
    if (pass.is_code()) find_in_prose(pass, key, at, promise, place);
    return;
  }
  const std::size_t value = skip_properties(scan, at);
  if (const auto quoted = value > at ? read_quoted(pass, value) : std::nullopt) {
    mark_quoted(pass, key, *quoted, promise);
    return;
  }
  const bool scalar = place == Place::line || place == Place::entry;
  const bool yaml = pass.language() == Language::yaml;
  const bool spaced = value > 0 && kBlank(scan.at(value - 1));
  if (spaced && (scan.at(value) == '!' || scan.at(value) == '*')) return;  // a tag, an alias
  if (place == Place::line) {
    const std::size_t end = scalar_end(scan, value);
    const std::string_view text = text::trim(between(scan, value, end));
    if (yaml) return mark_if_kept(pass, key, value, end, promise, Form::plain, rule);
    const bool one_word = find_any(text, kBlank) == std::string_view::npos;
    if (one_word && !text.empty() && text.back() != ',' && text.back() != '(' &&
        !is_type_name(text) && !is_expression(text)) {
      return mark_if_kept(pass, key, value, end, promise, Form::plain, rule);
    }
  }
  std::size_t end = scan.bare_end(value);
  if (scalar && value == at && yaml)
    return mark_if_kept(pass, key, value, end, promise, Form::plain, rule);
  if (place == Place::entry && key.quoted && is_number(between(scan, value, end))) {
    return mark_if_kept(pass, key, value, end, promise, Form::plain, rule);
  }
  // `{password: mage1337}`, `ID:master,PW:dip10!`, `(pw:dip10!)`
  mark_if_kept(pass, key, value, end, promise, Form::guess, rule);
}

/// `key=value`, where shells, dotenv files, connection strings and URLs have it.
void find_after_equals(Pass& pass, const Key& key, std::size_t at, Promise promise, Place place) {
  Scan& scan = pass.scan;
  const RuleId rule = rule_of(promise);
  const bool tight = at > 0 && scan.at(at - 1) == '=';
  std::size_t end = scan.bare_end(at);
  if (place == Place::query) {
    constexpr std::size_t kKey = 12;
    const bool random = promise == Promise::key && looks_random(between(scan, at, end), kKey);
    return mark_if_kept(pass, key, at, end, random ? Promise::secret : promise, Form::plain, rule);
  }
  if (key.flag && tight && promise == Promise::password) {
    return mark_if_kept(pass, key, at, end, promise, Form::quoted, RuleId::command_line);
  }
  if (place == Place::connection || place == Place::text) {
    // A password may hold blanks up to the semicolon.
    static constexpr ByteSet kOver{" ,&)]}<>|"};
    std::size_t stop = end;
    const std::size_t line = scan.line_end(at);
    while (stop < line && stop < at + Scan::kNear && kOver(scan.at(stop))) {
      stop = scan.bare_end(stop + 1);
    }
    const bool closed = scan.at(stop) == ';' || kQuote(scan.at(stop)) || scan.at(stop) == '\\';
    if (closed && scan.at(stop) == ';') end = stop;
    if (closed && place == Place::connection && kQuote(scan.at(stop))) end = stop;
    if (closed || place == Place::text) {
      return mark_if_kept(pass, key, at, end, promise, Form::plain, RuleId::connection_string);
    }
    return mark_if_kept(pass, key, at, end, promise, Form::guess, RuleId::connection_string);
  }
  if (place == Place::pairs && tight) {
    end = std::min(scan.word_end(at), scan.bare_end(at));
    return mark_if_kept(pass, key, at, end, promise, Form::plain, RuleId::connection_string);
  }
  if (place == Place::command && tight) {
    return mark_if_kept(pass, key, at, scan.word_end(at), promise, Form::plain, rule);
  }
  if (pass.is_code()) {
    if (promise == Promise::password && is_number(between(scan, at, end))) {
      return pass.mark(at, end, rule);
    }
    // A variable is written in small letters, and with blanks around the sign.
    const bool variable = !tight || std::any_of(key.name.begin(), key.name.end(), kLower);
    if (!variable || is_comment(scan, key)) find_in_prose(pass, key, at, promise, place);
    return;
  }
  if (place == Place::line) {
    const std::size_t line =
        pass.language() == Language::dotenv ? scalar_end(scan, at) : scan.line_end(at);
    const std::size_t word = std::min(line, scan.word_end(at));
    const std::string_view text = between(scan, at, word);
    const bool alone = scan.skip(word, kBlank) >= line || (tight && scan.at(word) == ' ');
    if (pass.language() == Language::dotenv) {
      return mark_if_kept(pass, key, at, line, promise, Form::plain, rule);
    }
    const bool named_like_code = std::any_of(key.name.begin(), key.name.end(), kLower);
    const bool indented = key.begin > 0 && kBlank(scan.at(key.begin - 1));
    if (text == key.name) return;  // a keyword argument on its own line
    if (alone && !is_expression(text) && !text.empty()) {
      const bool env = tight && !(named_like_code && indented) && text.back() != ',';
      return mark_if_kept(pass, key, at, word, promise, env ? Form::plain : Form::guess, rule);
    }
    if (is_expression(text)) return;
  }
  if (!is_expression(between(scan, at, std::min(scan.word_end(at), end + 1)))) {
    mark_if_kept(pass, key, at, end, promise, Form::guess, rule);
  }
}

/// `${PASSWORD:-value}`: what a shell takes when the variable is not set.
bool find_shell_default(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  if (key.begin < 2 || scan.at(key.begin - 1) != '{' || scan.at(key.begin - 2) != '$') return false;
  if (scan.at(at) == '?' || scan.at(at) == '+') return true;
  const std::size_t begin = scan.at(at) == '-' ? at + 1 : at;
  mark_if_kept(pass, key, begin, scan.bare_end(begin), promise, Form::plain, RuleId::default_value);
  return true;
}

/// `password: str = "value"`, in Python.
bool find_annotated(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  static constexpr ByteSet kType{"A-Za-z0-9_.[], |"};
  Scan& scan = pass.scan;
  if (key.quoted || !kLetter(scan.at(at))) return false;
  const std::size_t equals = scan.skip(at, kType, 64);
  if (scan.at(equals) != '=' || scan.at(equals + 1) == '=' || scan.at(equals - 1) != ' ')
    return false;
  if (const auto value = read_quoted(pass, scan.skip(equals + 1, kBlank))) {
    mark_quoted(pass, key, *value, promise);
  } else {
    find_expression(pass, key, scan.skip(equals + 1, kBlank), promise);
  }
  return true;
}

/// `${{ secrets.X }}`, `{{ .Values.x }}`, `{get_param: x}`: an expression or a mapping in a line,
/// to whose end no password goes on.
bool stands_in_braces(Scan& scan, std::size_t at) {
  const std::size_t open = scan.at(at) == '$' ? at + 1 : at;
  if (scan.at(open) != '{') return false;
  if (scan.at(open + 1) == '{') {
    const std::size_t close = scan.mustache_end(open);
    return close < scan.line_end(at) && !kWord(scan.at(close + 2));
  }
  const std::size_t stop = std::min(scan.line_end(at), at + Scan::kNear);
  const auto text = between(scan, open, stop);
  return text.find(": ") < text.find('}');
}

}  // namespace

void find_bare_value(Pass& pass, const Key& key, const Operator& op, Promise promise) {
  Scan& scan = pass.scan;
  if (find_shell_default(pass, key, op.after, promise)) return;
  const std::size_t at = scan.skip(op.after, kBlank);
  if (at >= scan.size() || kLineEnd(scan.at(at))) return;
  if (stands_in_braces(scan, at)) return;
  const Place place = place_of(scan, key);
  if (op.kind == Operator::Kind::colon) {
    if (find_annotated(pass, key, at, promise)) return;
    find_after_colon(pass, key, at, promise, place);
  } else {
    find_after_equals(pass, key, at, promise, place);
  }
}

}  // namespace mage_lineage::redact
