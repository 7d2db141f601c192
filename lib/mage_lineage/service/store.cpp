#include <mage_lineage/service/store.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::service {

SnapshotStore::Place::~Place() {
  const std::lock_guard lock(store_->mutex_);
  --store_->being_built_;
}

std::shared_ptr<SnapshotStore::Place> SnapshotStore::reserve(Timestamp now) {
  const std::lock_guard lock(mutex_);
  let_go(now);
  if (live_by_expiry_.size() + being_built_ >= bounds_.live || bytes_ >= bounds_.bytes) {
    return nullptr;
  }
  ++being_built_;
  return std::make_shared<Place>(*this);
}

bool SnapshotStore::add(std::shared_ptr<const StoredSnapshot> snapshot, Timestamp now) {
  const std::lock_guard lock(mutex_);
  let_go(now);
  if (snapshot->bytes() > bounds_.bytes || bytes_ > bounds_.bytes - snapshot->bytes()) return false;
  owners_ += snapshot->owner_count();
  bytes_ += snapshot->bytes();
  live_by_expiry_.emplace(snapshot->expires_at(), snapshot->id());
  Entry entry{snapshot->scope(), snapshot};
  entries_.insert_or_assign(snapshot->id(), std::move(entry));
  return true;
}

SnapshotStore::Found SnapshotStore::find(const std::string& id, const Scope& scope, Timestamp now) {
  const std::lock_guard lock(mutex_);
  let_go(now);
  const auto at = entries_.find(id);
  if (at == entries_.end() || at->second.scope != scope) return {};
  if (!at->second.snapshot) return {Presence::expired, nullptr};
  return {Presence::live, at->second.snapshot};
}

std::optional<std::chrono::milliseconds> SnapshotStore::until_next_expiry(Timestamp now) {
  const std::lock_guard lock(mutex_);
  let_go(now);
  if (live_by_expiry_.empty()) return std::nullopt;
  return live_by_expiry_.begin()->first - now;
}

SnapshotStore::Stats SnapshotStore::stats(Timestamp now) {
  const std::lock_guard lock(mutex_);
  let_go(now);
  return {live_by_expiry_.size(), expired_by_end_.size(), owners_, bytes_};
}

void SnapshotStore::let_go(Timestamp now) {
  while (!live_by_expiry_.empty() && live_by_expiry_.begin()->first <= now)
    expire_first();
  while (!expired_by_end_.empty() &&
         (expired_by_end_.begin()->first <= now || expired_by_end_.size() > bounds_.expired)) {
    forget_first();
  }
}

void SnapshotStore::expire_first() {
  auto first = live_by_expiry_.extract(live_by_expiry_.begin());
  auto& snapshot = entries_.find(first.mapped())->second.snapshot;
  owners_ -= snapshot->owner_count();
  bytes_ -= snapshot->bytes();
  snapshot.reset();
  first.key() += bounds_.retention;
  expired_by_end_.insert(std::move(first));
}

void SnapshotStore::forget_first() {
  entries_.erase(expired_by_end_.begin()->second);
  expired_by_end_.erase(expired_by_end_.begin());
}

}  // namespace mage_lineage::service
