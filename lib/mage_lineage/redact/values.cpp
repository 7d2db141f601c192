#include <mage_lineage/redact/values.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/bytes.hpp>
#include <mage_lineage/redact/shapes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>

namespace mage_lineage::redact {
namespace {

constexpr std::size_t kLookedAt = 128;
constexpr std::size_t kLongestReference = 512;

/// Where the template expression that begins at `i` ends, or `i`. Expressions hold no braces of
/// their own: `m{{h}o)p${e]x}}` is a password and no template.
std::size_t template_end(std::string_view v, std::size_t i) {
  static constexpr ByteSet kInside{"A-Za-z0-9_.,'\"() |:[]/=!@?*+<>~\t-"};
  static constexpr ByteSet kTagInside{"A-Za-z0-9_.,'() |:/-"};
  const auto closed = [&](std::size_t from, std::string_view close, const ByteSet& inside) {
    std::size_t at = from;
    while (at < v.size() && inside(v[at]) && v.substr(at, close.size()) != close)
      ++at;
    return v.substr(at, close.size()) == close ? at + close.size() : i;
  };
  const std::string_view rest = v.substr(i);
  if (rest.substr(0, 2) == "{{") return closed(i + 2, "}}", kInside);
  if (rest.substr(0, 2) == "${" || rest.substr(0, 2) == "#{") {
    return closed(i + 2, "}", kBytes<"A-Za-z0-9_.,'\"() |:[]/=!@?*+<>~\t$-">);
  }
  if (rest.substr(0, 2) == "$(") {
    static constexpr ByteSet kCommand{"A-Za-z0-9_ ./'\"|:=$@-"};
    const std::size_t end = closed(i + 2, ")", kCommand);
    // a value without quotes ends at the command's first blank
    return end == i &&
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
  if (rest[0] == '<' && rest.size() > 1 && kLetter(rest[1])) return closed(i + 1, ">", kTagInside);
  if (rest[0] == '$' && rest.size() > 1 && kWord(rest[1])) {
    std::size_t at = i + 1;
    while (at < v.size() && (kWord(v[at]) || v[at] == '.' || v[at] == ':'))
      ++at;
    return at;
  }
  if (rest[0] == '%' && rest.size() > 2 && kUpper(rest[1])) return closed(i + 1, "%", kWord);
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

bool starts_with_any(std::string_view v, std::initializer_list<std::string_view> heads) {
  return std::any_of(heads.begin(), heads.end(),
                     [&](std::string_view head) { return v.substr(0, head.size()) == head; });
}

bool holds_any(std::string_view v, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return v.find(part) != std::string_view::npos; });
}

bool is_one_of(std::string_view v, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), v) != words.end();
}

bool points_elsewhere(std::string_view v) {
  return starts_with_any(v, {"op://",
                             "vault:",
                             "vault://",
                             "arn:",
                             "projects/",
                             "secret://",
                             "secrets://",
                             "ssm:",
                             "ssm://",
                             "/run/secrets",
                             "@microsoft.keyvault",
                             "enc[",
                             "env:",
                             "env://",
                             "file:",
                             "keyring:",
                             "akv://",
                             "awssm://",
                             "gcpsm://",
                             "sm://",
                             "kms:",
                             "secretsmanager:",
                             "os.environ",
                             "env.",
                             "process.env",
                             "var.",
                             "local.",
                             "module.",
                             "secrets.",
                             "self.",
                             "config.",
                             "settings.",
                             "args.",
                             "ref+",
                             "doppler://",
                             "bws://",
                             "keychain:",
                             "resolve:secretsmanager",
                             "{resolve:"});
}

bool stands_for_one(std::string_view v) {
  constexpr std::size_t kLongest = 64;
  if (v.size() > kLongest) return false;
  if (is_one_of(v, {"none",     "null",     "nil",       "true",      "false",       "undefined",
                    "nan",      "string",   "str",       "text",      "bytes",       "int",
                    "integer",  "object",   "any",       "required",  "optional",    "n/a",
                    "tbd",      "todo",     "fixme",     "unset",     "empty",       "hidden",
                    "redacted", "masked",   "removed",   "secretstr", "varchar",     "not",
                    "unknown",  "changeme", "change_me", "change-me", "placeholder", "example",
                    "~",        "yes",      "no",        "on",        "off",         "dummy",
                    "foo",      "bar",      "foobar",    "..."})) {
    return true;
  }
  return starts_with_any(v, {"your", "my-", "my_", "<", "insert", "enter ", "enter_", "replace",
                             "put_", "put-", "add_your", "example", "placeholder", "xxx", "fill_",
                             "changethis", "change_this", "change-this", "todo"}) ||
         holds_any(v, {"your_", "your-", "_here", "-here", "placeholder", "xxxxxx", "goes here",
                       "changeme", "abcdefghijklm", "****", "####", "replace_me", "replace-me",
                       "redacted", "*removed*"});
}

bool is_path(std::string_view v) {
  const bool rooted = starts_with_any(v, {"/", "./", "../", "~/"}) ||
                      (v.size() > 2 && kLetter(v[0]) && v[1] == ':' && v[2] == '\\');
  if (!rooted) return false;
  return std::all_of(v.begin(), v.end(), kBytes<"A-Za-z0-9_./\\:~ {}$*-">) &&
         (v.find('.') != std::string_view::npos || std::count(v.begin(), v.end(), '/') > 1);
}

bool is_url(std::string_view v) {
  const std::size_t at = v.find("://");
  return at != std::string_view::npos &&
         std::all_of(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(at), kAlnum);
}

/// `••••`: one character beyond ASCII, repeated.
bool is_dots(std::string_view v) {
  constexpr std::size_t kBytes = 3;
  return v.size() > kBytes && (static_cast<unsigned char>(v[0]) & 0xF0U) == 0xE0U &&
         v.substr(kBytes) == v.substr(0, v.size() - kBytes);
}

bool is_mark(std::string_view v) {
  constexpr std::string_view kHead = "[REDACTED:";
  return v.substr(0, kHead.size()) == kHead && v.find(']') == v.size() - 1;
}

/// Calls `use(chunk)` for each run of letters and digits.
template <class Use>
void each_chunk(std::string_view v, Use use) {
  for (std::size_t i = 0; i < v.size();) {
    std::size_t end = i;
    while (end < v.size() && kAlnum(v[end]))
      ++end;
    if (end > i) use(v.substr(i, end - i));
    i = end + 1;
  }
}

/// True if every chunk is a word or a short number, as in `transform_orders_2024`.
bool is_wordy(std::string_view v) {
  constexpr std::size_t kYear = 4;
  constexpr std::size_t kLongestWord = 22;
  bool wordy = true;
  each_chunk(v, [&](std::string_view chunk) {
    const auto digits = std::count_if(chunk.begin(), chunk.end(), kDigit);
    const bool word = digits == 0 && chunk.size() <= kLongestWord;
    const bool number = static_cast<std::size_t>(digits) == chunk.size() && chunk.size() <= kYear;
    if (!word && !number) wordy = false;
  });
  return wordy;
}

/// True if some chunk mixes letters and digits, or both cases, as words do not.
bool has_jumble(std::string_view v) {
  constexpr std::size_t kShortest = 8;
  constexpr int kChanges = 2;
  constexpr int kCaseChanges = 5;
  constexpr std::size_t kLong = 80;
  bool found = false;
  each_chunk(v.substr(0, kLong), [&](std::string_view chunk) {
    if (chunk.size() < kShortest) return;
    int changes = 0;
    int cases = 0;
    for (std::size_t i = 1; i < chunk.size(); ++i) {
      if (kDigit(chunk[i]) != kDigit(chunk[i - 1])) ++changes;
      if (kUpper(chunk[i]) != kUpper(chunk[i - 1])) ++cases;
    }
    if (changes >= kChanges || cases >= kCaseChanges) found = true;
  });
  return found;
}

bool is_uuid(std::string_view v) {
  constexpr std::size_t kLength = 36;
  return v.size() == kLength && v[8] == '-' && v[13] == '-' && v[18] == '-' && v[23] == '-';
}

/// How many characters stand there that words and code rarely have.
std::size_t oddities(std::string_view v) {
  static constexpr ByteSet kOdd{"!@#$%^&*+?~{}"};
  return static_cast<std::size_t>(std::count_if(v.begin(), v.end(), kOdd));
}

/// A variable of SQL or a shell: `@password`, `:pw`, `&pw`.
bool is_variable(std::string_view v) {
  static constexpr ByteSet kSigil{"@:&$%?"};
  return v.size() > 1 && kSigil(v[0]) && std::all_of(v.begin() + 1, v.end(), kBytes<"A-Za-z_">);
}

/// The rest of a line of code behind a quote that closes: `input("Password: ", hide=True)`.
bool is_code_behind_quote(std::string_view v) {
  static constexpr ByteSet kCloser{",;)]}"};
  static constexpr ByteSet kNext{" ),:;.]}\n"};
  return kCloser(v[0]) && (v.size() == 1 || kNext(v[1]));
}

std::size_t words_in(std::string_view v) {
  return static_cast<std::size_t>(std::count(v.begin(), v.end(), ' ')) + 1;
}

/// A constant that names a secret instead of being one: `PASSWORD = "password"`, `"db_password"`.
bool names_a_secret(std::string_view name, std::string_view lower) {
  if (is_one_of(lower,
                {"password",     "passwd",        "pwd",        "pass",          "passphrase",
                 "secret",       "token",         "api_key",    "apikey",        "api-key",
                 "access_token", "refresh_token", "key",        "client_secret", "secret_key",
                 "access_key",   "private_key",   "credential", "credentials",   "bearer",
                 "auth",         "authorization", "username",   "user"})) {
    return true;
  }
  if (text::iequals(name, lower)) return true;
  return lower.find('_') != std::string_view::npos && is_wordy(lower) &&
         std::all_of(lower.begin(), lower.end(), kWord) && promise_of(lower) != Promise::nothing;
}

/// A sentence for people: `Please enter your password`.
bool is_prose(std::string_view lower) {
  constexpr std::size_t kLongest = 5;
  if (lower.find(' ') == std::string_view::npos) return false;
  if (words_in(lower) > kLongest) return true;
  return holds_any(
      lower, {"password", "enter ", "please", "your ",  "the ", "must",       "invalid", "required",
              " is ",     " not ",  "token",  "secret", " key", "credential", "%s",      "{}",
              ": ",       "...",    "cannot", "can't",  " to ", " of ",       " for "});
}

bool keeps_password(std::string_view name, std::string_view v, std::string_view lower, Form form) {
  constexpr std::size_t kShortest = 3;
  if (v.size() < kShortest) return false;
  if (is_path(v) || is_url(v)) return false;
  if (v[0] == '/' && text::iequals(name, "pwd")) return false;  // the working directory
  if (form == Form::quoted) return !names_a_secret(name, lower) && !is_prose(lower);
  if (form == Form::plain) return !is_prose(lower);
  // Without quotes, in a text that may be code: `hunter2`, not `get_password` or `self.pw`
  return !is_variable(v) && (!is_wordy(v) || oddities(v) > 0);
}

bool keeps_secret(std::string_view name, std::string_view v, std::string_view lower, Form form) {
  constexpr std::size_t kShortest = 6;
  constexpr std::size_t kLongWords = 12;
  if (v.size() < kShortest || is_path(v) || is_url(v)) return false;
  constexpr std::size_t kManyOdd = 3;
  constexpr std::size_t kLong = 20;
  constexpr double kMonotone = 1.6;
  if (v.find(' ') != std::string_view::npos) return oddities(v) > kManyOdd && !is_wordy(v);
  if (v.size() >= kLong && entropy(v) < kMonotone) return false;
  if (is_variable(v)) return false;
  if (!is_wordy(v) || oddities(v) >= kManyOdd) return true;
  if (form == Form::guess || names_a_secret(name, lower)) return false;
  if (oddities(v) > 0) return true;
  const Promise own = promise_of(v);
  return v.size() >= kLongWords && (own == Promise::nothing || own == Promise::key) &&
         find_any(v, kBytes<"_/.">) == std::string_view::npos;
}

bool keeps_token(std::string_view v, Form form) {
  constexpr std::size_t kShortest = 8;
  constexpr std::size_t kRandom = 16;
  if (v.size() < kShortest || is_path(v) || is_url(v)) return false;
  if (v.find(' ') != std::string_view::npos) return false;
  constexpr double kMonotone = 1.6;
  if (v.size() >= kRandom && entropy(v) < kMonotone) return false;
  if (form == Form::guess) return looks_random(v, kShortest);
  // `948277410`, `mage1337`, and whatever no word looks like
  const bool digits = std::any_of(v.begin(), v.end(), kDigit);
  if (std::all_of(v.begin(), v.end(), kDigit)) return form == Form::plain;
  return !is_wordy(v) && (has_jumble(v) || v.size() >= kRandom || digits);
}

}  // namespace

bool is_reference(std::string_view value) {
  const std::string_view v = text::trim(value);
  if (v.empty() || is_mark(v)) return true;
  if (v.size() > kLongestReference) return false;
  const std::string lower = text::ascii_lower(v);
  return is_filler(v) || is_dots(v) || is_code_behind_quote(v) || stands_for_one(lower) ||
         points_elsewhere(lower) || is_template(v);
}

bool looks_random(std::string_view value, std::size_t shortest) {
  constexpr double kBits = 2.6;
  const std::string_view v = value.substr(0, std::max(kLookedAt, shortest));
  if (v.size() < shortest || !has_jumble(v) || entropy(v) < kBits) return false;
  return std::all_of(v.begin(), v.end(), kBytes<"!-~">) && !is_path(v) && !is_url(v);
}

bool keeps(Promise promise, std::string_view name, std::string_view value, Form form) {
  constexpr std::size_t kCredential = 10;
  constexpr std::size_t kKey = 20;
  std::string_view v = text::trim(value).substr(0, kLookedAt);
  v = text::trim(v.substr(0, v.find('\n')));  // the first line speaks for a text of several
  if (promise == Promise::nothing || v.empty() || is_mark(v)) return false;
  // What costs least and says no most often comes first.
  if (promise == Promise::credential && (!looks_random(v, kCredential) || is_uuid(v))) return false;
  if (promise == Promise::key && (!looks_random(v, kKey) || is_uuid(v))) return false;
  if (promise == Promise::token && !keeps_token(v, form)) return false;
  const std::string lower = text::ascii_lower(v);
  if (promise == Promise::password && !keeps_password(name, v, lower, form)) return false;
  if (promise == Promise::secret && !keeps_secret(name, v, lower, form)) return false;
  return !is_reference(value);
}

}  // namespace mage_lineage::redact
