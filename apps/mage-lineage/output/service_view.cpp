#include "output/service_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <chrono>

namespace mage_lineage::output {
namespace {

void write_scope(json::Writer& out, const Scope& scope) {
  out.key("scope").begin_object();
  out.member("customer_cluster_uuid", scope.customer_cluster_uuid);
  out.member("workspace_uuid", scope.workspace_uuid);
  out.member("project_uuid", scope.project_uuid).end_object();
}

json::Writer begin_line(std::string_view event, Timestamp time) {
  json::Writer out(json::Style::compact);
  out.begin_object().member("time", format_rfc3339(time)).member("event", event);
  return out;
}

/// JSON text in one line that moves no terminal: C1 and bidirectional controls of untrusted text
/// are shown escaped.
std::string shown(std::string_view untrusted) {
  constexpr std::size_t kMost = 200;
  return text::escape_untrusted(untrusted, kMost);
}

std::string status_colored(int status, const Style& style) {
  const auto digits = std::to_string(status);
  if (status < 400) return style.green(digits);
  return status < 500 ? style.yellow(digits) : style.red(digits);
}

}  // namespace

std::string service_start_text(const ServiceStart& start) {
  std::string out = "listening on " + start.url + "\n";
  out += "metrics on " + start.admin_url + "/metrics\n";
  for (const auto& project : start.projects) {
    out += "serving " + text::escape_untrusted(project.root.path) + " as " +
           text::escape_untrusted(project.scope.customer_cluster_uuid) + "/" +
           text::escape_untrusted(project.scope.workspace_uuid) + "/" +
           text::escape_untrusted(project.scope.project_uuid) + "\n";
  }
  return out;
}

std::string service_start_json(const ServiceStart& start, Timestamp now) {
  auto out = begin_line("listening", now);
  out.member("url", start.url).member("admin_url", start.admin_url).key("projects").begin_array();
  for (const auto& project : start.projects) {
    out.begin_object().member("path", project.root.path);
    write_scope(out, project.scope);
    out.end_object();
  }
  return out.end_array().end_object().text() + "\n";
}

std::string service_event_text(std::string_view event, std::string_view detail) {
  return std::string(event) + ": " + std::string(detail) + "\n";
}

std::string service_event_json(std::string_view event, std::string_view detail, Timestamp now) {
  auto out = begin_line(event, now);
  return out.member("detail", detail).end_object().text() + "\n";
}

std::string access_text(const service::AccessRecord& record, const Style& style) {
  std::string line = format_rfc3339(record.time) + "  " + status_colored(record.status, style) +
                     "  " + shown(record.method.empty() ? "-" : record.method) + " " +
                     std::string(record.route);
  if (!record.snapshot_id.empty()) line += "  " + shown(record.snapshot_id);
  if (!record.subject.empty()) line += "  " + shown(record.subject);
  if (!record.reason.empty()) line += "  (grant refused: " + std::string(record.reason) + ")";
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(record.took);
  return line + "  " + text::count_of(record.bytes, "byte", "bytes") + "  " +
         format_duration(took) + "\n";
}

std::string access_json(const service::AccessRecord& record) {
  auto out = begin_line("request", record.time);
  out.member("method", shown(record.method)).member("route", record.route);
  out.member("status", record.status);
  const auto microseconds =
      std::chrono::duration_cast<std::chrono::microseconds>(record.took).count();
  out.member("duration_ms", static_cast<double>(microseconds) / 1000.0);
  out.member("bytes", record.bytes);
  if (!record.scope.project_uuid.empty()) write_scope(out, record.scope);
  if (!record.subject.empty()) out.member("subject", shown(record.subject));
  if (!record.snapshot_id.empty()) out.member("snapshot_id", shown(record.snapshot_id));
  if (!record.reason.empty()) out.member("reason", record.reason);
  return out.end_object().text() + "\n";
}

}  // namespace mage_lineage::output
