#include "commands/secret_watch.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/event.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/openlineage/event_reader.hpp>

#include <string>
#include <vector>

namespace mage_lineage::commands {
namespace {

constexpr std::size_t kMostTold = 10;

}  // namespace

void SecretWatch::look_at(const openlineage::EventText& event) {
  if (!redactor_) redactor_.emplace();
  // The text as it stands tells as much as its leaves where nothing in it is escaped.
  const bool escaped = event.text.find('\\') != std::string_view::npos;
  if (!escaped && !redactor_->looks_secret(event.text)) return;
  const auto document = json::parse(event.text, openlineage::event_parse_options());
  const auto leaves =
      document ? event::secret_leaves(*document, *redactor_) : std::vector<std::string>{""};
  if (leaves.empty() || ++found_ > kMostTold) return;
  const std::string line = "line " + std::to_string(event.line) + ": the event ";
  if (!document) {
    terminal_.warn(line + "could not be searched for secrets: " + document.error().message);
  } else {
    terminal_.warn(line + "holds what looks like a secret at " +
                   text::escape_untrusted(leaves.front(), 200));
  }
}

void SecretWatch::finish() {
  if (found_ <= kMostTold) return;
  terminal_.warn(text::count_of(found_ - kMostTold, "more event holds", "more events hold") +
                 " what looks like a secret");
}

}  // namespace mage_lineage::commands
