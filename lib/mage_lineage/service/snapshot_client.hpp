#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/secret.hpp>
#include <mage_lineage/delivery/answer.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/formats/url.hpp>
#include <mage_lineage/snapshot/contents.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>
#include <mage_lineage/sys/clock.hpp>
#include <mage_lineage/sys/http_client.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::service {

/// No answer of a service that is larger is read.
inline constexpr std::size_t kMostAnswerBytes = std::size_t{64} << 20U;
/// No snapshot has more owners, whatever a service says.
inline constexpr std::size_t kMostOwners = 1'000'000;

/// A manifest as a service answered it, byte for byte, and read.
struct FetchedManifest {
  std::string text;
  snapshot::LoadedManifest loaded;
};

/// A page of a snapshot's owners.
struct FetchedPage {
  std::vector<snapshot::Owner> owners;
  std::optional<std::size_t> next_cursor;
  std::size_t total = 0;
};

/// One request and its answer, for whoever watches.
struct Exchanged {
  std::string_view method;
  std::string_view target;  ///< below the service's address
  int status = 0;
  std::size_t bytes = 0;
  std::chrono::milliseconds took{};
};

/// Where a snapshot service is, and how long it may take.
struct ClientOptions {
  Url base;                                     ///< what `/api/v1/lineage/…` lies below
  std::chrono::milliseconds max_time{120'000};  ///< for all requests together
  std::function<void(const Exchanged&)> told;   ///< null: nobody watches
};

/// The other side of the snapshot API (contracts, section 12). What a service answers is bounded,
/// read strictly, and believed only as far as it can be checked: a manifest has its hash, a content
/// its own, pages go forward and list as many owners as they say. Every function fails with
/// `network` or `timeout` when there is no answer, and with `rejected` for an answer that says no
/// or is not one of this API's. Not safe for use from several threads.
class SnapshotClient {
 public:
  /// `http` and `clock` outlive it. The grant has to allow what is asked for.
  SnapshotClient(ClientOptions options, const Secret& grant, sys::HttpClient& http,
                 const sys::Clock& clock);

  Result<FetchedManifest> create();
  /// The page as the service cuts it.
  Result<FetchedPage> owners(const std::string& snapshot_id, std::size_t cursor, std::size_t limit);
  /// All owners from `cursor` on, `limit` a request.
  Result<FetchedPage> all_owners(const std::string& snapshot_id, std::size_t cursor,
                                 std::size_t limit);
  /// The content of at most snapshot::kMostContents owners, in their order.
  Result<std::vector<snapshot::ContentAnswer>> contents(
      const std::string& snapshot_id, const std::vector<snapshot::ContentRequest>& wanted);

 private:
  Result<std::string> exchange(sys::HttpRequest request, int expected);
  sys::HttpOutcome wait_for_it();
  Result<std::string> body_of(sys::HttpResponse response, int expected) const;

  ClientOptions options_;
  Secret authorization_;
  sys::HttpClient& http_;
  const sys::Clock& clock_;
  std::chrono::nanoseconds until_;
  delivery::Cleaner cleaner_;
};

}  // namespace mage_lineage::service
