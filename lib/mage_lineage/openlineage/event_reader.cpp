#include <mage_lineage/openlineage/event_reader.hpp>

namespace mage_lineage::openlineage {

json::ParseOptions event_parse_options() {
  json::ParseOptions options;
  options.max_bytes = kMostEventBytes;
  options.max_depth = kMostEventDepth;
  return options;
}

Result<json::View> EventReader::read(std::string_view text) {
  if (scanner_ != nullptr && text.size() <= kMostEventBytes) {
    if (const auto tape = scanner_->scan(text)) {
      const json::View root(tape->words, tape->strings);
      if (!json::has_duplicate_members(root)) return root;
    }
  }
  const auto value = json::parse(text, event_parse_options());
  if (!value) return fail(value.error());
  return tape_.emplace(*value).root();
}

}  // namespace mage_lineage::openlineage
