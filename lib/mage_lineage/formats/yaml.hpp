#pragma once

#include <mage_lineage/core/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mage_lineage::yaml {

/// A place in the text that was given: offset in bytes, line and column counted from 1 (columns in
/// code points).
struct Mark {
  std::size_t offset = 0;
  std::size_t line = 1;
  std::size_t column = 1;
  std::size_t margin = 0;  ///< how many columns template tags at the line's beginning take up
};

/// Bytes of the text that was given, from `begin` to just before `end`.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// What PyYAML's FullLoader would make of a node (YAML 1.1).
enum class Kind { null, boolean, number, text, sequence, mapping };

struct Node;

struct Member {
  const Node* key = nullptr;
  const Node* value = nullptr;
  bool merged = false;  ///< came in through a merge key `<<`
};

/// One node of a document; owned by its Document, shared where aliases point at it.
struct Node {
  Kind kind = Kind::null;
  bool quoted = false;  ///< a scalar in quotes or a block scalar: always text
  bool flow = false;    ///< a collection in `{}` or `[]`
  bool templated =
      false;  ///< holds a template expression, or stands between statements: value unknown
  bool expression =
      false;  ///< a scalar with a template expression in it: its text is not known either
  bool anchored = false;  ///< an anchor `&name` was written in front of it
  bool tagged = false;    ///< a tag `!name` was written in front of it
  bool set = false;       ///< a mapping with the tag `!!set`: keys without values
  bool boolean = false;   ///< the value, for Kind::boolean
  std::string text;       ///< a scalar's text: numbers keep their spelling (`123e12` stays so)
  Mark begin;             ///< of its anchor or tag, where there is one
  Mark end;               ///< just past the node (past its last child for a block collection)
  std::size_t inner_column = 0;  ///< of a collection: where its first child begins, counted from 0,
                                 ///< with template tags at the line's beginning taken away
  Span inner;  ///< of a collection: from its first child to the end of its last, aliases included
  std::vector<Member> members;  ///< of a mapping, in order, merge keys applied, last duplicate wins
  std::vector<const Node*> items;  ///< of a sequence

  /// The value of a key whose text is `key`; nullptr when absent or when this is no mapping.
  const Node* find(std::string_view key) const;
  /// True for `true`, `yes`, `on` in their YAML 1.1 spellings, not templated.
  bool is_true() const { return kind == Kind::boolean && boolean && !templated; }
  /// The text of a scalar that is neither null nor templated; nullopt otherwise.
  std::optional<std::string> as_text() const;
};

/// A key that stands twice in one mapping; the last one counts.
struct Duplicate {
  std::string key;
  Mark first;
  Mark second;
};

/// A template tag met before parsing: `{{ … }}`, `{% … %}` or `{# … #}`.
struct TemplateTag {
  enum class Kind { expression, statement, comment } kind = Kind::expression;
  Mark begin;
  Mark end;
};

/// One parsed document. Move only: nodes point into it.
struct Document {
  Document() = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  Document(Document&&) = default;
  Document& operator=(Document&&) = default;

  const Node* root = nullptr;  ///< nullptr for a text without a document (empty, or comments alone)
  std::vector<Duplicate> duplicates;
  std::vector<TemplateTag> tags;
  /// From an opening template statement (`{% if … %}`) to the end of its closing one, the outermost
  /// in order: what lies between may be there, or not, or several times when the template is
  /// rendered.
  std::vector<Span> conditional;
  std::vector<std::vector<Node>>
      nodes;  ///< owners of every node; none of them grows past its capacity
};

/// Bounds on what a text may ask for; each is named in the error when it is hit (`too_large`).
struct Limits {
  std::size_t bytes = std::size_t{4} << 20U;
  std::size_t depth = 200;
  std::size_t nodes = 500'000;             ///< as written
  std::size_t expanded_nodes = 1'000'000;  ///< as a walk that follows aliases would count them
};

enum class Templates { none, jinja };

/// Parses one YAML 1.1 document with libyaml, the parser beneath Mage's own PyYAML. With
/// `Templates::jinja`, template tags are blanked to the same length first and never executed
/// (contracts, section 8). Fails with `malformed` (position `line:column`, prefixed with `name` and
/// a colon) for bad syntax, invalid UTF-8, several documents, a cycle through an alias, and with
/// `too_large` at a limit.
Result<Document> parse(std::string_view text, std::string_view name, Templates templates,
                       const Limits& limits = {});

}  // namespace mage_lineage::yaml
