#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/project/layout.hpp>
#include <mage_lineage/snapshot/source.hpp>

namespace mage_lineage::snapshot {
namespace {

redact::Redaction redact_text(const redact::Redactor& redactor, const std::string& path,
                              yaml::Reading& text) {
  const auto language = redact::language_of(path);
  if (language != redact::Language::yaml) return redactor.redact(text.text(), language);
  return redactor.redact_yaml(text, role_of(path));
}

}  // namespace

redact::YamlRole role_of(std::string_view path) {
  const auto folder = text::split(path, '/').front();
  if (folder == project::kPipelinesFolder) return redact::YamlRole::pipeline;
  return project::block_type_of_folder(folder).empty() ? redact::YamlRole::plain
                                                       : redact::YamlRole::block;
}

Source make_source(const redact::Redactor& redactor, const std::string& path, yaml::Reading& text) {
  auto redaction = redact_text(redactor, path, text);
  Source source;
  source.source_bytes = text.text().size();
  source.redactions = redaction.marks.size();
  if (source.redactions > 0) source.by_rule = redaction.by_rule();
  source.content = std::move(redaction.text);
  source.content_hash = tagged_sha256(source.content);
  return source;
}

Result<std::string> read_settled(sys::Tree& tree, const std::string& path,
                                 std::uint64_t max_bytes) {
  constexpr int kTries = 3;
  for (int tries = 1;; ++tries) {
    auto read = tree.read(path, max_bytes);
    if (read) return std::move(read->bytes);
    if (read.error().code != ErrorCode::conflict || tries == kTries) return fail(read.error());
  }
}

}  // namespace mage_lineage::snapshot
