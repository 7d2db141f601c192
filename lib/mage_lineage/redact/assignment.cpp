#include <mage_lineage/redact/assignment.hpp>

#include <mage_lineage/core/text.hpp>

namespace mage_lineage::redact {
namespace {

constexpr ByteSet kNameByte{"A-Za-z0-9_.-"};
constexpr std::size_t kLongestName = 96;

/// Where the name at [begin, end) really begins: `\nPASSWORD` in a quoted text is `PASSWORD`.
std::size_t without_escape(const Scan& scan, std::size_t begin, std::size_t least) {
  static constexpr ByteSet kEscape{"nrt"};
  const bool escaped = begin > 0 && scan.at(begin - 1) == '\\' && kEscape(scan.at(begin));
  return escaped && begin < least ? begin + 1 : begin;
}

/// `=`, `:`, `=>`, `:=`, `==` … from `at` on.
Operator read_operator(const Scan& scan, std::size_t at, const Key& key) {
  constexpr std::size_t kMostBlanks = 64;
  const std::size_t i = scan.skip(at, kBlank, kMostBlanks);
  const char c = scan.at(i);
  const char next = scan.at(i + 1);
  if (c == '=') {
    if (next == '>') return {Operator::Kind::assign, i + 2};
    if (next == '~') return {};
    if (next == '=') return {Operator::Kind::compare, scan.skip(i, kBytes<"=">, 3)};
    return {Operator::Kind::assign, i + 1};
  }
  if (c == ':') {
    const std::size_t behind = scan.skip(i, kBytes<":">, 4);
    if (scan.at(behind) == '=') return {Operator::Kind::assign, behind + 1};
    if (scan.starts(behind, "** ")) return {Operator::Kind::colon, behind + 2};  // Markdown
    return behind == i + 1 ? Operator{Operator::Kind::colon, behind} : Operator{};
  }
  if (c == '!' && next == '=') return {Operator::Kind::compare, scan.skip(i + 1, kBytes<"=">, 2)};
  if (next == '=' && (c == '?' || c == '.' || c == '+')) return {Operator::Kind::assign, i + 2};
  if (c == ',' && key.quoted) return {Operator::Kind::comma, i + 1};
  if (c == '>' && (key.in_tag || key.quoted)) return {Operator::Kind::element, i + 1};
  if (scan.starts(i, "%3D") || scan.starts(i, "%3d")) return {Operator::Kind::assign, i + 3};
  if (c == '(' && i == at) return {Operator::Kind::call, i + 1};
  if (scan.starts(i, "<-")) return {Operator::Kind::assign, i + 2};
  if (i > at) return {Operator::Kind::gap, i};
  return {};
}

/// `access key: …`, where the words are parted by a blank.
bool follows_opening_word(const Scan& scan, const Key& key) {
  if (key.begin < 2 || scan.at(key.begin - 1) != ' ' || !text::iequals(key.name, "key"))
    return false;
  const std::size_t word = scan.skip_back(key.begin - 1, kLetter, 16);
  for (const std::string_view opening :
       {"access", "secret", "api", "account", "private", "encryption"}) {
    if (text::iequals(scan.text().substr(word, key.begin - 1 - word), opening)) return true;
  }
  return false;
}

}  // namespace

Key read_key(const Scan& scan, std::size_t begin, std::size_t end) {
  Key key;
  key.begin = scan.skip_back(begin, kNameByte, kLongestName);
  key.begin = without_escape(scan, key.begin, begin);
  key.end = scan.skip(end, kNameByte, kLongestName);
  static constexpr ByteSet kEdge{".-"};
  while (key.begin < begin && kEdge(scan.at(key.begin))) {
    key.flag = scan.at(key.begin) == '-';
    ++key.begin;
  }
  while (key.end > end && kEdge(scan.at(key.end - 1)))
    --key.end;
  const char before = key.begin > 0 ? scan.at(key.begin - 1) : '\0';
  std::size_t after = key.end;
  if (scan.at(after) == '[' && kDigit(scan.at(after + 1))) {  // `char password[25]`
    const std::size_t close = scan.skip(after + 1, kDigit, 8);
    if (scan.at(close) == ']') after = close + 1;
  }
  if (scan.starts(after, "&quot;")) {
    key.quoted = true;
    after += 6;
  } else {
    const std::size_t quote = scan.skip(after, kBytes<"\\">, 8);
    if (kQuote(scan.at(quote)) && (!key.flag || scan.at(quote + 1) == ',')) {
      key.quoted = true;
      after = quote + 1;
    }
  }
  // `cfg["password"] = …`, `cfg[ConfigKey.PASSWORD] = …`, R's `cfg[["password"]] <- …`
  if (scan.at(after) == ']' && (key.quoted || before == '['))
    after = scan.skip(after, kBytes<"]">, 2);
  key.in_tag = before == '<';
  key.after = after;
  key.name = scan.text().substr(key.begin, key.end - key.begin);
  return key;
}

std::string_view before_key(const Scan& scan, const Key& key) {
  std::size_t stop = key.begin;
  while (stop > 0 && stop + 8 > key.begin &&
         (kQuote(scan.at(stop - 1)) || scan.at(stop - 1) == '\\')) {
    --stop;
  }
  const std::size_t from = stop > 80 ? stop - 80 : 0;
  std::string_view before = scan.text().substr(from, stop - from);
  const auto line = find_last(before, kLineEnd);
  return line == std::string_view::npos ? before : before.substr(line + 1);
}

void find_assignment(Pass& pass, std::size_t begin, std::size_t end) {
  Scan& scan = pass.scan;
  if (begin < pass.name_end) return;
  const Key key = read_key(scan, begin, end);
  pass.name_end = key.end;
  const Operator op = read_operator(scan, key.after, key);
  if (op.kind == Operator::Kind::none && !key.quoted) {
    const char next = scan.at(key.after);
    if (next != ',' && next != ')' && !kLineEnd(next)) return find_reversed(pass, key);
  }
  if (op.kind == Operator::Kind::gap && !key.flag && !key.quoted) {
    const char next = scan.at(op.after);
    // Most words in prose and code go no further.
    if (!kQuote(next) && !kAlnum(next) && next != '\\' && next != '$') return;
  }
  const bool part_of_name = op.kind == Operator::Kind::colon && op.after == key.after + 1 &&
                            key.begin > 0 && scan.at(key.begin - 1) == ':';
  if (part_of_name) return;  // `arn:aws:secretsmanager:…:secret:name`
  Promise promise = pass.promise_of(key.name);
  if (promise == Promise::key && follows_opening_word(scan, key)) promise = Promise::secret;
  if (promise == Promise::nothing) return;
  find_value(pass, key, op, promise);
}

}  // namespace mage_lineage::redact
