#pragma once

#include <mage_lineage/formats/json.hpp>

#include <cstddef>

namespace mage_lineage::service {

/// The size of the lineage graph of one event.
struct Graph {
  std::size_t nodes = 0;
  std::size_t edges = 0;
};

/// The distinct nodes (the job, and each dataset by namespace and name) and the distinct edges
/// (input to job, job to output) of a RunEvent.
Graph graph_of(const json::Value& run_event);

}  // namespace mage_lineage::service
