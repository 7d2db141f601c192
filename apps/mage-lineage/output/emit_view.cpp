#include "output/emit_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <algorithm>

#include "output/layout.hpp"
#include "output/receipt_view.hpp"

namespace mage_lineage::output {
namespace {

using delivery::Fate;

std::vector<Pair> gate_rows(const EmitModel& model, const Style& style) {
  std::vector<Pair> rows;
  std::size_t closed = 0;
  for (const auto& gate : model.gates) {
    if (gate.pass) continue;
    ++closed;
    rows.push_back({"", gate.id + ": " + text::escape_untrusted(gate.detail)});
    if (!gate.hint.empty()) rows.push_back({"", "to do: " + text::escape_untrusted(gate.hint)});
  }
  const std::string verdict = model.gates.empty() ? "not asked: this backend is not Mage's"
                              : closed == 0       ? style.green("ok") + ", all are open"
                                                  : style.red("closed") + ": no event is sent";
  rows.insert(rows.begin(), {"gates", verdict});
  return rows;
}

std::string token_text(const EmitModel& model, const Style& style) {
  if (!model.mint.problem.empty()) {
    return style.red("failed") + ": " + text::escape_untrusted(model.mint.problem);
  }
  if (model.mint.minted == 0) return "not asked for";
  return style.green("ok") + ", minted in " + format_duration(model.mint.took);
}

}  // namespace

bool EmitModel::delivered() const {
  return allowed && std::all_of(events.begin(), events.end(), [](const auto& event) {
           return event.receipt.fate == Fate::delivered;
         });
}

std::string emit_steps_text(const EmitModel& model, const Style& style) {
  auto rows = gate_rows(model, style);
  if (!model.route.empty()) {
    rows.push_back({"route", model.route + ", " + text::escape_untrusted(model.url)});
  }
  if (model.mints) rows.push_back({"token", token_text(model, style)});
  std::string hint;
  for (const auto& event : model.events) {
    rows.push_back({"event", event.type + " " + text::escape_untrusted(event.receipt.event.id)});
    rows.push_back({"", receipt_text(event.receipt, style)});
    if (hint.empty()) hint = event.receipt.hint;
  }
  if (!hint.empty()) rows.push_back({"to do", text::escape_untrusted(hint)});
  std::string out = two_columns(rows);
  if (model.route.empty()) return out;
  out += "\n";
  if (!model.delivered()) return out + style.red("The chain does not hold.") + "\n";
  out += style.green("The chain holds from end to end.") + "\n";
  if (!model.portal_graph.empty()) out += portal_graph_text(model.portal_graph) + "\n";
  return out;
}

std::string emit_events_text(const EmitModel& model, const Style& style) {
  std::string out;
  for (const auto& event : model.events) {
    out += event.type + "  " + text::escape_untrusted(event.name, 300) + "  " +
           receipt_text(event.receipt, style) + "\n";
  }
  return out;
}

std::string emit_json(const EmitModel& model) {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0");
  out.member("allowed", model.allowed).member("delivered", model.delivered());
  out.key("gates").begin_array();
  for (const auto& gate : model.gates) {
    out.begin_object().member("id", gate.id).member("status", gate.pass ? "pass" : "fail");
    out.member("reason", gate.reason).member("detail", gate.detail);
    out.member("hint", gate.hint).end_object();
  }
  out.end_array().member("route", model.route).member("url", model.url).key("token");
  if (model.mints) {
    out.begin_object().member("minted", model.mint.minted);
    out.member("problem", model.mint.problem).end_object();
  } else {
    out.null();
  }
  out.key("events").begin_array();
  for (const auto& event : model.events) {
    out.begin_object().member("event_type", event.type).member("name", event.name);
    write_receipt(out, event.receipt);
    out.end_object();
  }
  return out.end_array().end_object().text() + "\n";
}

}  // namespace mage_lineage::output
