#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/project/root.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/snapshot/manifest.hpp>
#include <mage_lineage/sys/files.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace mage_lineage::snapshot {

/// What a snapshot may hold at most (the settings AUTOPILOT_LINEAGE_MAX_…).
struct Limits {
  std::uint64_t file_bytes = 524'288;
  std::uint64_t source_bytes = 5'242'880;
  std::size_t owners = 10'000;
  std::size_t scan_entries = 50'000;
};

/// Everything that a build depends on beside the project's files.
struct BuildRequest {
  project::ProjectRoot root;
  std::string customer_cluster_uuid;  ///< may be empty: then the scope is not complete
  std::string workspace_uuid;
  std::string snapshot_id;
  Timestamp created_at;
  std::chrono::milliseconds ttl{900'000};
  Limits limits;
  unsigned threads = 2;  ///< the result does not depend on it
};

/// Told how many of how many files are done, on the thread that called build, as it goes along.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

/// A manifest, its text, and what a person may want to know beside it.
struct Built {
  Manifest manifest;
  std::string text;  ///< as the manifest's file holds it
  std::map<std::string_view, std::size_t> redactions_by_rule;
};

/// `snap_` and 32 random hex digits from 16 random bytes.
std::string make_snapshot_id(const std::array<std::uint8_t, 16>& random);

/// Describes a project's source: scans, reads, redacts and hashes (contracts, sections 8 and 9).
/// What is wrong with single files is told in the manifest; a metadata.yaml that cannot be used
/// leaves the project's UUID unknown. Fails only when the project's folder cannot be listed, or
/// when the snapshot would expire after kLastTimestamp.
Result<Built> build(sys::Tree& tree, const BuildRequest& request, const redact::Redactor& redactor,
                    const Progress& progress = {});

}  // namespace mage_lineage::snapshot
