#pragma once

#include <mage_lineage/formats/yaml.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::yaml {

/// A text whose template tags were made harmless, byte for byte as long as before.
struct Blanked {
  std::string text;
  std::vector<TemplateTag> tags;
  std::vector<Span> conditional;  ///< outermost blocks, from opening to closing statement
  std::vector<Span> expressions;
  std::vector<Span> live;  ///< where rendering puts text that is not known: in order, disjoint
  std::vector<std::size_t> swallowed_breaks;  ///< offsets of line breaks that an expression held
};

/// Finds template tags as the lexer of Jinja 3 does with its default delimiters (strings and
/// brackets inside a tag, `{% raw %}` blocks) and overwrites them: expressions by letters,
/// statements and comments by blanks that keep their line breaks. Fails with `malformed` (position
/// `line:column`) for what Jinja refuses to compile: a tag or block that never ends, an unknown
/// statement.
Result<Blanked> blank_templates(std::string_view text);

}  // namespace mage_lineage::yaml
