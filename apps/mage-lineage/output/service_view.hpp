#pragma once

#include <mage_lineage/service/snapshot_api.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// What a service says when it is ready.
struct ServiceStart {
  std::string url;
  std::string admin_url;
  std::vector<service::ServedProject> projects;
};
std::string service_start_text(const ServiceStart& start);
/// One line: `{"time", "event": "listening", "url", "admin_url", "projects": [{"path", "scope"}]}`.
std::string service_start_json(const ServiceStart& start, Timestamp now);

/// Something that happened to the service itself, such as a reload of its secrets.
std::string service_event_text(std::string_view event, std::string_view detail);
/// One line: `{"time", "event", "detail"}`.
std::string service_event_json(std::string_view event, std::string_view detail, Timestamp now);

/// One answered request for a person: status, method, route, snapshot, subject, size and time.
std::string access_text(const service::AccessRecord& record, const Style& style);
/// One line: `{"time", "event": "request", "method", "route", "status", "duration_ms", "bytes",
/// "scope"?, "subject"?, "snapshot_id"?, "reason"?}`.
std::string access_json(const service::AccessRecord& record);

/// The JSON Schema of every line of the log.
std::string_view access_log_schema();

}  // namespace mage_lineage::output
