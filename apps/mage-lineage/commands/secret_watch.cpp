#include "commands/secret_watch.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/event.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/openlineage/event_reader.hpp>

#include <string>

namespace mage_lineage::commands {
namespace {

constexpr std::size_t kMostTold = 10;

}  // namespace

void SecretWatch::look_at(const openlineage::EventText& event) {
  if (!redactor_) redactor_.emplace();
  // The text as it stands tells as much as its leaves where nothing in it is escaped.
  const bool escaped = event.text.find('\\') != std::string_view::npos;
  if (!escaped && !redactor_->looks_secret(event.text)) return;
  json::ParseOptions options;
  options.max_bytes = openlineage::kMostEventBytes;
  options.max_depth = openlineage::kMostEventDepth;
  const auto document = json::parse(event.text, options);
  if (!document) return;
  const auto leaves = event::secret_leaves(*document, *redactor_);
  if (leaves.empty() || ++found_ > kMostTold) return;
  terminal_.warn("line " + std::to_string(event.line) +
                 ": the event holds what looks like a secret at " +
                 text::escape_untrusted(leaves.front(), 200));
}

void SecretWatch::finish() {
  if (found_ <= kMostTold) return;
  terminal_.warn(text::count_of(found_ - kMostTold, "more event holds", "more events hold") +
                 " what looks like a secret");
}

}  // namespace mage_lineage::commands
