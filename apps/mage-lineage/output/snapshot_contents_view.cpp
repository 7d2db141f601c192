#include "output/snapshot_contents_view.hpp"

#include <mage_lineage/core/text.hpp>

namespace mage_lineage::output {
namespace {

using snapshot::ContentStatus;

}  // namespace

ContentsView::ContentsView(Terminal& terminal, std::string_view snapshot_id, bool json)
    : terminal_(terminal), json_(json) {
  if (!json_) return;
  json::Writer id(json::Style::compact);
  id.value(snapshot_id);
  terminal_.out("{\"schema_version\":\"1.0\",\"snapshot_id\":" + id.text() + ",\"contents\":[");
}

void ContentsView::add(const snapshot::ContentAnswer& answer, const snapshot::Owner* owner) {
  all_ok_ = all_ok_ && answer.status == ContentStatus::ok;
  if (json_) {
    add_json(answer, owner);
  } else {
    add_text(answer, owner);
  }
  first_ = false;
}

void ContentsView::finish() {
  if (json_) terminal_.out(first_ ? "]}\n" : "\n]}\n");
}

void ContentsView::add_text(const snapshot::ContentAnswer& answer, const snapshot::Owner* owner) {
  const auto style = terminal_.out_style();
  std::string header = first_ ? "" : "\n";
  header += style.bold("==> " + (owner != nullptr ? text::escape_untrusted(owner->path)
                                                  : text::escape_untrusted(answer.owner_key)));
  if (answer.status != ContentStatus::ok)
    header += style.yellow(std::string(": ") + to_string(answer.status));
  if (answer.lossy) header += " (not UTF-8: bytes were replaced)";
  header += style.bold(" <==") + "\n";
  terminal_.out(header);
  if (answer.status != ContentStatus::ok || answer.content.empty()) return;
  std::string content =
      terminal_.out_is_terminal() ? text::escape_lines(answer.content) : answer.content;
  if (content.back() != '\n') content += '\n';
  terminal_.out(content);
}

void ContentsView::add_json(const snapshot::ContentAnswer& answer, const snapshot::Owner* owner) {
  json::Writer out(terminal_.out_is_terminal() ? json::Style::pretty : json::Style::compact);
  out.begin_object().member("owner_key", answer.owner_key);
  if (owner != nullptr) out.member("path", owner->path);
  out.member("status", to_string(answer.status));
  if (answer.status == ContentStatus::ok) {
    out.member("content", answer.content).member("content_hash", answer.content_hash);
    if (answer.lossy) out.member("encoding", "utf-8-lossy");
  }
  out.end_object();
  terminal_.out((first_ ? "\n" : ",\n") + out.text());
}

}  // namespace mage_lineage::output
