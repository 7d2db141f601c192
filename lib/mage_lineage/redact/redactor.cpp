#include <mage_lineage/redact/redactor.hpp>

#include <mage_lineage/redact/automaton.hpp>
#include <mage_lineage/redact/language.hpp>
#include <mage_lineage/redact/literals.hpp>
#include <mage_lineage/redact/pass.hpp>
#include <mage_lineage/redact/rules.hpp>
#include <mage_lineage/redact/yaml_values.hpp>

#include <algorithm>

namespace mage_lineage::redact {
namespace {

std::vector<std::string_view> literal_texts() {
  std::vector<std::string_view> texts;
  for (const Literal& literal : literals())
    texts.push_back(literal.text);
  return texts;
}

std::string_view id_of(RuleId rule) {
  return rules()[static_cast<std::size_t>(rule)].id;
}

/// The text with each span replaced by its mark. Line ends inside a span stay.
std::string put_marks(std::string_view text, const std::vector<Span>& spans) {
  std::string out;
  out.reserve(text.size() + spans.size() * 16);
  std::size_t at = 0;
  for (const Span& span : spans) {
    out.append(text, at, span.begin - at);
    out.append("[REDACTED:").append(id_of(span.rule)).append("]");
    for (std::size_t i = span.begin; i < span.end; ++i) {
      if (kLineEnd(text[i])) out.push_back(text[i]);
    }
    at = span.end;
  }
  out.append(text, at, std::string_view::npos);
  return out;
}

/// How long what stands for a span is in the redacted text.
std::size_t mark_size(std::string_view text, const Span& span) {
  const auto inside = text.substr(span.begin, span.end - span.begin);
  return std::string_view("[REDACTED:]").size() + id_of(span.rule).size() +
         static_cast<std::size_t>(std::count_if(inside.begin(), inside.end(), kLineEnd));
}

/// Takes spans of the redacted text back to the text itself, and adds them to `known`.
/// Returns true if that changed anything.
bool add_translated(std::string_view text, std::vector<Span>& known,
                    const std::vector<Span>& found) {
  std::vector<Span> all = known;
  std::size_t next = 0;      // the first known span that is not passed yet
  std::size_t original = 0;  // a place in the text, and
  std::size_t redacted = 0;  // the same place in the redacted text
  // Both lists are sorted, and so are the ends of disjoint spans: one walk serves all.
  const auto translate = [&](std::size_t place, bool is_end) {
    while (next < known.size()) {
      const std::size_t mark = redacted + (known[next].begin - original);
      if (place < mark || (is_end && place == mark)) break;
      const std::size_t behind = mark + mark_size(text, known[next]);
      if (place < behind || (!is_end && place == mark)) {
        return is_end ? known[next].end : known[next].begin;
      }
      if (is_end && place == behind) return known[next].end;
      redacted = behind;
      original = known[next].end;
      ++next;
    }
    return original + (place - redacted);
  };
  for (const Span& span : found) {
    const std::size_t begin = translate(span.begin, false);
    all.push_back({begin, translate(span.end, true), span.rule});
  }
  unite(all);
  const bool changed =
      all.size() != known.size() ||
      !std::equal(all.begin(), all.end(), known.begin(), [](const Span& a, const Span& b) {
        return a.begin == b.begin && a.end == b.end;
      });
  known = std::move(all);
  return changed;
}

/// A part of a text in which something may be found.
struct Window {
  std::size_t begin;
  std::size_t end;
};

/// Where a pass over the redacted text can find what the pass before it did not: near the marks. No
/// rule looks further around a literal than this, but along the literal's own line.
std::vector<Window> windows_around(std::string_view text, std::string_view redacted,
                                   const std::vector<Span>& spans) {
  constexpr std::size_t kReach = std::size_t{128} << 10U;
  std::vector<Window> windows;
  std::size_t shift = 0;  // modulo 2^64: how much further on a place is in the redacted text
  for (const Span& span : spans) {
    const std::size_t mark = span.begin + shift;
    const std::size_t size = mark_size(text, span);
    shift += size - (span.end - span.begin);
    const std::size_t first = mark > kReach ? mark - kReach : 0;
    const std::size_t last = std::min(mark + size + kReach, redacted.size());
    if (!windows.empty() && last <= windows.back().end) continue;
    const std::size_t end = std::min(redacted.find('\n', last), redacted.size());
    if (!windows.empty() && first <= windows.back().end) {
      windows.back().end = end;
    } else {
      windows.push_back({redacted.substr(0, first).rfind('\n') + 1, end});  // npos + 1 is 0
    }
  }
  return windows;
}

/// Characters, counted by their first bytes.
std::size_t code_points(std::string_view s) {
  return static_cast<std::size_t>(std::count_if(
      s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<Mark> place(std::string_view text, const std::vector<Span>& spans) {
  std::vector<Mark> marks;
  marks.reserve(spans.size());
  std::size_t line = 1;
  std::size_t column = 1;
  std::size_t at = 0;
  for (const Span& span : spans) {
    const std::string_view passed = text.substr(at, span.begin - at);
    std::size_t rest = 0;  // behind the last line end that was passed
    for (std::size_t end = 0; (end = passed.find('\n', rest)) != std::string_view::npos; ++line) {
      rest = end + 1;
    }
    column = (rest > 0 ? 1 : column) + code_points(passed.substr(rest));
    marks.push_back({id_of(span.rule), span.begin, line, column, span.end - span.begin});
    at = span.begin;
  }
  return marks;
}

}  // namespace

class Redactor::Engine {
 public:
  Engine() : automaton_(literal_texts()) {}

  /// The spans of a text; literals are looked for in these sorted windows alone.
  std::vector<Span> find(yaml::Reading& reading, Language hint, YamlRole role,
                         const std::vector<Window>& windows) const {
    const std::string_view text = reading.text();
    Pass pass(text, hint == Language::unknown ? guess_language(text) : hint);
    find_yaml_values(pass, role, reading);
    pass.rewind();
    Automaton::Workspace work;
    for (const Window& window : windows) {
      const std::string_view seen = text.substr(0, window.end);
      for (std::size_t from = window.begin; from < seen.size(); from += Automaton::kBlock) {
        automaton_.scan(seen, from, work);
        for (const Automaton::Hit& hit : work.hits)
          look(pass, hit);
      }
    }
    return pass.take_spans();
  }

  std::vector<Span> find(yaml::Reading& reading, Language hint, YamlRole role) const {
    return find(reading, hint, role, {{0, reading.text().size()}});
  }

  /// Redacts from the spans of a first pass on until nothing more is found, which is what makes
  /// redacting twice equal redacting once.
  Redaction settle(std::string_view text, Language hint, YamlRole role,
                   std::vector<Span> spans) const {
    constexpr int kMostPasses = 8;
    Redaction result{put_marks(text, spans), {}};
    for (int pass = 0;; ++pass) {
      const bool same = guess_language(text) == guess_language(result.text);
      const auto windows = same ? windows_around(text, result.text, spans)
                                : std::vector<Window>{{0, result.text.size()}};
      yaml::Reading again(result.text);
      const std::vector<Span> found = find(again, hint, role, windows);
      if (found.empty()) break;
      const bool changed = add_translated(text, spans, found);
      if (!changed || pass == kMostPasses) {
        // No text is known that comes here; one that does is not shown at all.
        spans = {{0, text.size(), RuleId::unsettled}};
        result.text = put_marks(text, spans);
        break;
      }
      result.text = put_marks(text, spans);
    }
    result.marks = place(text, spans);
    return result;
  }

 private:
  /// Asks the rule whose literal was hit.
  static void look(Pass& pass, const Automaton::Hit& hit) {
    const Literal& literal = literals()[hit.literal];
    const std::string_view text = pass.scan.text();
    const std::size_t begin = hit.end - literal.text.size();
    if (pass.is_settled(begin)) {
      if (literal.shape != nullptr && pass.ends_with_span_at(begin)) {
        pass.refine(begin, match_shape(*literal.shape, text, begin), literal.shape->rule);
      }
      return;
    }
    if (literal.shape == nullptr) return literal.find(pass, begin, hit.end);
    const std::size_t end = match_shape(*literal.shape, text, begin);
    if (end == begin) return;
    pass.mark(begin, end, literal.shape->rule);
    if (literal.shape->rule == RuleId::aws_key) find_aws_pair(pass, end);
  }

  Automaton automaton_;
};

Redactor::Redactor() : engine_(std::make_shared<const Engine>()) {}

Redaction Redactor::redact(std::string_view text, Language hint) const {
  yaml::Reading reading(text);
  auto spans = engine_->find(reading, hint, YamlRole::plain);
  if (spans.empty()) return {std::string(text), {}};
  return engine_->settle(text, hint, YamlRole::plain, std::move(spans));
}

Redaction Redactor::redact_owned(std::string text, Language hint) const {
  yaml::Reading reading(text);
  auto spans = engine_->find(reading, hint, YamlRole::plain);
  if (spans.empty()) return {std::move(text), {}};
  return engine_->settle(text, hint, YamlRole::plain, std::move(spans));
}

Redaction Redactor::redact_yaml(std::string_view text, YamlRole role) const {
  yaml::Reading reading(text);
  return redact_yaml(reading, role);
}

Redaction Redactor::redact_yaml(yaml::Reading& text, YamlRole role) const {
  auto spans = engine_->find(text, Language::yaml, role);
  if (spans.empty()) return {std::string(text.text()), {}};
  return engine_->settle(text.text(), Language::yaml, role, std::move(spans));
}

bool Redactor::looks_secret(std::string_view text) const {
  yaml::Reading reading(text);
  return !engine_->find(reading, Language::unknown, YamlRole::plain).empty();
}

std::map<std::string_view, std::size_t> Redaction::by_rule() const {
  std::map<std::string_view, std::size_t> counts;
  for (const Mark& mark : marks)
    ++counts[mark.rule];
  return counts;
}

}  // namespace mage_lineage::redact
