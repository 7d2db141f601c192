#pragma once

#include <mage_lineage/formats/json_tape.hpp>
#include <mage_lineage/openlineage/path.hpp>
#include <mage_lineage/openlineage/problem.hpp>

#include <string_view>

namespace mage_lineage::event {

/// True for a Mage event: an object with `event_id` and `openlineage`.
bool is_mage_event(json::View document);

/// Checks that a Mage event, apart from its envelope, is what its schema says: the members it may
/// have, and no other. Every difference is an error; formats too, as the event is Mage's own.
void check_mage_event(json::View document, const openlineage::Path& path,
                      openlineage::Problems& out);

/// Checks that an envelope carries nothing but metadata: the facet `mage_lineage` and the standard
/// facets that Mage's events use, each without members that could hold content, and neither a run
/// nor inputs and outputs. `event_id` of the event around it, or empty, is what the facet repeats.
void check_envelope(json::View envelope, std::string_view event_id, const openlineage::Path& path,
                    openlineage::Problems& out);

}  // namespace mage_lineage::event
