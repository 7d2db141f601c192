#include "output/receive_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

namespace mage_lineage::output {

std::string listening_text(const std::string& url) {
  return "listening on " + url + "\n";
}

std::string listening_json(const std::string& url) {
  json::Writer out(json::Style::compact);
  return out.begin_object().member("listening", url).end_object().text() + "\n";
}

std::string received_text(const service::Received& received, const Style& style) {
  const auto status = std::to_string(received.status);
  std::string line = received.accepted ? style.green(status) : style.red(status);
  line += "  " + std::string(received.api);
  if (!received.kind.empty()) line += "  " + text::escape_untrusted(received.kind, 100);
  if (!received.subject.empty()) line += "  " + text::escape_untrusted(received.subject, 200);
  if (received.graph) {
    line += "  (" + text::count_of(received.graph->nodes, "node", "nodes") + ", " +
            text::count_of(received.graph->edges, "edge", "edges") + ")";
  }
  if (!received.problem.empty()) line += "  " + text::escape_untrusted(received.problem, 400);
  return line + "\n";
}

std::string received_json(const service::Received& received) {
  json::Writer out(json::Style::compact);
  out.begin_object().member("status", received.status).member("api", received.api);
  out.member("accepted", received.accepted).member("kind", received.kind);
  out.member("subject", received.subject).member("bytes", received.body.size());
  if (received.graph) {
    out.member("nodes", received.graph->nodes).member("edges", received.graph->edges);
  }
  if (!received.problem.empty()) out.member("problem", received.problem);
  return out.end_object().text() + "\n";
}

}  // namespace mage_lineage::output
