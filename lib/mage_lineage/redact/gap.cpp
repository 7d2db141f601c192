#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/assignment.hpp>

#include <algorithm>
#include <initializer_list>

namespace mage_lineage::redact {
namespace {

constexpr std::size_t kLong =
    32;  ///< random text this long is a secret behind its name in any syntax

std::string_view between(const Scan& scan, std::size_t begin, std::size_t end) {
  return scan.text().substr(begin, end - begin);
}

/// The option of a command line: `--password hunter2`, `-secret "…"`.
void find_option(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  constexpr std::size_t kShortest = 12;
  Scan& scan = pass.scan;
  if (const auto value = read_quoted(pass, at)) {
    mark_quoted(pass, key, *value, promise);
    return;
  }
  const std::size_t end = std::min(scan.word_end(at), scan.bare_end(at));
  const auto text = between(scan, at, end);
  if (text.empty() || text.front() == '-' || text.front() == '[') return;
  if (text::iequals(text, key.name) || !keeps(promise, key.name, text, Form::plain)) return;
  // In a usage text the next word is the option's type or the start of its description.
  const bool made_up = promise == Promise::password && keeps(promise, key.name, text, Form::quoted);
  const bool issued = looks_random(text, 8) ||
                      (text.size() >= kShortest && std::any_of(text.begin(), text.end(), kDigit));
  if (made_up || issued) pass.mark(at, end, RuleId::command_line);
}

/// .netrc and its kin: `login me password hunter2`, on one line or two.
bool follows_login(const Scan& scan, const Key& key) {
  static constexpr ByteSet kGraphic{"!-~"};
  std::size_t i = scan.skip_back(key.begin, kSpace);
  if (i == key.begin) return false;
  i = scan.skip_back(i, kGraphic);
  for (const std::string_view word : {"and", "or", "nor"}) {
    if (scan.starts(i, word) && kSpace(scan.at(i + word.size()))) return false;
  }
  const std::size_t word_end = scan.skip_back(i, kBlank);
  const std::size_t word = scan.skip_back(word_end, kLetter);
  return last_word_is(between(scan, word, word_end), {"login", "username", "user", "account"});
}

/// `token string = "…"`, as Go declares it.
bool find_declared(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  for (const std::string_view type : {"string ", "String ", "str "}) {
    if (!scan.starts(at, type)) continue;
    const std::size_t equals = scan.skip(at + type.size(), kBlank);
    if (scan.at(equals) != '=') return false;
    if (const auto value = read_quoted(pass, scan.skip(equals + 1, kBlank))) {
      mark_quoted(pass, key, *value, promise);
    }
    return true;
  }
  return false;
}

/// `password is hunter2`, in prose and comments.
bool find_told(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  constexpr std::size_t kShortest = 6;
  Scan& scan = pass.scan;
  if (!scan.starts(at, "is ") && !scan.starts(at, "is: ") && !scan.starts(at, "was ")) return false;
  if (promise != Promise::password || pass.language() == Language::sql) return true;
  const std::size_t begin = scan.skip(scan.skip(at, kLetter), kBytes<": \t">);
  if (const auto value = read_quoted(pass, begin)) {
    mark_quoted(pass, key, *value, promise);
    return true;
  }
  std::size_t end = std::min(scan.word_end(begin), begin + Scan::kNear);
  while (end > begin && kBytes<".,;:)">(scan.at(end - 1)))
    --end;
  const auto text = between(scan, begin, end);
  const bool mixed = std::any_of(text.begin(), text.end(), kLetter) &&
                     std::any_of(text.begin(), text.end(), kDigit);
  if (text.size() >= kShortest && mixed && text.find('(') == std::string_view::npos &&
      keeps(promise, key.name, text, Form::guess)) {
    pass.mark(begin, end, RuleId::password);
  }
  return true;
}

/// `SECRET KEY: …`: a name of two words.
bool find_two_words(Pass& pass, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  for (const std::string_view word : {"key:", "KEY:", "Key:"}) {
    if (!scan.starts(at, word)) continue;
    const std::size_t begin = scan.skip(at + word.size(), kBlank);
    const std::size_t end = scan.bare_end(begin);
    if (looks_random(between(scan, begin, end), 8)) pass.mark(begin, end, rule_of(promise));
    return true;
  }
  return false;
}

/// `PASSWORD $$hunter2$$`, `PASSWORD $tag$hunter2$tag$`, as PostgreSQL quotes (manual, 4.1.2.4).
bool find_dollar_quoted(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  if (scan.at(at) != '$') return false;
  const std::size_t begin = scan.skip(at + 1, kWord, 64) + 1;
  if (scan.at(begin - 1) != '$') return false;
  const std::string_view quote = between(scan, at, begin);
  const std::size_t stop = std::min(scan.size(), begin + Scan::kNear);
  const auto end = between(scan, 0, stop).find(quote, begin);
  if (end == std::string_view::npos) return false;
  if (keeps(promise, key.name, between(scan, begin, end), Form::plain)) {
    pass.mark(begin, end, RuleId::sql_password);
  }
  return true;
}

/// `password "hunter2"`, `PASSWORD 'hunter2'`.
void find_quoted_neighbour(Pass& pass, const Key& key, const Quoted& value, Promise promise) {
  Scan& scan = pass.scan;
  if (!value.closed || promise == Promise::token || promise == Promise::key) return;
  const auto text = between(scan, value.begin, value.end);
  if (find_any(text, kBlank) != std::string_view::npos || kWord(scan.at(value.after))) return;
  if (text::iequals(key.name, "pass")) return;  // the verb
  const bool sql = last_word_is(text::trim(before_key(scan, key)),
                                {"with", "login", "encrypted", "user", "role", "by", "superuser"});
  const Form form = sql || promise == Promise::password ? Form::plain : Form::guess;
  if (keeps(promise, key.name, text, form)) {
    pass.mark(value.begin, value.end, sql ? RuleId::sql_password : rule_of(promise));
  }
}

}  // namespace

void find_after_gap(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  if (key.flag) return find_option(pass, key, at, promise);
  if (key.quoted || find_declared(pass, key, at, promise) || find_told(pass, key, at, promise) ||
      find_two_words(pass, at, promise)) {
    return;
  }
  if (find_dollar_quoted(pass, key, at, promise)) return;
  if (const auto value = read_quoted(pass, at)) {
    return find_quoted_neighbour(pass, key, *value, promise);
  }
  if (pass.is_code()) return;
  const std::size_t end = std::min(scan.word_end(at), at + Scan::kNear);
  const auto text = between(scan, at, end);
  if (promise == Promise::password && follows_login(scan, key)) {
    if (!kBytes<",.">(text.back()) && !is_reference(text)) pass.mark(at, end, RuleId::password);
  } else if (last_word_is(text::trim(before_key(scan, key)), {"ENV"})) {  // Dockerfile, old form
    if (keeps(promise, key.name, text, Form::plain)) pass.mark(at, end, rule_of(promise));
  } else if (promise != Promise::key && looks_random(text, kLong)) {
    if (keeps(promise, key.name, text, Form::guess)) pass.mark(at, end, rule_of(promise));
  }
}

}  // namespace mage_lineage::redact
