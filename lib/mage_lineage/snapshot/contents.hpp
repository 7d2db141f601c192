#pragma once

#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/snapshot/manifest.hpp>
#include <mage_lineage/sys/files.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mage_lineage::snapshot {

/// Finds a manifest's owners by key. The manifest has to outlive it.
class OwnerIndex {
 public:
  explicit OwnerIndex(const Manifest& manifest);
  /// nullptr when the manifest has no such owner.
  const Owner* find(std::string_view key) const;

 private:
  std::unordered_map<std::string_view, const Owner*> by_key_;
};

/// What became of a request for an owner's content (contracts, section 10).
enum class ContentStatus { ok, source_changed, content_changed, unknown_owner };
const char* to_string(ContentStatus status);
std::optional<ContentStatus> content_status(std::string_view name);

struct ContentRequest {
  std::string owner_key;
  std::string content_hash;  ///< what the caller holds; empty when nothing
};

struct ContentAnswer {
  std::string owner_key;
  ContentStatus status = ContentStatus::unknown_owner;
  std::string content;       ///< redacted UTF-8, for `ok` alone
  std::string content_hash;  ///< for `ok` alone: of the redacted bytes before they became UTF-8
  bool lossy = false;        ///< bytes that are not UTF-8 were replaced
};

/// Reads one owner's content again and returns it only when its redacted text still has the
/// manifest's hash; never stale or other content.
ContentAnswer read_content(sys::Tree& tree, const OwnerIndex& owners, const ContentRequest& request,
                           std::uint64_t max_file_bytes, const redact::Redactor& redactor);

/// At most this many owners are asked for in one request of the service.
inline constexpr std::size_t kMostContents = 100;

}  // namespace mage_lineage::snapshot
