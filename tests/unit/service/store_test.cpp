#include <mage_lineage/service/store.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>

using namespace mage_lineage;
using service::SnapshotStore;
using service::StoreBounds;
using service::StoredSnapshot;
using std::chrono::seconds;

namespace {

const Scope kScope{"c", "w", "p"};

Timestamp at(int second) {
  return Timestamp(seconds(1'767'225'600 + second));
}

std::shared_ptr<const StoredSnapshot> make_snapshot(std::string id, Timestamp expires,
                                                    std::size_t owners = 1) {
  snapshot::Manifest manifest;
  manifest.snapshot_id = std::move(id);
  manifest.scope = kScope;
  manifest.expires_at = expires;
  for (std::size_t i = 0; i < owners; ++i) {
    snapshot::Owner owner;
    owner.path = "utils/" + std::to_string(i) + ".py";
    owner.key = "own_" + std::to_string(i);
    manifest.owners.push_back(owner);
  }
  return std::make_shared<const StoredSnapshot>(std::move(manifest));
}

}  // namespace

TEST_CASE("SnapshotStore::find") {
  StoreBounds bounds;
  bounds.retention = seconds(10);
  SnapshotStore store(bounds);
  REQUIRE(store.add(make_snapshot("a", at(100)), at(0)));
  SUBCASE("a snapshot is live until its expiry, then expired until its retention ends") {
    CHECK(store.find("a", kScope, at(99)).presence == SnapshotStore::Presence::live);
    CHECK(store.find("a", kScope, at(100)).presence == SnapshotStore::Presence::expired);
    CHECK(store.find("a", kScope, at(109)).presence == SnapshotStore::Presence::expired);
    CHECK(store.find("a", kScope, at(110)).presence == SnapshotStore::Presence::unknown);
  }
  SUBCASE("another scope does not see it, live or expired") {
    const Scope other{"c", "w", "q"};
    CHECK(store.find("a", other, at(0)).presence == SnapshotStore::Presence::unknown);
    CHECK(store.find("a", other, at(100)).presence == SnapshotStore::Presence::unknown);
  }
  SUBCASE("who holds a snapshot keeps it beyond its expiry") {
    const auto held = store.find("a", kScope, at(0)).snapshot;
    store.stats(at(1000));
    CHECK(held->owner_count() == 1);
  }
}

TEST_CASE("SnapshotStore: without retention an expired snapshot is unknown at once") {
  StoreBounds bounds;
  bounds.retention = seconds(0);
  SnapshotStore store(bounds);
  REQUIRE(store.add(make_snapshot("a", at(100)), at(0)));
  CHECK(store.find("a", kScope, at(100)).presence == SnapshotStore::Presence::unknown);
  CHECK(store.stats(at(100)).expired == 0);
}

TEST_CASE("SnapshotStore: bounds") {
  StoreBounds bounds;
  SUBCASE("places are given back when they are dropped") {
    bounds.live = 1;
    SnapshotStore store(bounds);
    auto place = store.reserve(at(0));
    CHECK(place);
    CHECK_FALSE(store.reserve(at(0)));
    place.reset();
    CHECK(store.reserve(at(0)));
  }
  SUBCASE("live snapshots take places until they expire") {
    bounds.live = 2;
    SnapshotStore store(bounds);
    REQUIRE(store.add(make_snapshot("a", at(10)), at(0)));
    REQUIRE(store.add(make_snapshot("b", at(20)), at(0)));
    CHECK_FALSE(store.reserve(at(9)));
    CHECK(store.until_next_expiry(at(4)) == seconds(6));
    CHECK(store.reserve(at(10)));
    CHECK_FALSE(store.until_next_expiry(at(20)).has_value());
  }
  SUBCASE("memory is bounded, and free again after the expiry") {
    const auto large = make_snapshot("a", at(10), 1000);
    bounds.bytes = large->bytes() + 10;
    SnapshotStore store(bounds);
    REQUIRE(store.add(large, at(0)));
    CHECK_FALSE(store.add(make_snapshot("b", at(10)), at(0)));
    CHECK(store.find("b", kScope, at(0)).presence == SnapshotStore::Presence::unknown);
    CHECK(store.stats(at(0)).bytes == large->bytes());
    CHECK(store.add(make_snapshot("b", at(30)), at(10)));
  }
  SUBCASE("of expired ids the oldest are forgotten first") {
    bounds.expired = 3;
    SnapshotStore store(bounds);
    for (int i = 0; i < 5; ++i)
      REQUIRE(store.add(make_snapshot(std::to_string(i), at(10 + i)), at(0)));
    CHECK(store.stats(at(100)).expired == 3);
    CHECK(store.find("1", kScope, at(100)).presence == SnapshotStore::Presence::unknown);
    CHECK(store.find("2", kScope, at(100)).presence == SnapshotStore::Presence::expired);
  }
}

TEST_CASE("SnapshotStore::stats") {
  SnapshotStore store({});
  REQUIRE(store.add(make_snapshot("a", at(10), 3), at(0)));
  REQUIRE(store.add(make_snapshot("b", at(20), 4), at(0)));
  CHECK(store.stats(at(0)).live == 2);
  CHECK(store.stats(at(0)).owners == 7);
  const auto later = store.stats(at(10));
  CHECK(later.live == 1);
  CHECK(later.expired == 1);
  CHECK(later.owners == 4);
  CHECK(store.stats(at(20)).bytes == 0);
}

TEST_CASE("StoredSnapshot::page") {
  SUBCASE("a snapshot without owners has an empty page") {
    CHECK(make_snapshot("a", at(0), 0)->page(0, 100) ==
          "{\"snapshot_id\":\"a\",\"owners\":[],\"next_cursor\":null,\"total\":0}\n");
  }
  SUBCASE("a limit above 500 counts as 500") {
    const auto page = make_snapshot("a", at(0), 501)->page(0, 10'000);
    CHECK(page.find("\"next_cursor\":500,\"total\":501") != std::string::npos);
    CHECK(page.find("own_499\"") != std::string::npos);
    CHECK(page.find("own_500\"") == std::string::npos);
  }
}
