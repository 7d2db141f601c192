#include "output/edit_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

namespace mage_lineage::output {
namespace {

using Action = project::MetadataChange::Action;

constexpr std::size_t kShownBytes = 60;

std::string sentence(const EditReport& report, std::size_t i) {
  const auto& asked = report.asked[i];
  const auto& applied = report.applied[i];
  std::string where = text::escape_untrusted(report.file);
  if (applied.line != 0) where += ":" + std::to_string(applied.line);
  const std::string name = asked.section + "." + asked.key;
  const bool removal = asked.action == Action::remove;
  const std::string wanted = asked.action == Action::set_true ? "true" : "false";
  const std::string before = text::escape_untrusted(applied.before, kShownBytes);
  if (!applied.changed) {
    return name + " is " + (removal ? "absent" : before) + " already: nothing to change (" + where +
           ")\n";
  }
  if (removal) return name + " was " + before + " and is removed (" + where + ")\n";
  return name + " was " + before + " and is " + wanted + " now (" + where + ")\n";
}

}  // namespace

std::string edit_text(const EditReport& report) {
  if (report.dry_run && report.changed()) return report.diff;
  std::string out;
  for (std::size_t i = 0; i < report.asked.size(); ++i) {
    out += sentence(report, i);
  }
  return out + "next: " + text::escape_untrusted(report.next) + "\n";
}

std::string edit_json(const EditReport& report) {
  json::Writer out(json::Style::pretty);
  out.begin_object()
      .member("schema_version", "1.0")
      .member("file", report.file)
      .member("dry_run", report.dry_run)
      .member("changed", report.changed());
  out.key("changes").begin_array();
  for (std::size_t i = 0; i < report.asked.size(); ++i) {
    const auto& asked = report.asked[i];
    const auto& applied = report.applied[i];
    out.begin_object().member("name", asked.section + "." + asked.key);
    out.key("before");
    applied.before == "absent" ? out.null() : out.value(applied.before);
    out.key("after");
    asked.action == Action::remove ? out.null() : out.value(asked.action == Action::set_true);
    out.member("changed", applied.changed);
    out.key("line");
    applied.line == 0 ? out.null() : out.value(static_cast<std::int64_t>(applied.line));
    out.end_object();
  }
  out.end_array().member("diff", report.diff).member("next", report.next).end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::output
