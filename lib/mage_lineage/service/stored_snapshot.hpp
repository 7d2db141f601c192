#pragma once

#include <mage_lineage/core/scope.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/snapshot/contents.hpp>
#include <mage_lineage/snapshot/manifest.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace mage_lineage::service {

/// What is kept of a snapshot while it lives: its owners, for pages and contents. Immutable, so
/// that any number of threads may read it.
class StoredSnapshot {
 public:
  /// Takes the owners out of a manifest that has been sent.
  explicit StoredSnapshot(snapshot::Manifest manifest);
  StoredSnapshot(const StoredSnapshot&) = delete;
  StoredSnapshot& operator=(const StoredSnapshot&) = delete;

  const std::string& id() const { return manifest_.snapshot_id; }
  const Scope& scope() const { return manifest_.scope; }
  Timestamp expires_at() const { return manifest_.expires_at; }
  std::size_t owner_count() const { return manifest_.owners.size(); }
  const snapshot::OwnerIndex& owners() const { return index_; }
  /// The memory that it takes, estimated from above.
  std::size_t bytes() const { return bytes_; }

  /// `{"snapshot_id","owners","next_cursor","total"}`: the owners from `cursor` on, at most `limit`
  /// (capped at snapshot::kLargestPage); past the end an empty list.
  std::string page(std::size_t cursor, std::size_t limit) const;

 private:
  snapshot::Manifest manifest_;  ///< without what only the manifest's own text tells
  snapshot::OwnerIndex index_;
  std::string descriptors_;          ///< every owner's JSON, joined by commas
  std::vector<std::size_t> begins_;  ///< of each in descriptors_, and one past the last comma
  std::size_t bytes_ = 0;
};

}  // namespace mage_lineage::service
