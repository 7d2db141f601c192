#include "output/check_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <algorithm>

#include "output/layout.hpp"

namespace mage_lineage::output {

std::string check_text(const gates::Report& report, const Error* obstacle, const Style& style) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& gate : report.gates) {
    rows.push_back({gate.pass ? style.green("pass") : style.red("fail"), gate.id,
                    text::escape_untrusted(gate.detail)});
  }
  std::string out = table(rows);
  for (const auto& gate : report.gates) {
    if (gate.pass && gate.warnings.empty()) continue;
    out += "\n" + style.bold(gate.id) + "\n";
    std::vector<Pair> lines;
    if (!gate.pass) {
      if (!gate.hint.empty()) lines.push_back({"to do", text::escape_untrusted(gate.hint)});
      lines.push_back({"decided by", text::escape_untrusted(gate.source)});
    }
    for (const auto& warning : gate.warnings) {
      lines.push_back({style.yellow("warning"), text::escape_untrusted(warning)});
    }
    out += two_columns(lines);
  }
  const auto closed = static_cast<std::size_t>(std::count_if(
      report.gates.begin(), report.gates.end(), [](const auto& gate) { return !gate.pass; }));
  if (obstacle != nullptr) {
    out += "\n" + style.red("No event would be sent") +
           ", though every gate is open: " + text::escape_untrusted(obstacle->message) + ".\n";
    return obstacle->hint.empty() ? out : out + "  to do  " + obstacle->hint + "\n";
  }
  if (closed == 0) {
    return out + "\n" + style.green("Events would be sent") + ", by the " +
           gates::to_string(report.delivery) + " route.\n";
  }
  return out + "\n" + style.red("No event would be sent") + ": " +
         text::count_of(closed, "gate is closed", "gates are closed") + ".\n";
}

std::string check_json(const gates::Report& report, const Error* obstacle,
                       const ProbeModel* probe) {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").member("allowed", report.allowed());
  out.key("delivery");
  if (report.delivery == gates::Delivery::none) {
    out.null();
  } else {
    out.value(gates::to_string(report.delivery));
  }
  out.key("scope");
  if (report.scope) {
    out.begin_object()
        .member("customer_cluster_uuid", report.scope->customer_cluster_uuid)
        .member("workspace_uuid", report.scope->workspace_uuid)
        .member("project_uuid", report.scope->project_uuid)
        .end_object();
  } else {
    out.null();
  }
  out.key("gates").begin_array();
  for (const auto& gate : report.gates) {
    out.begin_object()
        .member("id", gate.id)
        .member("status", gate.pass ? "pass" : "fail")
        .member("reason", gate.reason)
        .member("detail", gate.detail)
        .member("hint", gate.hint)
        .member("source", gate.source);
    out.key("warnings").begin_array();
    for (const auto& warning : gate.warnings)
      out.value(warning);
    out.end_array().end_object();
  }
  out.end_array();
  if (obstacle != nullptr) {
    out.key("obstacle")
        .begin_object()
        .member("code", to_string(obstacle->code))
        .member("message", obstacle->message)
        .member("hint", obstacle->hint)
        .end_object();
  }
  if (probe != nullptr) write_probe(out.key("probe"), *probe);
  out.end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::output
