#pragma once

#include <mage_lineage/project/project.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/snapshot/manifest.hpp>

namespace mage_lineage::snapshot {

/// The project as manifests describe it.
ProjectEntry project_entry(const project::Metadata& metadata, const redact::Redactor& redactor);

/// Adds pipelines, integrations and triggers to a manifest whose owners are there already. Free
/// text (names, schedules) is redacted like any other.
void add_topology(const project::Project& project, const redact::Redactor& redactor,
                  Manifest& manifest);

}  // namespace mage_lineage::snapshot
