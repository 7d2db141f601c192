#include <mage_lineage/redact/finders.hpp>

namespace mage_lineage::redact {
namespace {

constexpr std::string_view kEntity = "&quot;";
constexpr std::size_t kDeepest = 8;  ///< backslashes before a quote, as of JSON in JSON in JSON

/// `r`, `f`, `b`, `u`, `N` and their pairs, C#'s `@` and `$`.
std::size_t skip_prefix(const Scan& scan, std::size_t at) {
  static constexpr ByteSet kPrefix{"rRbBuUfFnN@$"};
  std::size_t i = at;
  while (i < at + 2 && kPrefix(scan.at(i)))
    ++i;
  return kQuote(scan.at(i)) ? i : at;
}

Quoted triple(Pass& pass, std::size_t begin, char quote) {
  Scan& scan = pass.scan;
  const std::size_t end = scan.triple_end(begin, quote);
  if (end < scan.size()) return {begin, end, end + 3, true};
  const std::size_t line = scan.line_end(begin);
  return {begin, line, line, false};
}

/// The closing quote of random text that goes on in the next lines, as YAML folds it; `end` if
/// none.
std::size_t folded_end(const Scan& scan, std::size_t begin, std::size_t end, char quote) {
  constexpr std::size_t kShortest = 24;
  constexpr std::size_t kLongest = 4096;
  if (!kLineEnd(scan.at(end)) || !looks_random(scan.text().substr(begin, end - begin), kShortest)) {
    return end;
  }
  const std::size_t close = scan.skip(end, kBytes<"A-Za-z0-9+/=_. \t\r\n\\-">, kLongest);
  return scan.at(close) == quote ? close : end;
}

}  // namespace

std::optional<Quoted> read_quoted(Pass& pass, std::size_t at) {
  Scan& scan = pass.scan;
  if (scan.starts(at, kEntity)) {
    const std::size_t begin = at + kEntity.size();
    const std::size_t stop = scan.line_end(begin);
    const std::size_t near = std::min(stop, begin + Scan::kNear);
    const std::size_t end = scan.text().substr(0, near).find(kEntity, begin);
    if (end == std::string_view::npos) return std::nullopt;
    return Quoted{begin, end, end + kEntity.size(), true};
  }
  std::size_t i = at;
  while (i < at + kDeepest && scan.at(i) == '\\')
    ++i;
  const std::size_t depth = i - at;
  if (depth == 0) i = skip_prefix(scan, at);
  const char quote = scan.at(i);
  if (!kQuote(quote)) return std::nullopt;
  if (depth == 0 && scan.at(i + 1) == quote && scan.at(i + 2) == quote) {
    return triple(pass, i + 3, quote);
  }
  const std::size_t begin = i + 1;
  std::size_t end = depth == 0 ? scan.quote_end(begin, quote) : scan.raw_quote_end(begin, quote);
  if (scan.at(end) == quote) {
    // YAML and SQL write a quote in single quotes twice
    while (depth == 0 && quote == '\'' && end > begin && scan.at(end + 1) == quote) {
      const std::size_t next = scan.quote_end(end + 2, quote);
      if (scan.at(next) != quote) break;
      end = next;
    }
    const std::size_t after = end + 1;
    for (std::size_t k = 0; k < depth && end > begin && scan.at(end - 1) == '\\'; ++k)
      --end;
    return Quoted{begin, end, after, true};
  }
  end = std::min(end, scan.word_end(begin));
  if (const std::size_t close = folded_end(scan, begin, end, quote); close > end) {
    return Quoted{begin, close, close + 1, true};
  }
  return Quoted{begin, end, end, false};
}

RuleId rule_of(Promise promise) {
  switch (promise) {
    case Promise::password:
      return RuleId::password;
    case Promise::token:
      return RuleId::token;
    case Promise::key:
      return RuleId::api_key;
    case Promise::credential:
      return RuleId::credential;
    case Promise::secret:
    case Promise::nothing:
      break;
  }
  return RuleId::secret;
}

}  // namespace mage_lineage::redact
