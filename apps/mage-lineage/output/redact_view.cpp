#include "output/redact_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/redact/rules.hpp>

#include <algorithm>
#include <vector>

#include "output/layout.hpp"

namespace mage_lineage::output {
namespace {

std::string_view description_of(std::string_view id) {
  const auto& rules = redact::rules();
  const auto rule = std::find_if(rules.begin(), rules.end(),
                                 [&](const redact::Rule& candidate) { return candidate.id == id; });
  return rule == rules.end() ? std::string_view() : rule->description;
}

}  // namespace

std::string redaction_report(const redact::Redaction& redaction, const std::string& name,
                             const Style& style) {
  std::vector<std::vector<std::string>> rows;
  for (const redact::Mark& mark : redaction.marks) {
    rows.push_back({text::escape_untrusted(name) + ":" + std::to_string(mark.line) + ":" +
                        std::to_string(mark.column),
                    style.yellow(mark.rule), style.dim(description_of(mark.rule))});
  }
  return rows.empty() ? std::string() : table(rows);
}

std::string redaction_json(const redact::Redaction& redaction, const std::string& name) {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").member("source", name);
  out.member("total", redaction.marks.size()).key("by_rule").begin_object();
  for (const auto& [rule, count] : redaction.by_rule())
    out.member(rule, count);
  out.end_object().key("marks").begin_array();
  for (const redact::Mark& mark : redaction.marks) {
    out.begin_object().member("rule", mark.rule).member("line", mark.line);
    out.member("column", mark.column).end_object();
  }
  out.end_array().end_object();
  return out.text() + "\n";
}

std::string redaction_summary(const redact::Redaction& redaction, const std::string& name) {
  std::string out = text::count_of(redaction.marks.size(), "secret", "secrets") + " in \"" +
                    text::escape_untrusted(name) + "\"";
  const char* joint = ": ";
  for (const auto& [rule, count] : redaction.by_rule()) {
    out += joint + std::to_string(count) + " " + std::string(rule);
    joint = ", ";
  }
  return out;
}

std::string rules_text(const Style& style) {
  std::vector<Pair> rules;
  for (const redact::Rule& rule : redact::rules()) {
    rules.push_back(
        {std::string(rule.id), std::string(rule.description) + ". " + std::string(rule.why)});
  }
  std::vector<Pair> left;
  for (const redact::Miss& miss : redact::missed_by_choice()) {
    left.push_back({text::escape_untrusted(miss.text), std::string(miss.reason)});
  }
  return style.bold("Rules") + "\n" + two_columns(rules) + "\n" + style.bold("Left by choice") +
         "\n" + two_columns(left);
}

std::string rules_json() {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").key("rules").begin_array();
  for (const redact::Rule& rule : redact::rules()) {
    out.begin_object().member("id", rule.id).member("description", rule.description);
    out.member("why", rule.why).end_object();
  }
  out.end_array().key("left_by_choice").begin_array();
  for (const redact::Miss& miss : redact::missed_by_choice()) {
    out.begin_object().member("text", miss.text).member("reason", miss.reason).end_object();
  }
  out.end_array().end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::output
