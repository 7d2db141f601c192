#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/snapshot/contents.hpp>
#include <mage_lineage/snapshot/source.hpp>

#include <optional>

namespace mage_lineage::snapshot {
namespace {

std::optional<std::string> read_allowed(sys::Tree& tree, const std::string& path,
                                        std::uint64_t max_bytes) {
  if (!project::judge_file(path).allowed) return std::nullopt;
  auto bytes = read_settled(tree, path, max_bytes);
  if (!bytes) return std::nullopt;
  return *std::move(bytes);
}

}  // namespace

OwnerIndex::OwnerIndex(const Manifest& manifest) {
  for (const auto& owner : manifest.owners)
    by_key_.emplace(owner.key, &owner);
}

const Owner* OwnerIndex::find(std::string_view key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : found->second;
}

const char* to_string(ContentStatus status) {
  switch (status) {
    case ContentStatus::ok:
      return "ok";
    case ContentStatus::source_changed:
      return "source_changed";
    case ContentStatus::content_changed:
      return "content_changed";
    case ContentStatus::unknown_owner:
      return "unknown_owner";
  }
  return "unknown_owner";
}

std::optional<ContentStatus> content_status(std::string_view name) {
  using enum ContentStatus;
  for (const auto status : {ok, source_changed, content_changed, unknown_owner}) {
    if (name == to_string(status)) return status;
  }
  return std::nullopt;
}

ContentAnswer read_content(sys::Tree& tree, const OwnerIndex& owners, const ContentRequest& request,
                           std::uint64_t max_file_bytes, const redact::Redactor& redactor) {
  ContentAnswer answer;
  answer.owner_key = request.owner_key;
  const Owner* owner = owners.find(request.owner_key);
  if (owner == nullptr) return answer;
  if (!request.content_hash.empty() && request.content_hash != owner->content_hash) {
    answer.status = ContentStatus::content_changed;
    return answer;
  }
  const std::string path = disk_path(owner->path);
  const auto bytes = read_allowed(tree, path, max_file_bytes);
  if (!bytes) {
    answer.status = ContentStatus::source_changed;
    return answer;
  }
  yaml::Reading text(*bytes);
  auto source = make_source(redactor, path, text);
  if (source.content_hash != owner->content_hash) {
    answer.status = ContentStatus::content_changed;
    return answer;
  }
  answer.status = ContentStatus::ok;
  answer.content_hash = std::move(source.content_hash);
  answer.lossy = text::first_invalid_utf8(source.content).has_value();
  answer.content = answer.lossy ? text::to_valid_utf8(source.content) : std::move(source.content);
  return answer;
}

}  // namespace mage_lineage::snapshot
