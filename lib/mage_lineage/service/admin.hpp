#pragma once

#include <mage_lineage/service/metrics.hpp>
#include <mage_lineage/service/snapshot_api.hpp>

namespace mage_lineage::service {

/// What operators ask of a running service, on a listener of its own: `GET /metrics` (Prometheus
/// text 0.0.4) and `GET /healthz`.
class AdminApi final : public sys::HttpHandler {
 public:
  AdminApi(const Metrics& metrics, SnapshotApi& api) : metrics_(metrics), api_(api) {}

  sys::HeadVerdict judge_head(sys::ServedRequest& request) override;
  sys::Handling handle(sys::ServedRequest& request) override;

 private:
  const Metrics& metrics_;
  SnapshotApi& api_;
};

}  // namespace mage_lineage::service
