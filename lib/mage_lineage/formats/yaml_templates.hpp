#pragma once

#include <mage_lineage/formats/yaml.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::yaml {

/// A line that begins with template tags, and later in the text without them.
struct Margin {
  std::size_t line_begin = 0;  ///< offset at which the line begins without the tags
  std::size_t columns = 0;     ///< how many characters stand before it on its line
};

/// A text whose template tags were made harmless, byte for byte as long as before.
struct Blanked {
  std::string text;
  std::vector<TemplateTag> tags;
  std::vector<Span> conditional;  ///< outermost blocks, from opening to closing statement
  std::vector<Span> expressions;
  std::vector<Span> live;  ///< where rendering puts text that is not known: in order, disjoint
  std::vector<std::size_t> swallowed_breaks;  ///< offsets of line breaks that an expression held
  std::vector<std::size_t> added_breaks;      ///< offsets of line breaks in place of a tag
  std::vector<Margin> margins;                ///< in order
};

/// Finds template tags as the lexer of Jinja 3 does with its default delimiters (strings and
/// brackets inside a tag, `{% raw %}` blocks) and overwrites them: expressions by letters,
/// statements and comments by blanks that keep their line breaks. A statement or comment at the
/// beginning of a line becomes empty lines instead, and as many blanks as stand before it: what
/// follows it keeps the indentation that it has when the tag is gone. Fails with `malformed`
/// (position `line:column`) for what Jinja refuses to compile: a tag or block that never ends, an
/// unknown statement.
Result<Blanked> blank_templates(std::string_view text);

}  // namespace mage_lineage::yaml
