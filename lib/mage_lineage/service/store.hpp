#pragma once

#include <mage_lineage/core/scope.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/service/stored_snapshot.hpp>

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace mage_lineage::service {

/// What the store holds at most.
struct StoreBounds {
  std::size_t live = 64;                            ///< snapshots, those being built included
  std::size_t bytes = std::size_t{512} << 20U;      ///< of live snapshots together
  std::size_t expired = 100'000;                    ///< ids that still answer 410
  std::chrono::milliseconds retention{86'400'000};  ///< how long an expired id answers 410
};

/// The snapshots of a running service, in memory alone (the Mage Pro document). A snapshot is live
/// until its expiry, then only its id stays until the retention ends. Safe to use from any thread;
/// every call first lets go of what is over at `now`.
class SnapshotStore {
 public:
  explicit SnapshotStore(StoreBounds bounds) : bounds_(bounds) {}

  /// A place for a snapshot that is being built; given back when the value ends unused.
  class Place {
   public:
    explicit Place(SnapshotStore& store) : store_(&store) {}
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();

   private:
    SnapshotStore* store_;
  };
  /// nullptr when all places are taken.
  std::shared_ptr<Place> reserve(Timestamp now);

  /// Keeps a snapshot in a reserved place. False when it would take too much memory.
  bool add(std::shared_ptr<const StoredSnapshot> snapshot, Timestamp now);

  enum class Presence { unknown, expired, live };
  struct Found {
    Presence presence = Presence::unknown;
    std::shared_ptr<const StoredSnapshot> snapshot;  ///< of a live one
  };
  /// A snapshot of another scope is unknown.
  Found find(const std::string& id, const Scope& scope, Timestamp now);

  /// How long until the next live snapshot expires; nullopt when there is none.
  std::optional<std::chrono::milliseconds> until_next_expiry(Timestamp now);

  struct Stats {
    std::size_t live = 0;
    std::size_t expired = 0;
    std::size_t owners = 0;
    std::size_t bytes = 0;
  };
  Stats stats(Timestamp now);

 private:
  struct Entry {
    Scope scope;
    std::shared_ptr<const StoredSnapshot> snapshot;  ///< null once expired
  };
  void let_go(Timestamp now);
  void expire_first();
  void forget_first();

  const StoreBounds bounds_;
  std::mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;
  std::multimap<Timestamp, std::string> live_by_expiry_;
  std::multimap<Timestamp, std::string> expired_by_end_;
  std::size_t being_built_ = 0;
  std::size_t owners_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace mage_lineage::service
