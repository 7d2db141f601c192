#include <mage_lineage/service/metrics.hpp>

#include <mage_lineage/formats/json_writer.hpp>

#include <algorithm>

namespace mage_lineage::service {
namespace {

/// Methods that anybody uses; the others share a label, for a client could invent any number.
std::string_view method_label(std::string_view method) {
  constexpr std::array<std::string_view, 7> kMethods{"GET",    "HEAD",  "POST",   "PUT",
                                                     "DELETE", "PATCH", "OPTIONS"};
  const auto* at = std::find(kMethods.begin(), kMethods.end(), method);
  return at == kMethods.end() ? "other" : *at;
}

void begin_family(std::string& out, std::string_view name, std::string_view type,
                  std::string_view help) {
  out += "# HELP " + std::string(name) + " " + std::string(help) + "\n";
  out += "# TYPE " + std::string(name) + " " + std::string(type) + "\n";
}

std::string label(std::string_view name, std::string_view value) {
  return std::string(name) + "=\"" + std::string(value) + "\"";
}

void sample(std::string& out, std::string_view name, std::string_view labels, std::uint64_t value) {
  out += name;
  if (!labels.empty()) out += "{" + std::string(labels) + "}";
  out += " " + std::to_string(value) + "\n";
}

void counters(std::string& out, std::string_view name, std::string_view help, std::string_view key,
              const std::map<std::string_view, std::uint64_t>& values) {
  begin_family(out, name, "counter", help);
  for (const auto& [value, count] : values)
    sample(out, name, label(key, value), count);
}

void gauge(std::string& out, std::string_view name, std::string_view help, std::size_t value) {
  begin_family(out, name, "gauge", help);
  sample(out, name, {}, value);
}

double seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

void Histogram::observe(std::chrono::nanoseconds took) {
  const auto* at = std::lower_bound(kBounds.begin(), kBounds.end(), seconds(took));
  ++counts_[static_cast<std::size_t>(at - kBounds.begin())];
  sum_ += took;
}

void Histogram::write(std::string& out, std::string_view name, std::string_view labels) const {
  const std::string own(labels);
  std::uint64_t so_far = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    so_far += counts_[i];
    const auto bound = i < kBounds.size() ? json::format_number(kBounds[i]) : "+Inf";
    sample(out, std::string(name) + "_bucket", own + label("le", bound), so_far);
  }
  const auto plain = own.empty() ? own : own.substr(0, own.size() - 1);
  out += std::string(name) + "_sum" + (plain.empty() ? "" : "{" + plain + "}") + " " +
         json::format_number(seconds(sum_)) + "\n";
  sample(out, std::string(name) + "_count", plain, so_far);
}

void Metrics::answered(Route route, std::string_view method, int status,
                       std::chrono::nanoseconds took) {
  const std::lock_guard lock(mutex_);
  ++requests_[{route, method_label(method), status}];
  durations_[route].observe(took);
}

void Metrics::rejected_grant(std::string_view reason) {
  const std::lock_guard lock(mutex_);
  ++rejected_[reason];
}

void Metrics::built(std::chrono::nanoseconds took,
                    const std::map<std::string_view, std::size_t>& redactions_by_rule) {
  const std::lock_guard lock(mutex_);
  ++builds_["built"];
  build_durations_.observe(took);
  for (const auto& [rule, count] : redactions_by_rule)
    redactions_[rule] += count;
}

void Metrics::failed_build(std::chrono::nanoseconds took) {
  const std::lock_guard lock(mutex_);
  ++builds_["failed"];
  build_durations_.observe(took);
}

void Metrics::read_content(snapshot::ContentStatus status) {
  const std::lock_guard lock(mutex_);
  ++contents_[snapshot::to_string(status)];
}

std::string Metrics::text(const SnapshotStore::Stats& store) const {
  const std::lock_guard lock(mutex_);
  std::string out;
  begin_family(out, "mage_lineage_build_info", "gauge", "the version that runs");
  sample(out, "mage_lineage_build_info", label("version", MAGE_LINEAGE_VERSION), 1);
  begin_family(out, "mage_lineage_http_requests_total", "counter",
               "answered requests by route, method and status");
  for (const auto& [key, count] : requests_) {
    const auto& [route, method, status] = key;
    sample(out, "mage_lineage_http_requests_total",
           label("route", route_template(route)) + "," + label("method", method) + "," +
               label("status", std::to_string(status)),
           count);
  }
  begin_family(out, "mage_lineage_http_request_duration_seconds", "histogram",
               "from a request's first byte to its answer's last, by route");
  for (const auto& [route, histogram] : durations_) {
    histogram.write(out, "mage_lineage_http_request_duration_seconds",
                    label("route", route_template(route)) + ",");
  }
  counters(out, "mage_lineage_grants_rejected_total", "refused grants by the check they failed",
           "reason", rejected_);
  counters(out, "mage_lineage_snapshot_builds_total", "builds by how they ended", "result",
           builds_);
  begin_family(out, "mage_lineage_snapshot_build_duration_seconds", "histogram",
               "how long builds took");
  build_durations_.write(out, "mage_lineage_snapshot_build_duration_seconds", {});
  counters(out, "mage_lineage_redactions_total", "secrets redacted in builds, by rule", "rule",
           redactions_);
  counters(out, "mage_lineage_contents_total", "owners whose content was asked for, by what came",
           "status", contents_);
  gauge(out, "mage_lineage_snapshots_live", "snapshots that can be read", store.live);
  gauge(out, "mage_lineage_snapshots_expired", "expired snapshots that answer 410", store.expired);
  gauge(out, "mage_lineage_snapshot_owners", "owners of live snapshots", store.owners);
  gauge(out, "mage_lineage_snapshot_bytes", "memory that live snapshots take", store.bytes);
  return out;
}

}  // namespace mage_lineage::service
