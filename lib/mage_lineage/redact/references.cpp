#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/bytes.hpp>
#include <mage_lineage/redact/chunks.hpp>
#include <mage_lineage/redact/names.hpp>
#include <mage_lineage/redact/pass.hpp>
#include <mage_lineage/redact/placeholder.hpp>
#include <mage_lineage/redact/shapes.hpp>
#include <mage_lineage/redact/values.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace mage_lineage::redact {
namespace {

constexpr std::size_t kLongestReference = 512;

/// An expression without the names that calls and brackets take: `env_var()` of `env_var('X')`.
std::string without_arguments(std::string_view expression) {
  std::string out;
  char before = '\0';  // the last byte that is no blank
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    const bool argument = kBytes<"([,=">(before) && kQuote(c);
    const auto close = argument ? expression.find(c, i + 1) : std::string_view::npos;
    if (close == std::string_view::npos) {
      out.push_back(c);
    } else {
      i = close;
    }
    if (!kBlank(c)) before = c;
  }
  return out;
}

/// True for what names and calls something. `{{ 'hunter2' }}` is a text in braces, and
/// `{9fKs02lqPz7}` no name; a default beside a variable is for the rule of defaults.
bool names_something(std::string_view expression) {
  const std::string_view e = text::trim(expression);
  if (e.empty()) return true;
  if (kQuote(e[0])) return false;
  const std::string rest = without_arguments(e);
  if (has_nameless_chunk(rest)) return false;
  const std::string_view first = e.substr(0, std::min(find_any(e, kBytes<" .:!-">), e.size()));
  if (kDigit(e[0]) && !std::all_of(first.begin(), first.end(), kDigit)) return false;
  const bool default_rule = e.find("env_var(") != std::string_view::npos;
  return default_rule || !holds_any(e, {" or '", " or \"", " else '", " else \"", "default('",
                                        "default(\"", "| d('", "| d(\""});
}

/// What a `$` at the start of a word refers to: `$DB_PASSWORD`, `$1`, `$db_password`,
/// `$inputs.password`; where it ends, or `i`. `$uperman2024` is a password.
std::size_t variable_end(std::string_view v, std::size_t i) {
  std::size_t end = i + 1;
  while (end < v.size() && (kWord(v[end]) || v[end] == '.'))
    ++end;
  const std::string_view name = v.substr(i + 1, end - i - 1);
  const auto all = [&](const ByteSet& set) { return std::all_of(name.begin(), name.end(), set); };
  if (name.empty()) return i;
  if (all(kBytes<"A-Z0-9_">)) {
    constexpr std::size_t kPositional = 2;
    return kDigit(name[0]) && !(all(kDigit) && name.size() <= kPositional) ? i : end;
  }
  if (has_nameless_chunk(name)) return i;
  if (name.find('.') != std::string_view::npos && all(kBytes<"A-Za-z_.">)) return end;
  const bool known = promise_of(name) != Promise::nothing || is_plain_setting(name);
  return all(kBytes<"a-z_">) && known ? end : i;
}

/// Where the template expression that begins at `i` ends, or `i`. Expressions hold no braces of
/// their own: `m{{h}o)p${e]x}}` is a password and no template.
std::size_t template_end(std::string_view v, std::size_t i) {
  static constexpr ByteSet kInside{"A-Za-z0-9_.,'\"() |:[]/=!@?*+<>~\t-"};
  static constexpr ByteSet kTagInside{"A-Za-z0-9_.,'() |:/-"};
  const auto closed = [&](std::size_t from, std::string_view close, const ByteSet& inside) {
    std::size_t at = from;
    while (at < v.size() && inside(v[at]) && v.substr(at, close.size()) != close)
      ++at;
    std::string_view named = v.substr(from, at - from);
    if (v[i] == '$') named = named.substr(0, named.find_first_of(":-?"));  // a default is no name
    const bool ends = v.substr(at, close.size()) == close;
    return ends && names_something(named) ? at + close.size() : i;
  };
  const std::string_view rest = v.substr(i);
  if (rest.substr(0, 2) == "{{") return closed(i + 2, "}}", kInside);
  if (rest.substr(0, 2) == "<%") return closed(i + 2, "%>", kBytes<"A-Za-z0-9_.,'\"() |:[]=-">);
  if (rest.substr(0, 2) == "${" || rest.substr(0, 2) == "#{") {
    return closed(i + 2, "}", kBytes<"A-Za-z0-9_.,'\"() |:[]/=!@?*+<>~\t$-">);
  }
  if (rest.substr(0, 2) == "$(") {
    static constexpr ByteSet kCommand{"A-Za-z0-9_ ./'\"|:=$@-"};
    const std::size_t end = closed(i + 2, ")", kCommand);
    // a value without quotes ends at the command's first blank
    return end == i && names_something(rest.substr(2)) &&
                   std::all_of(v.begin() + static_cast<std::ptrdiff_t>(i) + 2, v.end(), kCommand)
               ? v.size()
               : end;
  }
  if (rest.substr(0, 2) == "%(") return closed(i + 2, ")s", kWord);
  if (rest.substr(0, 2) == "%s" || rest.substr(0, 2) == "%d") return i + 2;
  if (rest[0] == '{') {
    // `{Az!9-q}` is a password as ODBC quotes it: in a format only a conversion follows a `!`
    const auto odd = rest.find('!');
    if (odd < rest.find('}') && !kBytes<"rsa">(odd + 1 < rest.size() ? rest[odd + 1] : ' '))
      return i;
    return closed(i + 1, "}", kInside);
  }
  if (rest[0] == '<' && rest.size() > 1 && kAlnum(rest[1])) return closed(i + 1, ">", kTagInside);
  if (rest[0] == '$' && rest.size() > 1 && kWord(rest[1])) return variable_end(v, i);
  if (rest[0] == '%' && rest.size() > 2 && kUpper(rest[1])) {
    return closed(i + 1, "%", kBytes<"A-Z0-9_">);
  }
  return i;
}

/// True if nothing of weight is left beside template expressions.
bool is_template(std::string_view v) {
  constexpr std::size_t kRest = 3;
  std::size_t rest = 0;
  bool found = false;
  if (find_any(v, kBytes<"{$%<#">) == std::string_view::npos) return false;
  for (std::size_t i = 0; i < v.size();) {
    // `super$ecret` is a password: a `$name` counts as a reference at the start of a word alone
    const bool inside = v[i] == '$' && i > 0 && kWord(v[i - 1]);
    const std::size_t end = inside ? i : template_end(v, i);
    if (end > i) {
      found = true;
      i = end;
      continue;
    }
    if (kAlnum(v[i])) ++rest;
    ++i;
  }
  return found && rest <= kRest;
}

/// `vault:secret/data/pg#password`, `config.db.password`: a way to a secret, made of names.
bool points_elsewhere(std::string_view v) {
  static constexpr ByteSet kWay{"A-Za-z0-9_./:#@()[]'\", {}$=|~\\-"};
  if (starts_with_any(v, {"op://",       "vault://", "secret://",     "secrets://",
                          "ssm://",      "env://",   "akv://",        "awssm://",
                          "gcpsm://",    "sm://",    "doppler://",    "bws://",
                          "keychain://", "ref+",     "/run/secrets/", "@microsoft.keyvault(",
                          "enc[",        "arn:aws",  "{resolve:",     "{{resolve:"})) {
    return true;
  }
  return starts_with_any(v, {"vault:", "projects/",       "ssm:",
                             "env:",   "file:",           "keyring:",
                             "kms:",   "secretsmanager:", "os.environ",
                             "env.",   "process.env",     "var.",
                             "local.", "module.",         "secrets.",
                             "self.",  "config.",         "settings.",
                             "args.",  "keychain:",       "resolve:secretsmanager"}) &&
         std::all_of(v.begin(), v.end(), kWay) && !has_nameless_chunk(v);
}

/// `••••`: one character beyond ASCII, repeated.
bool is_dots(std::string_view v) {
  constexpr std::size_t kBytes = 3;
  return v.size() > kBytes && (static_cast<unsigned char>(v[0]) & 0xF0U) == 0xE0U &&
         v.substr(kBytes) == v.substr(0, v.size() - kBytes);
}

/// The rest of a line of code behind a quote that closes: `input("Password: ", hide=True)`.
bool is_code_behind_quote(std::string_view v) {
  static constexpr ByteSet kCloser{",;)]}"};
  static constexpr ByteSet kNext{" ),:;.]}\n"};
  return kCloser(v[0]) && (v.size() == 1 || kNext(v[1]));
}

}  // namespace

bool is_reference(std::string_view value) {
  const std::string_view v = text::trim(value);
  if (v.empty() || mark_length(v, 0) == v.size()) return true;
  if (v.size() > kLongestReference) return false;
  return is_filler(v) || is_dots(v) || is_code_behind_quote(v) || is_placeholder(v) ||
         points_elsewhere(text::ascii_lower(v)) || is_template(v);
}

}  // namespace mage_lineage::redact
