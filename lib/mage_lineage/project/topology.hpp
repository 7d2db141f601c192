#pragma once

#include <mage_lineage/project/findings.hpp>
#include <mage_lineage/project/pipeline.hpp>

#include <cstddef>
#include <vector>

namespace mage_lineage::project {

/// Tells what is wrong with a pipeline's graph: a uuid used twice, a cycle (Mage loads neither),
/// edges to blocks that are not there and edges that only one side names. Linear in blocks and
/// edges.
void check_topology(const Pipeline& pipeline, Findings& findings);

/// The pipeline's blocks as indexes, upstream before downstream where the edges allow it; who
/// follows a block comes right after it, and others in the order of the file. Every block once.
std::vector<std::size_t> dependency_order(const Pipeline& pipeline);

}  // namespace mage_lineage::project
