#pragma once

#include <mage_lineage/service/routes.hpp>
#include <mage_lineage/service/store.hpp>
#include <mage_lineage/snapshot/contents.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

namespace mage_lineage::service {

/// How times are spread: counts of those up to each bound, their number and their sum.
class Histogram {
 public:
  /// Upper bounds in seconds; one more bucket takes the rest.
  static constexpr std::array<double, 12> kBounds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                  0.05,   0.1,   0.25,   1,     5,    30};
  void observe(std::chrono::nanoseconds took);
  /// As lines of Prometheus text; `labels` is empty or ends with a comma.
  void write(std::string& out, std::string_view name, std::string_view labels) const;

 private:
  std::array<std::uint64_t, kBounds.size() + 1> counts_{};
  std::chrono::nanoseconds sum_{};
};

/// What the service has done, for Prometheus. Labels come from closed sets alone: never a scope, a
/// subject or an id. Safe to use from any thread.
class Metrics {
 public:
  void answered(Route route, std::string_view method, int status, std::chrono::nanoseconds took);
  /// `reason` lives as long as the program.
  void rejected_grant(std::string_view reason);
  void built(std::chrono::nanoseconds took,
             const std::map<std::string_view, std::size_t>& redactions_by_rule);
  void failed_build(std::chrono::nanoseconds took);
  void read_content(snapshot::ContentStatus status);

  /// Everything as Prometheus text 0.0.4, in a fixed order.
  std::string text(const SnapshotStore::Stats& store) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::tuple<Route, std::string_view, int>, std::uint64_t> requests_;
  std::map<Route, Histogram> durations_;
  std::map<std::string_view, std::uint64_t> rejected_;
  std::map<std::string_view, std::uint64_t> redactions_;
  std::map<std::string_view, std::uint64_t> builds_;
  std::map<std::string_view, std::uint64_t> contents_;
  Histogram build_durations_;
};

}  // namespace mage_lineage::service
