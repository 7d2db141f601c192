#pragma once

#include <mage_lineage/snapshot/manifest_json.hpp>
#include <mage_lineage/snapshot/paging.hpp>

#include <string>
#include <string_view>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// A manifest for people.
std::string manifest_text(const snapshot::Manifest& manifest, const Style& style);
/// The manifest's own document, laid out for reading.
std::string manifest_json(const snapshot::LoadedManifest& loaded);

/// Owner descriptors, one a line.
std::string owners_text(const snapshot::OwnersPage& page, const Style& style);
/// The page as the service answers it.
std::string owners_json(std::string_view snapshot_id, const snapshot::OwnersPage& page);

}  // namespace mage_lineage::output
