#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/scope.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/project/finding.hpp>
#include <mage_lineage/project/scan.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::snapshot {

enum class OwnerType { project, pipeline, block, file };
inline constexpr std::array<const char*, 4> kOwnerTypes{"project", "pipeline", "block", "file"};
const char* to_string(OwnerType type);
std::optional<OwnerType> owner_type(std::string_view name);

/// Who owns a file: what an owner key is made of.
struct Identity {
  OwnerType type = OwnerType::file;
  std::string block_type;  ///< of blocks alone
  std::string uuid;        ///< a pipeline's or block's uuid; a file's path; empty for the project
  bool operator==(const Identity&) const = default;
};

/// `own_` and 32 hex digits, stable for a project and an identity (contracts, section 8).
std::string owner_key(std::string_view project_uuid, const Identity& identity);

/// What a manifest says of one source file. Never content.
struct Owner {
  std::string key;
  Identity identity;
  std::string path;  ///< as manifests write it: see manifest_path
  std::string language;
  std::vector<std::string> used_by;           ///< pipelines, sorted
  std::optional<std::uint64_t> source_bytes;  ///< left out when something was redacted
  std::uint64_t content_bytes = 0;            ///< of the redacted text, as are the next two
  std::string content_hash;
  std::uint64_t redactions = 0;
};

struct ProjectEntry {
  std::string uuid;
  std::string name;
  std::string type;
  std::map<std::string, bool> features;  ///< those that are booleans
};

struct BlockEntry {
  std::string uuid;
  std::string name;
  std::string type;
  std::string language;
  std::string role;
  std::vector<std::string> upstream_blocks;
  std::vector<std::string> downstream_blocks;
  std::string replicated_block;  ///< empty when none
  std::string owner_key;         ///< empty when no owner of this manifest holds its source
};

struct PipelineEntry {
  std::string uuid;
  std::string name;
  std::string type;
  std::string path;
  std::vector<BlockEntry> blocks;
};

struct IntegrationEntry {
  std::string pipeline_uuid;
  std::string source;
  std::string destination;
  std::vector<std::string> streams;
};

struct TriggerEntry {
  std::string pipeline_uuid;
  std::string name;
  std::string schedule_type;
  std::string schedule_interval;
  std::string status;
};

struct Totals {
  std::uint64_t owners = 0;
  std::uint64_t content_bytes = 0;
  std::uint64_t redactions = 0;
  std::uint64_t entries_scanned = 0;
};

/// The document that describes a snapshot (contracts, section 9).
struct Manifest {
  std::string snapshot_id;
  std::string generation;
  Timestamp created_at;
  Timestamp expires_at;
  Scope scope;  ///< a part that is not known is empty here and null in the document
  ProjectEntry project;
  std::vector<PipelineEntry> pipelines;
  std::vector<IntegrationEntry> integrations;
  std::vector<TriggerEntry> triggers;
  std::vector<Owner> owners;  ///< by path, bytewise, then key
  std::vector<project::Finding> findings;
  std::vector<project::Omission> omissions;
  Totals totals;
  bool complete = true;
  std::string manifest_hash;
};

inline constexpr std::string_view kManifestVersion = "1.0";

/// A path as manifests write it: bytes that are not UTF-8 become `\xHH` in lower case. So does the
/// backslash of a name that looks like one, so that no two paths are written alike.
std::string manifest_path(std::string_view path);
/// The path on disk of what manifest_path wrote.
std::string disk_path(std::string_view path);

/// `python`, `sql`, `r`, `yaml`, `markdown`, or `text`, by the file's ending.
std::string language_of(std::string_view path);

}  // namespace mage_lineage::snapshot
