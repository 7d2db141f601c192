#include <mage_lineage/formats/yaml_text.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>

namespace mage_lineage::yaml {

namespace {

bool continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Whether the character at `at` of well-formed UTF-8 is one that YAML 1.1 forbids.
bool forbidden(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char c = byte(0);
  if (c < 0x80) return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
  if (c == 0xC2) return byte(1) < 0xA0 && byte(1) != 0x85;
  return c == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE;
}

}  // namespace

Mark MarkCounter::at(std::size_t offset) {
  for (; here_.offset < offset; ++here_.offset) {
    const char c = text_[here_.offset];
    const bool lone_return =
        c == '\r' && (here_.offset + 1 == text_.size() || text_[here_.offset + 1] != '\n');
    if (c == '\n' || lone_return) {
      ++here_.line;
      here_.column = 1;
    } else if (!continuation(c)) {
      ++here_.column;
    }
  }
  return here_;
}

Mark mark_at(std::string_view text, std::size_t offset) {
  return MarkCounter(text).at(std::min(offset, text.size()));
}

CharacterOffsets::CharacterOffsets(std::string_view text) : text_(text) {
  ascii_ = std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii_) return;
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (continuation(text[i])) continue;
    if (characters % kStep == 0) every_step_.push_back(i);
    ++characters;
  }
}

std::size_t CharacterOffsets::byte_of(std::size_t character) const {
  if (ascii_) return std::min(character, text_.size());
  if (character / kStep >= every_step_.size()) return text_.size();
  std::size_t at = every_step_[character / kStep];
  for (std::size_t left = character % kStep; left > 0 && at < text_.size(); --left) {
    ++at;
    while (at < text_.size() && continuation(text_[at])) {
      ++at;
    }
  }
  return at;
}

std::optional<TextProblem> unreadable(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return TextProblem{0, "the text is UTF-16, and only UTF-8 is read"};
  }
  const auto bad = text::first_invalid_utf8(text);
  for (std::size_t i = 0; i < bad.value_or(text.size()); ++i) {
    if (forbidden(text, i)) return TextProblem{i, "a control character, which YAML does not allow"};
  }
  if (bad) return TextProblem{*bad, "bytes that are not UTF-8"};
  return std::nullopt;
}

std::size_t tag_directives(std::string_view text) {
  std::size_t count = text.starts_with("%TAG") ? 1 : 0;
  for (std::size_t at = text.find("\n%TAG"); at != std::string_view::npos;
       at = text.find("\n%TAG", at + 1)) {
    ++count;
  }
  return count;
}

std::size_t count_before(const std::vector<std::size_t>& offsets, std::size_t end) {
  const auto before = std::lower_bound(offsets.begin(), offsets.end(), end);
  return static_cast<std::size_t>(before - offsets.begin());
}

std::size_t byte_order_mark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

bool meets(const std::vector<Span>& spans, std::size_t begin, std::size_t end) {
  const auto at = std::upper_bound(spans.begin(), spans.end(), begin,
                                   [](std::size_t b, const Span& s) { return b < s.end; });
  return at != spans.end() && at->begin < end;
}

}  // namespace mage_lineage::yaml
