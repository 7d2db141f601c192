#pragma once

#include <mage_lineage/grant/verify.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/service/authorize.hpp>
#include <mage_lineage/service/metrics.hpp>
#include <mage_lineage/service/served_project.hpp>
#include <mage_lineage/service/store.hpp>
#include <mage_lineage/settings/settings.hpp>
#include <mage_lineage/snapshot/builder.hpp>
#include <mage_lineage/sys/clock.hpp>
#include <mage_lineage/sys/files.hpp>
#include <mage_lineage/sys/http_server.hpp>
#include <mage_lineage/sys/random.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::service {

/// One line of the access log. Never a token or content; `method`, `subject` and `snapshot_id` are
/// untrusted text.
struct AccessRecord {
  Timestamp time;
  std::string method;
  std::string_view route;
  int status = 0;
  std::chrono::nanoseconds took{};
  Scope scope;  ///< of an authentic grant; else empty, as is the subject
  std::string subject;
  std::string snapshot_id;
  std::size_t bytes = 0;    ///< of the body that was sent
  std::string_view reason;  ///< which check refused the grant; empty when none did
};

/// What the API serves, and by which rules.
struct SnapshotApiOptions {
  std::vector<ServedProject> projects;
  settings::Settings settings;  ///< the gates read it
  grant::Policy policy;         ///< its snapshot TTL is the snapshots' lifetime
  snapshot::Limits limits;
  StoreBounds store;
  std::size_t builds = 16;  ///< under way and waiting; those beyond are answered 429
  std::chrono::milliseconds build_time{60'000};  ///< a build that takes longer is given up: 503
};

/// The source-snapshot API of the Mage Pro document (contracts, section 12), from request to
/// response. Requests are judged in the order given there; the same code as the offline commands
/// verifies, builds and redacts. Builds are left to the server's background threads. Safe to use
/// from any thread.
class SnapshotApi final : public sys::HttpHandler {
 public:
  /// What it asks of the world; all of it outlives the API.
  struct World {
    sys::Clock& clock;
    sys::Random& random;
    sys::Files& files;
    Keyring& keyring;
    Metrics& metrics;
    std::function<void(const AccessRecord&)> log;  ///< from any thread; null: nothing is logged
  };
  SnapshotApi(SnapshotApiOptions options, World world);

  sys::HeadVerdict judge_head(sys::ServedRequest& request) override;
  sys::Handling handle(sys::ServedRequest& request) override;
  void answered(const sys::ServedRequest& request, const sys::Answered& how) override;

  SnapshotStore::Stats stats() { return store_.stats(world_.clock.now()); }

 private:
  struct Exchange;
  std::optional<sys::ServedResponse> judge(const sys::ServedRequest& request, Exchange& exchange);
  std::optional<sys::ServedResponse> judge_project(Exchange& exchange);
  std::optional<sys::ServedResponse> find_snapshot(Exchange& exchange);
  sys::Handling create(const sys::ServedRequest& request,
                       const std::shared_ptr<Exchange>& exchange);
  sys::ServedResponse build(Exchange& exchange);
  sys::ServedResponse keep(snapshot::Built built, Exchange& exchange);
  sys::ServedResponse owners(const sys::ServedRequest& request, const Exchange& exchange);
  sys::ServedResponse contents(const sys::ServedRequest& request, Exchange& exchange);
  sys::ServedResponse too_many_snapshots();

  const SnapshotApiOptions options_;
  World world_;
  redact::Redactor redactor_;
  SnapshotStore store_;
  std::atomic<std::size_t> builds_ = 0;
};

}  // namespace mage_lineage::service
