#include <mage_lineage/snapshot/diff.hpp>
#include <mage_lineage/snapshot/paging.hpp>
#include <unit/snapshot/snapshot_fixture.hpp>

using namespace mage_lineage;

TEST_CASE("diff") {
  test::SnapshotFixture fixture;
  const auto before = fixture.build().manifest;
  const auto told = [&before](const snapshot::Manifest& after) {
    std::string all;
    for (const auto& change : snapshot::diff(before, after)) {
      all += change.section + " " + to_string(change.kind) + " " + change.name +
             (change.detail.empty() ? "" : " (" + change.detail + ")") + "\n";
    }
    return all;
  };
  SUBCASE("finds none between two snapshots of the same source") {
    fixture.request.snapshot_id = "snap_ffffffffffffffffffffffffffffffff";
    fixture.request.created_at += std::chrono::hours(1);
    CHECK(told(fixture.build().manifest).empty());
  }
  SUBCASE("tells owners, blocks, edges, triggers and omissions") {
    fixture.folder.write("pipelines/orders_daily/metadata.yaml",
                         "name: Orders\n"
                         "blocks:\n"
                         "- {uuid: load_orders, type: data_loader}\n"
                         "- {uuid: clean, type: transformer, language: sql}\n");
    fixture.folder.write("pipelines/hourly/triggers.yaml",
                         "triggers:\n"
                         "- {name: t, schedule_type: api, start_time: x, schedule_interval: y}\n");
    fixture.folder.write("custom/gone.py", "");
    CHECK(told(fixture.build().manifest) ==
          "owner added block custom/gone\n"
          "owner changed block transformer/clean (used_by)\n"
          "owner changed pipeline orders_daily (content)\n"
          "pipeline changed orders_daily (name)\n"
          "block changed hourly: gone (owner_key)\n"
          "block changed orders_daily: clean (language, owner_key)\n"
          "edge removed orders_daily: load_orders -> clean\n"
          "trigger added hourly: t\n"
          "omission removed custom/gone.py\n"
          "omission added transformers/clean.sql\n");
  }
}

TEST_CASE("page_of") {
  std::vector<snapshot::Owner> owners(1201);
  SUBCASE("gives pages without gap or overlap") {
    std::size_t seen = 0;
    std::optional<std::size_t> cursor = 0;
    while (cursor) {
      const auto page = snapshot::page_of(owners, *cursor, 500);
      for (const auto* owner : page.owners)
        CHECK(owner == &owners[seen++]);
      CHECK(page.total == 1201);
      cursor = page.next_cursor;
    }
    CHECK(seen == 1201);
  }
  SUBCASE("caps the limit and is empty past the end") {
    CHECK(snapshot::page_of(owners, 0, 100000).owners.size() == 500);
    CHECK(snapshot::page_of(owners, 1201, 10).owners.empty());
    CHECK_FALSE(snapshot::page_of(owners, 5000, 10).next_cursor.has_value());
    CHECK_FALSE(snapshot::page_of(owners, 1200, 1).next_cursor.has_value());
    CHECK(snapshot::page_of(owners, 1199, 1).next_cursor == 1200);
  }
  SUBCASE("counts what a filter takes") {
    for (std::size_t i = 0; i < owners.size(); i += 2)
      owners[i].language = "sql";
    const auto sql = [](const snapshot::Owner& owner) { return owner.language == "sql"; };
    const auto page = snapshot::page_of(owners, 600, 1, sql);
    CHECK(page.total == 601);
    CHECK(page.owners.size() == 1);
    CHECK_FALSE(page.next_cursor.has_value());
    CHECK(snapshot::page_of(owners, 0, 2, sql).next_cursor == 2);
  }
}
