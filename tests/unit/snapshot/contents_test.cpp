#include <mage_lineage/snapshot/contents.hpp>
#include <mage_lineage/snapshot/verify.hpp>
#include <unit/snapshot/snapshot_fixture.hpp>

using namespace mage_lineage;
using snapshot::ContentStatus;

namespace {

const std::string kLoadOrders = "own_f92733da06897684245b56be6294f477";

snapshot::ContentAnswer ask(test::SnapshotFixture& fixture, const snapshot::Manifest& manifest,
                            const snapshot::ContentRequest& request,
                            std::uint64_t max_bytes = 1000) {
  const auto tree = fixture.tree();
  return snapshot::read_content(*tree, snapshot::OwnerIndex(manifest), request, max_bytes,
                                fixture.redactor);
}

}  // namespace

TEST_CASE("read_content") {
  test::SnapshotFixture fixture;
  const auto manifest = fixture.build().manifest;
  const std::string file = (fixture.folder / "data_loaders/load_orders.py").string();

  SUBCASE("returns the text that the manifest describes") {
    const auto answer = ask(fixture, manifest, {kLoadOrders, ""});
    CHECK(answer.status == ContentStatus::ok);
    CHECK(answer.content == "print('orders')\n");
    CHECK(answer.content_hash == manifest.owners[1].content_hash);
    CHECK_FALSE(answer.lossy);
    CHECK(ask(fixture, manifest, {kLoadOrders, answer.content_hash}).status == ContentStatus::ok);
  }
  SUBCASE("never returns other text than that") {
    fixture.folder.write("data_loaders/load_orders.py", "print('ORDERS')\n");
    const auto answer = ask(fixture, manifest, {kLoadOrders, ""});
    CHECK(answer.status == ContentStatus::content_changed);
    CHECK(answer.content.empty());
    CHECK(answer.content_hash.empty());
  }
  SUBCASE("says so when the caller holds another hash than the manifest") {
    CHECK(ask(fixture, manifest, {kLoadOrders, "sha256:00"}).status ==
          ContentStatus::content_changed);
  }
  SUBCASE("says so when the file is gone, another kind of thing, or too large") {
    CHECK(ask(fixture, manifest, {kLoadOrders, ""}, 15).status == ContentStatus::source_changed);
    std::filesystem::remove(file);
    CHECK(ask(fixture, manifest, {kLoadOrders, ""}).status == ContentStatus::source_changed);
    std::filesystem::create_symlink("../utils/dates.py", file);
    CHECK(ask(fixture, manifest, {kLoadOrders, ""}).status == ContentStatus::source_changed);
    std::filesystem::remove(file);
    std::filesystem::create_directory(file);
    CHECK(ask(fixture, manifest, {kLoadOrders, ""}).status == ContentStatus::source_changed);
  }
  SUBCASE("knows the manifest's owners alone") {
    CHECK(ask(fixture, manifest, {"own_00000000000000000000000000000000", ""}).status ==
          ContentStatus::unknown_owner);
  }
  SUBCASE("reads no path that the allowlist denies, whatever a manifest says") {
    auto forged = manifest;
    for (const char* path : {"io_config.yaml", "../outside.py", "/etc/passwd", ".env"}) {
      CAPTURE(path);
      forged.owners[1].path = path;
      CHECK(ask(fixture, forged, {kLoadOrders, ""}).status == ContentStatus::source_changed);
    }
  }
  SUBCASE("returns text that is not UTF-8 with replacement characters") {
    fixture.folder.write("utils/\xFE.py", "a\xFF z\n");
    const auto with_bytes = fixture.build().manifest;
    const auto answer = ask(fixture, with_bytes, {with_bytes.owners[7].key, ""});
    CHECK(with_bytes.owners[7].path == "utils/\\xfe.py");
    CHECK(answer.status == ContentStatus::ok);
    CHECK(answer.content == "a\uFFFD z\n");
    CHECK(answer.lossy);
    CHECK(answer.content_hash == with_bytes.owners[7].content_hash);
  }
}

TEST_CASE("verify") {
  test::SnapshotFixture fixture;
  const snapshot::LoadedManifest loaded = *snapshot::read_manifest(fixture.build().text);
  const auto verify = [&](Timestamp now) {
    const auto tree = fixture.tree();
    return *snapshot::verify(*tree, loaded, now, {}, fixture.redactor);
  };
  const auto created = fixture.request.created_at;
  SUBCASE("finds that nothing changed") {
    const auto found = verify(created);
    CHECK(found.matches());
    CHECK_FALSE(found.expired);
    CHECK(found.owners.size() == 8);
  }
  SUBCASE("tells expiry, which is no mismatch") {
    CHECK_FALSE(verify(created + std::chrono::seconds(899)).expired);
    CHECK(verify(created + std::chrono::seconds(900)).expired);
    CHECK(verify(created + std::chrono::seconds(900)).matches());
  }
  SUBCASE("tells changed, gone and new files") {
    fixture.folder.write("utils/dates.py", "import time\n");
    fixture.folder.write("utils/new.py", "");
    std::filesystem::remove(fixture.folder / "transformers/clean.py");
    const auto found = verify(created);
    CHECK_FALSE(found.matches());
    CHECK(found.changed() == 2);
    CHECK(found.owners[7].status == ContentStatus::content_changed);
    CHECK(found.owners[6].status == ContentStatus::source_changed);
    CHECK(found.added == std::vector<std::string>{"utils/new.py"});
  }
  SUBCASE("tells another project") {
    fixture.folder.write("metadata.yaml", "project_uuid: other\n");
    CHECK(verify(created).other_project);
  }
}
