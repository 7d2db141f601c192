#include <mage_lineage/service/stored_snapshot.hpp>

#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>
#include <mage_lineage/snapshot/paging.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::service {
namespace {

/// What a manifest says beside its owners has been sent, and is not asked for again.
snapshot::Manifest owners_alone(snapshot::Manifest manifest) {
  snapshot::Manifest kept;
  kept.snapshot_id = std::move(manifest.snapshot_id);
  kept.scope = std::move(manifest.scope);
  kept.expires_at = manifest.expires_at;
  kept.owners = std::move(manifest.owners);
  return kept;
}

std::size_t memory_of(const snapshot::Owner& owner) {
  constexpr std::size_t kIndexEntry = 64;
  std::size_t bytes = sizeof(owner) + kIndexEntry + owner.key.size() + owner.path.size() +
                      owner.identity.uuid.size() + owner.content_hash.size();
  for (const auto& user : owner.used_by)
    bytes += sizeof(std::string) + user.size();
  return bytes;
}

}  // namespace

StoredSnapshot::StoredSnapshot(snapshot::Manifest manifest)
    : manifest_(owners_alone(std::move(manifest))), index_(manifest_) {
  begins_.reserve(manifest_.owners.size() + 1);
  for (const auto& owner : manifest_.owners) {
    begins_.push_back(descriptors_.size());
    json::Writer out(json::Style::compact);
    snapshot::write_owner(out, owner);
    descriptors_ += out.text();
    descriptors_ += ',';
    bytes_ += memory_of(owner) + sizeof(std::size_t);
  }
  begins_.push_back(descriptors_.size());
  descriptors_.shrink_to_fit();
  bytes_ += sizeof(*this) + descriptors_.size();
}

std::string StoredSnapshot::page(std::size_t cursor, std::size_t limit) const {
  const auto count = owner_count();
  const auto begin = std::min(cursor, count);
  const auto end = begin + std::min({limit, snapshot::kLargestPage, count - begin});
  const auto total = std::to_string(count);
  std::string body;
  body.reserve(begins_[end] - begins_[begin] + 160);
  body += R"({"snapshot_id":")";
  body += manifest_.snapshot_id;  // letters, digits and _ alone: nothing to escape
  body += R"(","owners":[)";
  if (end > begin) {
    body.append(descriptors_, begins_[begin], begins_[end] - begins_[begin] - 1);
  }
  body += R"(],"next_cursor":)";
  body += end < count ? std::to_string(end) : "null";
  body += R"(,"total":)" + total + "}\n";
  return body;
}

}  // namespace mage_lineage::service
