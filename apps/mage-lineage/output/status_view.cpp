#include "output/status_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include "output/layout.hpp"

namespace mage_lineage::output {
namespace {

using text::count_of;
using text::escape_untrusted;

std::string opt_in(const project::Metadata& metadata) {
  using State = project::Value::State;
  const auto& value = metadata.lineage_enabled;
  const std::string line = " (metadata.yaml:" + std::to_string(value.mark.line) + ")";
  switch (value.state) {
    case State::boolean:
      return (value.boolean ? "yes" : "no") + line;
    case State::absent:
      return "no";
    case State::templated:
      return "not known: it comes from a template" + line;
    case State::null:
    case State::other:
      return "no: lineage.enabled is not a boolean" + line;
  }
  return "no";
}

/// The hint of the first closed gate, or what to do when all are open.
std::string next_step(const gates::Report& report) {
  for (const auto& gate : report.gates) {
    if (!gate.pass && gate.id == gates::kProjectOptedIn) return gate.hint;
  }
  for (const auto& gate : report.gates) {
    if (!gate.pass) return gate.hint;
  }
  return "all gates are open: events are sent after changes; \"mage-lineage check --probe\" tries "
         "the "
         "route";
}

std::string project_uuid(const project::Metadata& metadata) {
  if (const auto uuid = metadata.project_uuid()) return escape_untrusted(*uuid, 80);
  return "none: Mage writes project_uuid to metadata.yaml when it starts";
}

}  // namespace

std::string status_text(const Status& status, const Style& style) {
  const auto& metadata = status.project.metadata;
  const auto counts = project::count(status.project);
  std::vector<Pair> rows{
      {"Project", style.bold(escape_untrusted(metadata.name, 80)) +
                      (metadata.type.empty() ? "" : ", " + escape_untrusted(metadata.type, 40))},
      {"Folder", escape_untrusted(status.root)},
      {"UUID", project_uuid(metadata)},
      {"Holds", count_of(counts.pipelines, "pipeline", "pipelines") + ", " +
                    count_of(counts.blocks, "block", "blocks") + ", " +
                    count_of(counts.triggers, "trigger", "triggers")},
  };
  if (!status.project.findings.empty()) {
    rows.push_back(
        {"Findings", style.yellow(count_of(status.project.findings.size(), "finding", "findings")) +
                         "; --json lists them"});
  }
  rows.push_back({"Opted in", opt_in(metadata)});
  std::string out = two_columns(rows) + "\n";
  std::vector<std::vector<std::string>> gates;
  for (const auto& gate : status.gates.gates) {
    gates.push_back({gate.pass ? style.green("pass") : style.red("fail"), gate.id,
                     escape_untrusted(gate.detail)});
  }
  out += table(gates, 2);
  return out + "\n" + two_columns({{style.bold("Next"), next_step(status.gates)}});
}

std::string status_json(const Status& status) {
  const auto& metadata = status.project.metadata;
  const auto counts = project::count(status.project);
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").key("project").begin_object();
  out.member("name", metadata.name).member("type", metadata.type).member("folder", status.root);
  out.key("uuid");
  if (const auto uuid = metadata.project_uuid()) {
    out.value(*uuid);
  } else {
    out.null();
  }
  out.member("pipelines", counts.pipelines).member("blocks", counts.blocks);
  out.member("triggers", counts.triggers).end_object();
  out.member("lineage_enabled", metadata.lineage_enabled.is_true());
  out.member("allowed", status.gates.allowed()).key("gates").begin_array();
  for (const auto& gate : status.gates.gates) {
    out.begin_object().member("id", gate.id).member("status", gate.pass ? "pass" : "fail");
    out.member("reason", gate.reason).end_object();
  }
  out.end_array().member("next", next_step(status.gates)).key("findings").begin_array();
  for (const auto& finding : status.project.findings) {
    out.begin_object().member("path", finding.path);
    if (finding.line > 0) out.member("line", finding.line);
    out.member("code", finding.code).member("detail", finding.detail).end_object();
  }
  out.end_array().end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::output
