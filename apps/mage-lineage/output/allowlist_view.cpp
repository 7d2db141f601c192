#include "output/allowlist_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include "output/layout.hpp"

namespace mage_lineage::output {

std::string allowlist_text(const Style& style) {
  std::vector<std::vector<std::string>> rows;
  std::size_t count = 0;
  const auto* rules = project::allowlist_rules(count);
  for (std::size_t i = 0; i < count; ++i) {
    rows.push_back({rules[i].allows ? style.green("in") : style.red("out"),
                    std::string(rules[i].what), style.dim(rules[i].why)});
  }
  return table(rows);
}

std::string allowlist_json() {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").key("rules").begin_array();
  std::size_t count = 0;
  const auto* rules = project::allowlist_rules(count);
  for (std::size_t i = 0; i < count; ++i) {
    out.begin_object().member("allows", rules[i].allows).member("what", rules[i].what);
    out.member("why", rules[i].why).end_object();
  }
  out.end_array().end_object();
  return out.text() + "\n";
}

std::string verdict_text(const std::string& path, const project::Verdict& verdict,
                         const Style& style) {
  return (verdict.allowed ? style.green("in") : style.red("out")) + "  \"" +
         text::escape_untrusted(path) + "\": " + verdict.reason + " (" + verdict.code + ")\n";
}

std::string verdict_json(const std::string& path, const project::Verdict& verdict) {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").member("path", path);
  out.member("allowed", verdict.allowed).member("code", verdict.code);
  out.member("reason", verdict.reason).end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::output
