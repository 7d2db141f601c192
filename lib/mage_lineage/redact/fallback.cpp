#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/assignment.hpp>

#include <algorithm>
#include <cstddef>

namespace mage_lineage::redact {
namespace {

/// Marks the text that begins at `at` as a default; where the look goes on, or `at`.
std::size_t mark_default(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  const auto value = read_quoted(pass, at);
  if (!value || !value->closed) return at;
  const auto text = pass.scan.text().substr(value->begin, value->end - value->begin);
  if (keeps(promise, key.name, text, Form::quoted)) {
    pass.mark(value->begin, value->end, RuleId::default_value);
  }
  return value->after;
}

}  // namespace

void find_fallback(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  constexpr std::size_t kReach = 160;
  constexpr int kMost = 4;
  Scan& scan = pass.scan;
  const std::size_t stop = std::min(scan.line_end(at), at + kReach);
  const std::string_view line = scan.text().substr(0, stop);
  for (int i = 0; i < kMost; ++i) {
    const std::size_t other = line.find(" else ", at);
    const std::size_t either = line.find(" or ", at);
    const std::size_t place = std::min(other, either);
    if (place == std::string_view::npos) return;
    at = place + (place == other ? 6 : 4);
    at = mark_default(pass, key, at, promise);
  }
}

bool find_behind_getter(Pass& pass, const Key& key, Promise promise) {
  Scan& scan = pass.scan;
  if (!key.quoted) return false;
  const bool call = scan.at(key.after) == ')';
  if (!call && scan.at(key.after - 1) != ']') return false;
  std::string_view before = text::trim(before_key(scan, key));
  if (before.empty() || before.back() != (call ? '(' : '[')) return false;
  before.remove_suffix(1);
  if (!last_word_is(before, {"getenv", "get", "env_var", "env", "environ", "get_env"}))
    return false;
  std::size_t at = scan.skip(key.after + (call ? 1 : 0), kBlank, 4);
  if (scan.starts(at, "or ") || scan.starts(at, "||") || scan.starts(at, "??")) {
    at = scan.skip(at + 2, kBlank, 4);
  } else {
    return false;
  }
  return mark_default(pass, key, at, promise) != at;
}

bool find_brace_default(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  const std::size_t open = kQuote(scan.at(at)) ? at + 1 : at;
  if (!scan.starts(open, "${")) return false;
  const std::size_t name = scan.skip(open + 2, kWord);
  const std::size_t begin = scan.at(name) == ':' ? name + 2 : name + 1;
  if (scan.at(begin - 1) != '-') return false;
  const std::size_t end = scan.bare_end(begin);
  // a name that promises something has its default taken for its own sake
  const auto variable = scan.text().substr(open + 2, name - open - 2);
  if (scan.at(end) != '}' || pass.promise_of(variable) != Promise::nothing) return false;
  if (!keeps(promise, key.name, scan.text().substr(begin, end - begin), Form::plain)) return false;
  pass.mark(begin, end, RuleId::default_value);
  return true;
}

}  // namespace mage_lineage::redact
