#include <mage_lineage/redact/pass.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::redact {
namespace {

constexpr std::string_view kHead = "[REDACTED:";
constexpr std::size_t kLongestMark = 64;
constexpr ByteSet kIdByte{"a-z0-9-"};

/// The place of the mark that holds the byte before `place` and reaches to it or beyond; `place` if
/// none.
std::size_t mark_around(std::string_view text, std::size_t place) {
  const std::size_t from = place > kLongestMark ? place - kLongestMark : 0;
  const std::size_t at = text.substr(from, place - from).rfind('[');
  if (at == std::string_view::npos) return place;
  const std::size_t length = mark_length(text, from + at);
  return from + at + length > place ? from + at : place;
}

}  // namespace

std::size_t mark_length(std::string_view text, std::size_t at) {
  if (text.compare(at, kHead.size(), kHead) != 0) return 0;
  std::size_t end = at + kHead.size();
  const std::size_t stop = std::min(text.size(), at + kLongestMark);
  while (end < stop && kIdByte(text[end]))
    ++end;
  return end > at + kHead.size() && end < stop && text[end] == ']' ? end + 1 - at : 0;
}

void Pass::mark(std::size_t begin, std::size_t end, RuleId rule) {
  const std::string_view text = scan.text();
  while (begin < end && kSpace(text[begin]))
    ++begin;
  while (end > begin && kSpace(text[end - 1]))
    --end;
  if (begin >= end) return;
  begin = mark_around(text, begin);
  const std::size_t last = mark_around(text, end);
  if (last < end) end = last + mark_length(text, last);
  if (mark_length(text, begin) == end - begin) return;
  spans_.push_back({begin, end, rule});
  settle(end);
}

Promise Pass::promise_of(std::string_view name) {
  if (name.empty()) return Promise::nothing;
  const auto mixed = name.size() + static_cast<unsigned char>(name.front()) +
                     std::size_t{3} * static_cast<unsigned char>(name.back());
  Judged& judged = judged_[mixed % judged_.size()];
  if (judged.name != name) judged = {name, redact::promise_of(name)};
  return judged.promise;
}

void Pass::refine(std::size_t begin, std::size_t end, RuleId rule) {
  if (ends_with_span_at(begin) && spans_.back().end == end) spans_.back().rule = rule;
}

std::vector<Span> Pass::take_spans() {
  unite(spans_);
  return std::move(spans_);
}

void unite(std::vector<Span>& spans) {
  const auto before = [](const Span& a, const Span& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  };
  if (!std::is_sorted(spans.begin(), spans.end(), before)) {
    std::sort(spans.begin(), spans.end(), before);
  }
  std::size_t kept = 0;
  for (const Span& span : spans) {
    if (kept > 0 && span.begin < spans[kept - 1].end) {
      spans[kept - 1].end = std::max(spans[kept - 1].end, span.end);
    } else {
      spans[kept++] = span;
    }
  }
  spans.resize(kept, Span{0, 0, RuleId::unsettled});
}

}  // namespace mage_lineage::redact
