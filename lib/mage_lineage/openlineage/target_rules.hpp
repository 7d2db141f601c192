#pragma once

#include <mage_lineage/openlineage/judge.hpp>

namespace mage_lineage::openlineage {

/// What Spotify Portal requires beyond the spec: RunEvents alone, with an `eventType`, an
/// `eventTime` with its offset, and the very `schemaURL` of its page.
void check_portal(json::View event, const Path& path, Judgement& out);

/// What Marquez requires: namespaces in its own alphabet, and a `schemaURL` whose last part names
/// the event's class, by which it tells Job- and DatasetEvents from RunEvents.
void check_marquez(json::View event, const Path& path, Judgement& out);

/// The schema URL that Portal names in its documentation.
inline constexpr std::string_view kPortalSchemaUrl =
    "https://openlineage.io/spec/2-0-2/OpenLineage.json";

}  // namespace mage_lineage::openlineage
