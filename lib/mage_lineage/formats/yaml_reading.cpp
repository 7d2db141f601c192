#include <mage_lineage/formats/yaml_reading.hpp>

namespace mage_lineage::yaml {

namespace {

/// Without a tag both ways of reading are one.
bool may_hold_tags(std::string_view text) {
  for (std::size_t at = text.find('{'); at < text.size(); at = text.find('{', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (next == '{' || next == '%' || next == '#') return true;
  }
  return false;
}

}  // namespace

const Result<Document>& Reading::document(Templates templates) {
  const bool rendered = templates == Templates::jinja && may_hold_tags(text_);
  auto& document = rendered ? jinja_ : plain_;
  if (!document) document = parse(text_, name_, rendered ? Templates::jinja : Templates::none);
  return *document;
}

}  // namespace mage_lineage::yaml
