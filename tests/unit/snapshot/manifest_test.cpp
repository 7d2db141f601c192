#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>
#include <unit/snapshot/snapshot_fixture.hpp>

#include <set>
#include <string>

using namespace mage_lineage;
using snapshot::OwnerType;

TEST_CASE("owner_key") {
  // Each is what sha256sum gives: printf "UUID\0block\0data_loader\0load_orders" | sha256sum
  const std::string project = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  CHECK(snapshot::owner_key(project, {OwnerType::project, "", ""}) ==
        "own_9a6dc0b2a127a8ece45fd5c4b336fcff");
  CHECK(snapshot::owner_key(project, {OwnerType::pipeline, "", "orders_daily"}) ==
        "own_eedc15f3600711acb499d2b894ffebe6");
  CHECK(snapshot::owner_key(project, {OwnerType::block, "data_loader", "load_orders"}) ==
        "own_f92733da06897684245b56be6294f477");
  CHECK(snapshot::owner_key(project, {OwnerType::file, "", "utils/dates.py"}) ==
        "own_00633735135a558ff3f9b973965e4917");
}

TEST_CASE("manifest_path") {
  CHECK(snapshot::manifest_path("utils/größe\n.py") == "utils/größe\n.py");
  CHECK(snapshot::manifest_path("utils/\xFF\xC3.py") == "utils/\\xff\\xc3.py");
  CHECK(snapshot::manifest_path("utils/\\xff.py") == "utils/\\x5cxff.py");
  CHECK(snapshot::manifest_path("utils/a\\b\\x41.py") == "utils/a\\b\\x41.py");
  SUBCASE("writes no two paths alike, and each can be read back") {
    constexpr std::string_view kAlphabet = "\\x5cf\xFF\xC3\xA9";
    std::set<std::string> written;
    std::size_t paths = 0;
    for (std::size_t n = 0; n < 4096; ++n) {  // every text of four of them
      std::string path;
      for (std::size_t rest = n, i = 0; i < 4; ++i, rest /= 8)
        path += kAlphabet[rest % 8];
      ++paths;
      const auto shown = snapshot::manifest_path(path);
      written.insert(shown);
      REQUIRE(snapshot::disk_path(shown) == path);
    }
    CHECK(written.size() == paths);
  }
  CHECK(snapshot::manifest_path("a\\b") == "a\\b");
}

TEST_CASE("write_manifest and read_manifest") {
  test::SnapshotFixture fixture;
  auto built = fixture.build();

  SUBCASE("are canonical JSON with one line feed, hashed without the hash") {
    CHECK(built.text.back() == '\n');
    CHECK(built.text.find('\n') == built.text.size() - 1);
    const auto value = json::parse(built.text);
    REQUIRE(value.has_value());
    CHECK(json::write(*value, json::Style::canonical) + "\n" == built.text);
    const std::string hash_member = ",\"manifest_hash\":\"" + built.manifest.manifest_hash + "\"";
    std::string without = built.text.substr(0, built.text.size() - 1);
    const auto at = without.find(hash_member);
    REQUIRE(at != std::string::npos);
    CHECK(tagged_sha256(without.erase(at, hash_member.size())) == built.manifest.manifest_hash);
  }
  SUBCASE("give back what was written") {
    auto loaded = snapshot::read_manifest(built.text);
    REQUIRE(loaded.has_value());
    CHECK(loaded->hash_matches());
    CHECK(snapshot::write_manifest(loaded->manifest) == built.text);
    CHECK(snapshot::compute_generation(loaded->manifest) == built.manifest.generation);
  }
  SUBCASE("notice a changed letter") {
    auto text = built.text;
    text.replace(text.find("load_orders"), 4, "LOAD");
    const auto loaded = snapshot::read_manifest(text);
    REQUIRE(loaded.has_value());
    CHECK_FALSE(loaded->hash_matches());
  }
  SUBCASE("refuse what is not a manifest, and say where") {
    struct Case {
      const char* from;
      const char* to;
      const char* position;
    };
    for (const Case& each : {
             Case{"\"complete\":true", "\"complete\":1", "/complete"},
             Case{"\"schema_version\":\"1.0\"", "\"schema_version\":\"2.0\"", "/schema_version"},
             Case{"\"owner_type\":\"project\"", "\"owner_type\":\"else\"", "/owners/3/owner_type"},
             Case{"\"content_bytes\":9", "\"content_bytes\":-9", "/owners/2/content_bytes"},
             Case{"\"scope\":", "\"scopes\":", "/scope"},
             Case{"\"content_hash\":\"sha256:", "\"content_hash\":\"sha1:",
                  "/owners/0/content_hash"},
             Case{"\"created_at\":\"2026", "\"created_at\":\"x2026", "/created_at"},
         }) {
      CAPTURE(each.from);
      auto text = built.text;
      const auto at = text.find(each.from);
      REQUIRE(at != std::string::npos);
      text.replace(at, std::string_view(each.from).size(), each.to);
      const auto loaded = snapshot::read_manifest(text);
      REQUIRE_FALSE(loaded.has_value());
      CHECK(loaded.error().position == each.position);
    }
    CHECK(snapshot::read_manifest("[]").error().code == ErrorCode::invalid);
    CHECK(snapshot::read_manifest("{").error().code == ErrorCode::malformed);
  }
}
