#pragma once

#include <string>

namespace mage_lineage {

/// The durable identity of a project (contracts, section 1). All three parts are nonblank wherever
/// a whole scope is asked for.
struct Scope {
  std::string customer_cluster_uuid;
  std::string workspace_uuid;
  std::string project_uuid;
  bool operator==(const Scope&) const = default;
};

}  // namespace mage_lineage
