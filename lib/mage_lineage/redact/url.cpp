#include <mage_lineage/redact/finders.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>

namespace mage_lineage::redact {
namespace {

constexpr std::size_t kLongest = 256;  ///< bytes of user information that are looked at

/// Where an authority that begins at `at` must end: white space, quotes, brackets; template
/// expressions are stepped over, for `{{ env_var('X') }}` holds blanks and quotes.
std::size_t authority_end(Scan& scan, std::size_t at) {
  static constexpr ByteSet kStop{" \t\n\r\"'`<>\\|"};
  const std::size_t stop = std::min(scan.size(), at + kLongest);
  std::size_t i = at;
  bool host = false;  // behind an `@`, where a slash begins the path
  while (i < stop && !(host && scan.at(i) == '/') &&
         (!kStop(scan.at(i)) || (scan.at(i) == '<' && kLetter(scan.at(i + 1))))) {
    if (scan.at(i) == '{' && scan.at(i + 1) == '{') {
      const std::size_t close = scan.mustache_end(i);
      if (close >= stop) return i;
      i = close + 2;
    } else if (scan.at(i) == '<') {
      const std::size_t close = scan.skip(i + 1, kBytes<"A-Za-z0-9_ -">, 64);
      if (scan.at(close) != '>') return i;
      i = close + 1;
    } else {
      host = host || scan.at(i) == '@';
      ++i;
    }
  }
  return i;
}

/// The `@` that ends the user information in [begin, end), or `end`. The last one before the path
/// counts: people write `@`, `#` and `/` into passwords as they are.
std::size_t user_info_end(const Scan& scan, std::size_t begin, std::size_t end) {
  std::size_t path = begin;
  int depth = 0;
  for (; path < end; ++path) {
    const char c = scan.at(path);
    if (c == '{') ++depth;
    if (c == '}' && depth > 0) --depth;
    if (depth == 0 && (c == '/' || c == ',')) break;
  }
  const auto at_sign = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = to; i > from; --i) {
      if (scan.at(i - 1) == '@') return i - 1;
    }
    return end;
  };
  const std::size_t at = at_sign(begin, path);
  if (at != end || path == end || scan.at(path) == ',') return at;
  // A slash in the password: `user:pa/ss@host`; but `host:8080/@scope` is no user information.
  const std::size_t colon = scan.text().substr(0, path).find(':', begin);
  if (colon == std::string_view::npos || colon + 1 == path) return end;
  const std::size_t digits = scan.skip(colon + 1, kDigit);
  if (digits == path) return end;
  std::size_t stop = path;
  while (stop < end && scan.at(stop) != '?' && scan.at(stop) != '&')
    ++stop;
  const std::size_t last = at_sign(path, stop);
  return last != end && kAlnum(scan.at(last + 1)) ? last : end;
}

bool is_example(std::string_view user, std::string_view password) {
  const auto is = [](std::string_view v, std::string_view word) { return text::iequals(v, word); };
  const bool word = is(password, "password") || is(password, "pass") || is(password, "pwd") ||
                    is(password, "passwd") || is(password, "pw");
  const bool someone =
      is(user, "user") || is(user, "username") || is(user, "login") || is(user, "usr");
  return word && someone;
}

}  // namespace

void find_url_password(Pass& pass, std::size_t, std::size_t end) {
  Scan& scan = pass.scan;
  std::size_t from = end;
  if (scan.at_sign(end) - end > kLongest) return;
  // Several hosts may carry user information each: `mongodb://a:x@h1,b:y@h2`.
  for (int hosts = 0; hosts < 16; ++hosts) {
    const std::size_t stop = authority_end(scan, from);
    const std::size_t at = user_info_end(scan, from, stop);
    if (at == stop) return;
    const std::string_view info = scan.text().substr(from, at - from);
    std::size_t colon = info.find(':');
    if (info.substr(0, 2) == "{{" || info.substr(0, 1) == "{" || info.substr(0, 2) == "${") {
      const auto close = info.find('}');
      colon = close == std::string_view::npos ? colon : info.find(':', close);
    }
    if (colon == std::string_view::npos) {
      if (looks_random(info, 16)) pass.mark(from, at, RuleId::url_password);
    } else {
      const std::string_view password = info.substr(colon + 1);
      if (!is_reference(password) && !is_example(info.substr(0, colon), password)) {
        pass.mark(from + colon + 1, at, RuleId::url_password);
      } else if (looks_random(info.substr(0, colon), 20)) {
        pass.mark(from, from + colon, RuleId::url_password);
      }
    }
    const std::size_t next = scan.skip(at + 1, kBytes<"A-Za-z0-9_.:-">);
    if (scan.at(next) != ',') return;
    from = next + 1;
  }
}

void find_signature(Pass& pass, std::size_t begin, std::size_t end) {
  static constexpr ByteSet kSignature{"A-Za-z0-9%+/=_-"};
  constexpr std::size_t kShortest = 20;
  constexpr std::size_t kGlance = 64;
  Scan& scan = pass.scan;
  if (begin > 0 && kLetter(scan.at(begin - 1)) && scan.at(begin) == 's') return;
  if (kQuote(scan.at(end))) ++end;
  std::size_t stop = scan.skip(end, kSignature, kGlance);
  if (!looks_random(scan.text().substr(end, stop - end), kShortest)) return;
  while (stop < scan.size() && kSignature(scan.at(stop)))
    ++stop;
  pass.mark(end, stop, RuleId::signed_url);
}

void find_webhook(Pass& pass, std::size_t begin, std::size_t end) {
  static constexpr ByteSet kPath{"A-Za-z0-9/_@.=-"};
  constexpr std::size_t kShortest = 20;
  Scan& scan = pass.scan;
  const std::size_t stop = scan.skip(end, kPath, kLongest);
  const std::string_view path = scan.text().substr(end, stop - end);
  if (path.size() < kShortest || std::none_of(path.begin(), path.end(), kDigit)) return;
  if (is_reference(path)) return;
  // The host tells who is called; whole URLs are marked, for their parts identify the channel.
  std::size_t from = begin;
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (begin >= scheme.size() && scan.starts(begin - scheme.size(), scheme))
      from = begin - scheme.size();
  }
  pass.mark(from, stop, RuleId::webhook_url);
}

}  // namespace mage_lineage::redact
