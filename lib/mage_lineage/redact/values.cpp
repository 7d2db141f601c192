#include <mage_lineage/redact/values.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/bytes.hpp>
#include <mage_lineage/redact/chunks.hpp>
#include <mage_lineage/redact/pass.hpp>
#include <mage_lineage/redact/shapes.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace mage_lineage::redact {
namespace {

constexpr std::size_t kLookedAt = 128;

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

/// What a template writes whichever way it goes: `{% if x %}hunter2{% endif %}` without its tags.
std::string without_tags(std::string_view v) {
  std::string out;
  for (std::size_t i = 0; i < v.size();) {
    const auto close = v.substr(i, 2) == "{%" ? v.find("%}", i + 2) : std::string_view::npos;
    if (close != std::string_view::npos) {
      i = close + 2;
    } else {
      out.push_back(v[i++]);
    }
  }
  return out;
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
  if (promise == Promise::nothing || v.empty() || mark_length(v, 0) == v.size()) return false;
  if (v.find("{%") != std::string_view::npos) {
    const std::string rest = without_tags(v);
    if (rest.size() < v.size()) return keeps(promise, name, rest, form);
  }
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
