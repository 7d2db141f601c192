#pragma once

#include <mage_lineage/formats/yaml.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::yaml {

/// Turns offsets that only grow into marks; linear in the text over all calls.
class MarkCounter {
 public:
  explicit MarkCounter(std::string_view text) : text_(text) {}
  Mark at(std::size_t offset);

 private:
  std::string_view text_;
  Mark here_;
};

/// The mark of one offset. Lines end with LF, CR LF or CR.
Mark mark_at(std::string_view text, std::size_t offset);

/// Byte offsets of characters by their number, which is how libyaml counts.
class CharacterOffsets {
 public:
  explicit CharacterOffsets(std::string_view text);
  std::size_t byte_of(std::size_t character) const;

 private:
  static constexpr std::size_t kStep = 64;
  std::string_view text_;
  bool ascii_ = true;
  std::vector<std::size_t> every_step_;
};

struct TextProblem {
  std::size_t offset = 0;
  std::string message;
};

/// The first thing that keeps a text from being read as YAML in UTF-8 at all: another encoding,
/// bytes that are not UTF-8, a character that YAML 1.1 does not allow (5.1).
std::optional<TextProblem> unreadable(std::string_view text);

/// How many lines begin with a `%TAG` directive.
std::size_t tag_directives(std::string_view text);

/// Whether the bytes [begin, end) meet one of the spans, which are in order and disjoint.
bool meets(const std::vector<Span>& spans, std::size_t begin, std::size_t end);

/// How many of the offsets, which are in order, lie before `end`.
std::size_t count_before(const std::vector<std::size_t>& offsets, std::size_t end);

/// The length of a UTF-8 byte order mark at the beginning: 3 or 0.
std::size_t byte_order_mark(std::string_view text);

}  // namespace mage_lineage::yaml
