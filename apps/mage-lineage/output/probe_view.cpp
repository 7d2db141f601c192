#include "output/probe_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>

#include <vector>

#include "output/layout.hpp"

namespace mage_lineage::output {
namespace {

std::string problem_of(const ProbeModel& model) {
  if (model.error) return model.error->message;
  return model.probe.connection.problem.empty() ? model.probe.token_problem
                                                : model.probe.connection.problem;
}

std::string hint_of(const ProbeModel& model) {
  return model.error ? model.error->hint : model.probe.token_hint;
}

/// The steps that were taken, up to the first that failed.
std::vector<Pair> steps(const ProbeModel& model, const Style& style) {
  const auto& connection = model.probe.connection;
  const auto ok = [&style](const std::string& what) { return style.green("ok") + ", " + what; };
  const auto bad = [&style](const std::string& what) {
    return style.red("failed") + ": " + text::escape_untrusted(what);
  };
  std::vector<Pair> rows;
  rows.push_back({"name", connection.resolved ? ok("it has an address") : bad(connection.problem)});
  if (!connection.resolved) return rows;
  rows.push_back(
      {"connection", connection.connected
                         ? ok(connection.address.empty() ? "it was accepted" : connection.address)
                         : bad(connection.problem)});
  if (!connection.connected) return rows;
  if (model.https) {
    rows.push_back(
        {"TLS", connection.secured ? ok("the certificate is trusted") : bad(connection.problem)});
    if (!connection.secured) return rows;
  }
  if (model.probe.needs_token) {
    rows.push_back({"token", model.probe.token_minted
                                 ? ok("minted in " + format_duration(model.probe.token_took))
                                 : bad(model.probe.token_problem)});
  }
  return rows;
}

}  // namespace

std::string probe_text(const ProbeModel& model, const Style& style) {
  std::string out = "\n" + style.bold("Probe") + "\n";
  std::vector<Pair> rows;
  if (model.error) {
    rows.push_back(
        {"route", style.red("failed") + ": " + text::escape_untrusted(problem_of(model))});
  } else {
    rows.push_back({"route", model.route + ", " + text::escape_untrusted(model.url)});
    for (auto& row : steps(model, style))
      rows.push_back(std::move(row));
  }
  if (!hint_of(model).empty()) rows.push_back({"to do", text::escape_untrusted(hint_of(model))});
  out += two_columns(rows);
  if (!model.good()) return out;
  return out + "\n" +
         paragraphs(
             "No event was posted: whether the server takes one stays open. \"mage-lineage "
             "emit test\" sends one that does no harm.",
             0);
}

void write_probe(json::Writer& out, const ProbeModel& model) {
  const auto& probe = model.probe;
  out.begin_object().member("ok", model.good());
  out.member("route", model.route).member("url", model.url);
  out.member("resolved", probe.connection.resolved).member("connected", probe.connection.connected);
  out.key("secured");
  if (model.https) {
    out.value(probe.connection.secured);
  } else {
    out.null();
  }
  out.member("address", probe.connection.address);
  out.key("token");
  if (probe.needs_token) {
    out.begin_object().member("minted", probe.token_minted).member("status", probe.token_status);
    out.end_object();
  } else {
    out.null();
  }
  out.member("problem", problem_of(model)).member("hint", hint_of(model)).end_object();
}

}  // namespace mage_lineage::output
