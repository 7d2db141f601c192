#pragma once

#include <mage_lineage/redact/memo.hpp>
#include <mage_lineage/redact/names.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/redact/rule_id.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace mage_lineage::redact {

/// A part of the text that a mark shall replace.
struct Span {
  std::size_t begin;
  std::size_t end;
  RuleId rule;
};

/// One walk over a text: the places that rules look at come in rising order, the spans that they
/// find are kept disjoint and sorted. A place inside a span that is found already is not looked at
/// again, which keeps `password=password=…` linear.
class Pass {
 public:
  Pass(std::string_view text, Language language) : scan(text), language_(language) {}

  Scan scan;

  Language language() const { return language_; }
  /// Languages in which an unquoted value is code.
  bool is_code() const {
    return language_ == Language::python || language_ == Language::r || language_ == Language::sql;
  }

  /// Adds a span. What is empty, or a mark already, is left; a span that would cut a mark in two
  /// takes it in; overlapping spans become one.
  void mark(std::size_t begin, std::size_t end, RuleId rule);
  /// Gives the last span another rule if it is this very span: the shape of a token tells more than
  /// its name.
  void refine(std::size_t begin, std::size_t end, RuleId rule);
  bool ends_with_span_at(std::size_t begin) const {
    return !spans_.empty() && spans_.back().begin == begin;
  }
  /// Declares everything before `end` settled.
  void settle(std::size_t end) { settled_ = end > settled_ ? end : settled_; }
  /// Looks at the text from its start again; the spans stay.
  void rewind() { settled_ = 0; }
  bool is_settled(std::size_t place) const {
    return place < settled_ && (spans_.empty() || place >= spans_.back().begin);
  }

  /// The spans that were found: sorted, disjoint.
  std::vector<Span> take_spans();

  /// Where the name that was read last ends; places before it were read with it.
  std::size_t name_end = 0;
  /// What a name in the text promises. Texts say the same names over and over: the last ones are
  /// remembered.
  Promise promise_of(std::string_view name);
  /// Where the YAML document ends that was read last for a Kubernetes secret.
  std::size_t document_end = 0;
  /// Where the command ends whose options were read last.
  std::size_t line_of_tool = 0;

 private:
  struct Judged {
    std::string_view name;
    Promise promise = Promise::nothing;
  };

  Language language_;
  std::array<Judged, 16> judged_;  ///< each name has its place
  std::vector<Span> spans_;
  std::size_t settled_ = 0;
};

/// Sorts spans, and makes one of those that overlap; the one that begins first gives the rule.
void unite(std::vector<Span>& spans);

/// The length of the mark that begins at `at`, of any rule; 0 when none does.
std::size_t mark_length(std::string_view text, std::size_t at);

}  // namespace mage_lineage::redact
