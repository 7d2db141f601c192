#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/snapshot/builder.hpp>
#include <mage_lineage/snapshot/contents.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>
#include <mage_lineage/sys/files.hpp>

#include <string>
#include <vector>

namespace mage_lineage::snapshot {

/// How one owner's source stands against the manifest.
struct OwnerState {
  const Owner* owner = nullptr;  ///< points into the manifest
  ContentStatus status = ContentStatus::ok;
};

/// What a verification found; contracts, sections 9 and 10.
struct Verification {
  bool hash_matches = false;
  bool expired = false;
  bool other_project = false;      ///< the folder is another project than the manifest's
  std::vector<OwnerState> owners;  ///< of all owners, in the manifest's order
  std::vector<std::string> added;  ///< allowlisted files that the manifest does not know

  std::size_t changed() const;
  /// Hash, project and source fit; expiry is not part of it.
  bool matches() const;
};

/// Compares a manifest with the project's files as they are now.
Result<Verification> verify(sys::Tree& tree, const LoadedManifest& loaded, Timestamp now,
                            const Limits& limits, const redact::Redactor& redactor);

}  // namespace mage_lineage::snapshot
