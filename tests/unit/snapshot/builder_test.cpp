#include <mage_lineage/core/text.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>
#include <unit/snapshot/snapshot_fixture.hpp>

#include <sys/stat.h>

using namespace mage_lineage;
using test::told_omissions;

namespace {

std::string owners(const snapshot::Manifest& manifest) {
  std::string all;
  for (const auto& owner : manifest.owners) {
    all += owner.path + " " + to_string(owner.identity.type) + " " + owner.identity.block_type +
           "/" + owner.identity.uuid + " (" + text::join(owner.used_by, ",") + ")\n";
  }
  return all;
}

}  // namespace

TEST_CASE("build") {
  test::SnapshotFixture fixture;

  SUBCASE("gives every file its owner") {
    const auto manifest = fixture.build().manifest;
    CHECK(owners(manifest) ==
          "data_loaders/__init__.py file /data_loaders/__init__.py ()\n"
          "data_loaders/load_orders.py block data_loader/load_orders (hourly,orders_daily)\n"
          "data_loaders/orphan.sql block data_loader/orphan ()\n"
          "metadata.yaml project / ()\n"
          "pipelines/hourly/metadata.yaml pipeline /hourly ()\n"
          "pipelines/orders_daily/metadata.yaml pipeline /orders_daily ()\n"
          "transformers/clean.py block transformer/clean (orders_daily)\n"
          "utils/dates.py file /utils/dates.py ()\n");
    CHECK(manifest.owners[1].key == "own_f92733da06897684245b56be6294f477");
    CHECK(manifest.owners[1].source_bytes == 16);
    // printf "print('orders')\n" | sha256sum
    CHECK(manifest.owners[1].content_hash ==
          "sha256:06eb9b3763459f03485b586801317b21a043a5fda2d330c021562da676aa1e7c");
    CHECK(manifest.totals.owners == 8);
    CHECK(manifest.project.features == std::map<std::string, bool>{{"polars", true}});
    CHECK(manifest.expires_at - manifest.created_at == std::chrono::minutes(15));
    REQUIRE(manifest.pipelines.size() == 2);
    CHECK(manifest.pipelines[1].blocks[0].owner_key == manifest.owners[1].key);
    CHECK(manifest.pipelines[0].blocks[1].owner_key.empty());
    CHECK(told_omissions(manifest) == "custom/gone.py missing|");
    CHECK(manifest.complete);
  }
  SUBCASE("a snapshot ends before the year 10000, or is not made") {
    fixture.request.created_at = parse_rfc3339("9999-12-31T23:44:59.999Z").value();
    const auto last = fixture.build();
    CHECK(last.text.find("\"expires_at\":\"9999-12-31T23:59:59.999Z\"") != std::string::npos);
    CHECK(snapshot::read_manifest(last.text).has_value());
    fixture.request.created_at += std::chrono::milliseconds(1);
    const auto tree = fixture.tree();
    const auto refused = snapshot::build(*tree, fixture.request, fixture.redactor);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ErrorCode::invalid);
    CHECK(refused.error().message.find("the year 9999") != std::string::npos);
  }
  SUBCASE("does not depend on the number of threads, nor the generation on id and time") {
    const auto first = fixture.build();
    for (const unsigned threads : {1U, 3U, 8U}) {
      fixture.request.threads = threads;
      CHECK(fixture.build().text == first.text);
    }
    fixture.request.created_at += std::chrono::hours(1);
    fixture.request.snapshot_id = "snap_ffffffffffffffffffffffffffffffff";
    const auto later = fixture.build();
    CHECK(later.manifest.generation == first.manifest.generation);
    CHECK(later.manifest.manifest_hash != first.manifest.manifest_hash);
    fixture.folder.write("utils/dates.py", "import time\n");
    CHECK(fixture.build().manifest.generation != first.manifest.generation);
  }
  SUBCASE("cuts by size of the single file at the byte") {
    fixture.folder.write("utils/a.py", std::string(1000, 'x'));
    for (const std::uint64_t limit : {999U, 1000U, 1001U}) {
      fixture.request.limits.file_bytes = limit;
      const auto manifest = fixture.build().manifest;
      CHECK(told_omissions(manifest) == (limit < 1000
                                             ? "custom/gone.py missing|utils/a.py file_too_large|"
                                             : "custom/gone.py missing|"));
      CHECK(manifest.complete == (limit >= 1000));
      if (limit < 1000) CHECK(manifest.omissions[1].bytes == 1000);
    }
  }
  SUBCASE("cuts by the sum of the sources at the byte, in the order of paths") {
    const auto sum = fixture.build().manifest.totals.content_bytes;
    fixture.request.limits.source_bytes = sum;
    CHECK(fixture.build().manifest.owners.size() == 8);
    fixture.request.limits.source_bytes = sum - 1;
    auto manifest = fixture.build().manifest;
    CHECK(manifest.owners.size() == 7);
    CHECK(told_omissions(manifest) == "custom/gone.py missing|utils/dates.py source_limit|");
    // The first that does not fit, and all after it, though some would.
    fixture.request.limits.source_bytes = 26;
    manifest = fixture.build().manifest;
    CHECK(manifest.owners.size() == 3);
    CHECK(manifest.omissions.size() == 6);
    CHECK_FALSE(manifest.complete);
    // The topology is not cut.
    CHECK(manifest.pipelines.size() == 2);
    CHECK(manifest.pipelines[1].blocks.size() == 2);
  }
  SUBCASE("cuts by the number of owners") {
    fixture.request.limits.owners = 8;
    CHECK(fixture.build().manifest.complete);
    fixture.request.limits.owners = 7;
    CHECK(told_omissions(fixture.build().manifest) ==
          "custom/gone.py missing|utils/dates.py owner_limit|");
    fixture.request.limits.owners = 0;
    CHECK(fixture.build().manifest.owners.empty());
  }
  SUBCASE("tells what it may not read") {
    std::filesystem::create_directory(fixture.folder / "custom");
    REQUIRE(mkfifo((fixture.folder / "custom/gone.py").c_str(), 0600) == 0);
    std::filesystem::create_symlink("dates.py", fixture.folder / "utils/link.py");
    CHECK(told_omissions(fixture.build().manifest) ==
          "custom/gone.py not_regular|utils/link.py not_regular|");
  }
  SUBCASE("follows no link in the path of a block") {
    const test::TempFolder outside;
    outside.write("gone.py", "secret");
    std::filesystem::create_symlink(outside.str(), fixture.folder / "custom");
    CHECK(told_omissions(fixture.build().manifest) ==
          "custom not_regular|custom/gone.py outside_project|");
  }
  SUBCASE("describes a project whose metadata.yaml cannot be used") {
    fixture.folder.write("metadata.yaml", "a: [\n");
    const auto manifest = fixture.build().manifest;
    CHECK(manifest.project.uuid.empty());
    CHECK(manifest.findings[0].code == "unusable_metadata");
    CHECK(manifest.owners.size() == 8);
  }
  SUBCASE("writes names of any bytes as text") {
    fixture.folder.write("utils/\xFF\n.py", "");
    const auto built = fixture.build();
    CHECK(built.manifest.owners.back().path == "utils/dates.py");
    CHECK(built.manifest.owners[7].path == "utils/\\xff\n.py");
    CHECK(snapshot::read_manifest(built.text).has_value());
  }
}

TEST_CASE("make_snapshot_id") {
  CHECK(snapshot::make_snapshot_id({0, 1, 0x2F, 0xFF}) == "snap_00012fff000000000000000000000000");
}
