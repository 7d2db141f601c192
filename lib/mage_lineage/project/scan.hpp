#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/project/finding.hpp>
#include <mage_lineage/sys/files.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mage_lineage::project {

/// Why something is not in a manifest (contracts, section 9).
enum class OmissionReason {
  file_too_large,
  source_limit,
  owner_limit,
  scan_limit,
  not_regular,
  outside_project,
  unreadable,
  changed_while_reading,
  missing,
};
const char* to_string(OmissionReason reason);
std::optional<OmissionReason> omission_reason(std::string_view name);
/// True when an allowlisted file is on disk and not described: the manifest is then not complete.
bool makes_incomplete(OmissionReason reason);

/// A file or entry that was left out.
struct Omission {
  std::string path;
  OmissionReason reason = OmissionReason::unreadable;
  std::optional<std::uint64_t> bytes;  ///< the file's size, for `file_too_large`
};

/// The reason that fits a failed read or listing.
OmissionReason reason_of(const Error& error);

struct ScanLimits {
  std::size_t entries = 50'000;
  std::size_t depth = 64;  ///< folders below the root
};

/// What lies in a project's source folders.
struct Scan {
  std::vector<std::string> files;       ///< allowlisted regular files, sorted bytewise
  std::vector<std::string> root_names;  ///< every name in the root folder, sorted
  std::vector<std::string> pipelines;   ///< names of the folders below `pipelines`, sorted
  std::vector<std::string> references;  ///< triggers.yaml and catalogs, sorted
  std::vector<Omission> omissions;
  std::size_t entries = 0;  ///< names that were looked at
};

/// Walks the source folders breadth-first, each folder's names in bytewise order. A folder with
/// more names than the rest of the entry budget is left out whole; ignored names count, what is
/// below them does not. Fails only when the root itself cannot be listed.
Result<Scan> scan(sys::Tree& root, const ScanLimits& limits);

}  // namespace mage_lineage::project
