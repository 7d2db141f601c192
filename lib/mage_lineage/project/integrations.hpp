#pragma once

#include <mage_lineage/project/facts.hpp>
#include <mage_lineage/project/pipeline.hpp>
#include <mage_lineage/project/project.hpp>

#include <vector>

namespace mage_lineage::project {

/// The integrations of all pipelines: one of an integration or streaming pipeline, which has one
/// source and one destination, and one for each block of other pipelines that names a connector or
/// is configured as a data integration.
std::vector<Integration> find_integrations(const std::vector<Pipeline>& pipelines,
                                           const FactsByPath& facts);

}  // namespace mage_lineage::project
