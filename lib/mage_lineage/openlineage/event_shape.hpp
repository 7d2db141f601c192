#pragma once

#include <mage_lineage/openlineage/shape.hpp>

namespace mage_lineage::openlineage {

/// The core schema, 2-0-2: what each class of event has to have.
const Shape& run_event_shape();
const Shape& job_event_shape();
const Shape& dataset_event_shape();

/// The values of `eventType`.
std::span<const std::string_view> event_types();

}  // namespace mage_lineage::openlineage
