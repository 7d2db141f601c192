#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/snapshot/manifest.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::snapshot {

/// SHA-256 of the source state (contracts, section 9): of the RFC 8785 JSON of an object with
/// project, pipelines, integrations, triggers, omissions, and of each owner its key, path and
/// content hash.
std::string compute_generation(const Manifest& manifest);

/// The manifest as its file holds it, with `manifest_hash` computed and filled in: RFC 8785 JSON
/// and one line feed. Written as a stream: no tree of the document is built.
std::string write_manifest(Manifest& manifest);

/// The JSON Schema (2020-12) of manifests, as `mage-lineage schema manifest` prints it.
std::string_view manifest_schema();

/// One owner descriptor, as the manifest and the service's pages write it.
void write_owner(json::Writer& writer, const Owner& owner);

/// Reads the member `owners` of a document, a list of owner descriptors. Fails with `invalid`, the
/// position being a JSON pointer.
Result<std::vector<Owner>> read_owners(const json::Value& document);

/// No manifest that is read back is larger than this.
inline constexpr std::uint64_t kMaxManifestBytes = std::uint64_t{256} << 20U;
/// And none has more values: those of a project with all limits raised a hundredfold.
inline constexpr std::size_t kMaxManifestValues = 10'000'000;

/// A manifest that was read back.
struct LoadedManifest {
  Manifest manifest;
  json::Value document;       ///< as it was read, with members that this program does not know
  std::string computed_hash;  ///< what manifest_hash ought to be
  bool hash_matches() const { return computed_hash == manifest.manifest_hash; }
};

/// Reads a manifest. Every member is checked for its presence and form; unknown members are
/// ignored, and count for the hash. Fails with `malformed` or `invalid`, the position being a JSON
/// pointer. A hash that does not match is no failure here: see LoadedManifest.
Result<LoadedManifest> read_manifest(std::string_view text);

}  // namespace mage_lineage::snapshot
