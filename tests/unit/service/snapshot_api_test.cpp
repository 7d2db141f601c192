#include <mage_lineage/service/snapshot_api.hpp>

#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "service_fixture.hpp"

using namespace mage_lineage;
using mage_lineage::test::code_of;
using mage_lineage::test::header_of;
using mage_lineage::test::Headers;
using mage_lineage::test::kSnapshotsPath;
using mage_lineage::test::ServiceFixture;
using std::chrono::seconds;

TEST_CASE("SnapshotApi: a snapshot is created, paged and read") {
  ServiceFixture fixture;
  const auto created = fixture.create("{}");
  REQUIRE(created.status == 201);
  const auto loaded = snapshot::read_manifest(*created.body);
  REQUIRE(loaded.has_value());
  CHECK(loaded->hash_matches());
  CHECK(loaded->manifest.scope == fixture.scope);
  CHECK(loaded->manifest.expires_at - loaded->manifest.created_at == seconds(900));
  const auto id = loaded->manifest.snapshot_id;

  SUBCASE("the owners page lists what the manifest lists") {
    const auto page = fixture.owners(id);
    REQUIRE(page.status == 200);
    const auto body = json::parse(*page.body).value();
    CHECK(body.find("snapshot_id")->text == id);
    CHECK(body.find("total")->as_int64() == 4);
    CHECK(body.find("next_cursor")->is(json::Kind::null));
    CHECK(json::write(*body.find("owners"), json::Style::canonical) ==
          json::write(*loaded->document.find("owners"), json::Style::canonical));
  }
  SUBCASE("pages follow one another by their cursors") {
    std::vector<std::string> keys;
    std::string cursor = "0";
    while (true) {
      const auto body = json::parse(*fixture.owners(id, "?limit=3&cursor=" + cursor).body).value();
      for (const auto& owner : body.find("owners")->items)
        keys.push_back(owner.find("owner_key")->text);
      if (body.find("next_cursor")->is(json::Kind::null)) break;
      cursor = body.find("next_cursor")->text;
    }
    REQUIRE(keys.size() == loaded->manifest.owners.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
      CHECK(keys[i] == loaded->manifest.owners[i].key);
  }
  SUBCASE("past the end a page is empty") {
    const auto body = json::parse(*fixture.owners(id, "?cursor=4").body).value();
    CHECK(body.find("owners")->items.empty());
    CHECK(body.find("next_cursor")->is(json::Kind::null));
    CHECK(fixture.owners(id, "?cursor=99999999999999999999999").status == 200);
  }
  SUBCASE("content is redacted and has the manifest's hash") {
    const auto key = snapshot::owner_key(
        test::kProjectUuid, {snapshot::OwnerType::block, "data_loader", "load_orders"});
    const auto answer = fixture.contents(id, R"({"owners":[{"owner_key":")" + key + R"("}]})");
    REQUIRE(answer.status == 200);
    const auto body = json::parse(*answer.body).value();
    const auto& content = body.find("contents")->items.at(0);
    CHECK(content.find("status")->text == "ok");
    CHECK(content.find("content")->text.find("hunter2") == std::string::npos);
    CHECK(content.find("content_hash")->text == tagged_sha256(content.find("content")->text));
  }
  SUBCASE("answers come in the order of the request, each with its marker") {
    std::string body = R"({"owners":[{"owner_key":"own_none"})";
    for (const auto& owner : loaded->manifest.owners)
      body += R"(,{"owner_key":")" + owner.key + R"("})";
    std::filesystem::remove(fixture.folder / "utils/dates.py");
    fixture.folder.write("data_loaders/load_orders.py", "other = 1\n");
    const auto answer = json::parse(*fixture.contents(id, body + "]}").body).value();
    std::string told;
    for (const auto& one : answer.find("contents")->items) {
      told += one.find("status")->text + " ";
      CHECK((one.find("content") != nullptr) == (one.find("status")->text == "ok"));
    }
    CHECK(told == "unknown_owner content_changed ok ok source_changed ");
  }
}

TEST_CASE("SnapshotApi: the order of judgement") {
  ServiceFixture fixture;
  const auto id = fixture.created_id();
  const auto path = kSnapshotsPath + "/" + id + "/contents";
  const auto read = fixture.grant("read", id);
  struct Row {
    std::string says;
    std::string method;
    std::string target;
    std::string token;
    Headers headers;
    int status;
    std::string code;
  };
  const Headers cookie{{"cookie", "session=1"}};
  const Headers form{{"content-type", "application/x-www-form-urlencoded"},
                     {"content-length", "9"}};
  const Headers huge{{"content-type", "text/plain"}, {"content-length", "99999999"}};
  const std::vector<Row> rows = {
      {"a browser's request without a grant", "POST", path, "", cookie, 403, "browser_refused"},
      {"a browser's request with a grant", "POST", path, read, cookie, 403, "browser_refused"},
      {"a page's request", "POST", path, read, {{"origin", "https://a"}}, 403, "browser_refused"},
      {"a page's fetch", "GET", path, read, {{"sec-fetch-mode", "cors"}}, 403, "browser_refused"},
      {"a preflight", "OPTIONS", path, "", {{"origin", "https://a"}}, 403, "browser_refused"},
      {"no grant, and a body that is refused", "POST", path, "", form, 401, "unauthorized"},
      {"no bearer", "POST", path, "", {{"authorization", "Basic YTpi"}}, 401, "unauthorized"},
      {"a bad grant for an unknown snapshot",
       "POST",
       kSnapshotsPath + "/snap_x/contents",
       "a.b.c",
       {},
       401,
       "invalid_token"},
      {"a grant for another action", "POST", path, fixture.grant("create"), form, 403,
       "insufficient_scope"},
      {"a grant for another snapshot",
       "POST",
       path,
       fixture.grant("read", "snap_x"),
       {},
       403,
       "insufficient_scope"},
      {"a grant for a scope that is not served",
       "POST",
       path,
       fixture.grant("read", id, Scope{"c1", "w1", "other"}),
       {},
       403,
       "insufficient_scope"},
      {"an unknown snapshot", "POST", kSnapshotsPath + "/snap_x/contents",
       fixture.grant("read", "snap_x"), form, 404, "snapshot_not_found"},
      {"a body that is too large, of the wrong type", "POST", path, read, huge, 413, "too_large"},
      {"a body of the wrong type", "POST", path, read, form, 415, "media_type"},
      {"an encoded body",
       "POST",
       path,
       read,
       {{"content-encoding", "gzip"}},
       415,
       "content_encoding"},
      {"another method", "GET", path, read, {}, 405, "method_not_allowed"},
      {"another path", "GET", kSnapshotsPath + "/" + id, read, {}, 404, "not_found"},
      {"a path with a slash at its end", "POST", path + "/", read, {}, 404, "not_found"},
      {"the metrics, which have their own listener", "GET", "/metrics", "", {}, 404, "not_found"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.says);
    const auto answer = fixture.send(row.method, row.target, row.token, "", row.headers);
    CHECK(answer.status == row.status);
    CHECK(code_of(answer) == row.code);
    for (const auto& [name, value] : answer.headers)
      CHECK_FALSE(name.starts_with("Access-Control-"));
  }
  CHECK(header_of(fixture.send("POST", path, ""), "WWW-Authenticate") == "Bearer");
  CHECK(header_of(fixture.send("POST", path, "a.b.c"), "WWW-Authenticate") ==
        R"(Bearer error="invalid_token")");
  CHECK(header_of(fixture.send("POST", path, fixture.grant("create")), "WWW-Authenticate") ==
        R"(Bearer error="insufficient_scope")");
  CHECK(header_of(fixture.send("PUT", path, read), "Allow") == "POST");
  CHECK(header_of(fixture.send("POST", kSnapshotsPath + "/x/owners", read), "Allow") ==
        "GET, HEAD");
}

TEST_CASE("SnapshotApi: gates are judged at each create and contents") {
  ServiceFixture fixture;
  const auto id = fixture.created_id();
  const auto closed = [&] {
    CHECK(code_of(fixture.create()) == "lineage_not_enabled");
    const auto contents = fixture.contents(id, R"({"owners":[{"owner_key":"own_x"}]})");
    CHECK(contents.status == 403);
    CHECK(code_of(contents) == "lineage_not_enabled");
    CHECK(fixture.owners(id).status == 200);
  };
  SUBCASE("an opt-in that was taken back closes") {
    fixture.folder.write("metadata.yaml", "project_uuid: " + test::kProjectUuid + "\n");
    closed();
  }
  SUBCASE("a metadata.yaml that cannot be read closes") {
    std::filesystem::remove(fixture.folder / "metadata.yaml");
    closed();
  }
  SUBCASE("another project_uuid closes") {
    fixture.folder.write("metadata.yaml", "project_uuid: other\nlineage: {enabled: true}\n");
    closed();
  }
}

TEST_CASE("SnapshotApi: a closed cluster or feature gate closes") {
  ServiceFixture fixture;
  SUBCASE("the cluster's switch is off") {
    fixture.environment = {};
  }
  SUBCASE("the feature gate is off") {
    fixture.environment["AUTOPILOT_LINEAGE_FEATURE_FLAG"] = "0";
  }
  const auto answer = fixture.create();
  CHECK(answer.status == 403);
  CHECK(code_of(answer) == "lineage_not_enabled");
}

TEST_CASE("SnapshotApi: expiry and retention") {
  ServiceFixture fixture;
  fixture.store.retention = seconds(100);
  const auto id = fixture.created_id();
  const std::string body = R"({"owners":[{"owner_key":"own_x"}]})";
  fixture.clock.advance(seconds(899));
  CHECK(fixture.owners(id).status == 200);
  CHECK(fixture.contents(id, body).status == 200);
  fixture.clock.advance(seconds(1));
  CHECK(fixture.owners(id).status == 410);
  CHECK(fixture.contents(id, body).status == 410);
  fixture.clock.advance(seconds(99));
  CHECK(fixture.owners(id).status == 410);
  fixture.clock.advance(seconds(1));
  CHECK(fixture.owners(id).status == 404);
  CHECK(fixture.contents(id, body).status == 404);
}

TEST_CASE("SnapshotApi: bounds") {
  ServiceFixture fixture;
  SUBCASE("too many live snapshots are answered 429 until one expires") {
    fixture.store.live = 2;
    fixture.created_id();
    fixture.clock.advance(seconds(600));
    fixture.created_id();
    const auto refused = fixture.create();
    CHECK(refused.status == 429);
    CHECK(code_of(refused) == "too_many_snapshots");
    CHECK(header_of(refused, "Retry-After") == "300");
    fixture.clock.advance(seconds(300));
    CHECK(fixture.create().status == 201);
  }
  SUBCASE("too many builds at once are answered 429") {
    fixture.builds = 1;
    sys::ServedRequest first{"POST",
                             kSnapshotsPath,
                             {{"authorization", "Bearer " + fixture.grant("create")}},
                             "",
                             nullptr};
    REQUIRE_FALSE(fixture.api().judge_head(first).answer.has_value());
    auto waiting = fixture.api().handle(first);
    REQUIRE(waiting.later);
    const auto refused = fixture.create();
    CHECK(refused.status == 429);
    CHECK(code_of(refused) == "too_many_builds");
    CHECK(header_of(refused, "Retry-After") == "1");
    CHECK(waiting.later().status == 201);
    CHECK(fixture.create().status == 201);
  }
  SUBCASE("a build that ends by an exception is no build under way") {
    fixture.builds = 1;
    fixture.random.fails = true;
    CHECK_THROWS(fixture.create());
    fixture.random.fails = false;
    CHECK(fixture.create().status == 201);
  }
  SUBCASE("a build that is given up gives its place back") {
    fixture.store.live = 1;
    fixture.build_time = std::chrono::milliseconds(0);
    for (int i = 0; i < 2; ++i) {
      const auto answer = fixture.create();
      CHECK(answer.status == 503);
      CHECK(code_of(answer) == "build_timeout");
    }
  }
  SUBCASE("a work that is never run gives its place back") {
    fixture.store.live = 1;
    {
      sys::ServedRequest dropped{"POST",
                                 kSnapshotsPath,
                                 {{"authorization", "Bearer " + fixture.grant("create")}},
                                 "",
                                 nullptr};
      REQUIRE_FALSE(fixture.api().judge_head(dropped).answer.has_value());
      const auto handling = fixture.api().handle(dropped);
      CHECK(handling.later);
    }
    CHECK(fixture.create().status == 201);
  }
  SUBCASE("limits cut a manifest as they do offline") {
    fixture.limits.owners = 2;
    const auto loaded = snapshot::read_manifest(*fixture.create().body);
    REQUIRE(loaded.has_value());
    CHECK(loaded->manifest.owners.size() == 2);
    CHECK_FALSE(loaded->manifest.complete);
  }
}

TEST_CASE("SnapshotApi: bodies and queries that are wrong") {
  ServiceFixture fixture;
  const auto id = fixture.created_id();
  for (const auto* body : {"[]", "{\"a\":1}", "null", "{", "{} {}", "x"}) {
    CAPTURE(body);
    CHECK(fixture.create(body).status == 400);
  }
  for (const auto* body : {" ", "{}", " {\n} "}) {
    CAPTURE(body);
    CHECK(fixture.create(body).status == 201);
  }
  for (const auto* query : {"?cursor=-1", "?cursor=", "?cursor", "?cursor=1.0", "?cursor=a",
                            "?cursor=%31", "?cursor=+1", "?limit=0", "?limit=-1", "?limit=x",
                            "?limit=00", "?limit=1&limit=1", "?cursor=0&cursor=0"}) {
    CAPTURE(query);
    const auto answer = fixture.owners(id, query);
    CHECK(answer.status == 400);
    CHECK(code_of(answer) == "invalid_query");
  }
  for (const auto* query : {"?", "?limit=501", "?limit=99999999999999999999", "?other=1",
                            "?cursor=0&limit=1", "?cursor=007"}) {
    CAPTURE(query);
    CHECK(fixture.owners(id, query).status == 200);
  }
}

TEST_CASE("SnapshotApi: grants are judged anew for each request") {
  ServiceFixture fixture;
  const auto token = fixture.grant("create");
  SUBCASE("an expired one is refused") {
    fixture.clock.advance(std::chrono::minutes(5));
    const auto answer = fixture.send("POST", kSnapshotsPath, token);
    CHECK(answer.status == 401);
    CHECK(answer.body->find("expiry") != std::string::npos);
  }
  SUBCASE("secrets that are rotated count at once, the previous one too") {
    const auto old = *fixture.keyring.keys();
    fixture.keyring.replace({Secret("fedcba9876543210fedcba9876543210"), old.current});
    CHECK(fixture.send("POST", kSnapshotsPath, token).status == 201);
    fixture.keyring.replace({Secret("fedcba9876543210fedcba9876543210"), {}});
    CHECK(fixture.send("POST", kSnapshotsPath, token).status == 401);
  }
  SUBCASE("the scheme's name may be in any case") {
    const Headers lower{{"authorization", "bearer " + token}};
    CHECK(fixture.send("POST", kSnapshotsPath, "", "", lower).status == 201);
  }
  SUBCASE("white space around the token is part of it") {
    const Headers spaced{{"authorization", "Bearer  " + token}};
    CHECK(fixture.send("POST", kSnapshotsPath, "", "", spaced).status == 401);
  }
}

TEST_CASE("SnapshotApi: what is logged") {
  ServiceFixture fixture;
  const auto id = fixture.created_id();
  fixture.owners(id);
  fixture.send("POST", kSnapshotsPath, "a.b.c");
  REQUIRE(fixture.log.size() == 3);
  CHECK(fixture.log[0].route == kSnapshotsPath);
  CHECK(fixture.log[0].status == 201);
  CHECK(fixture.log[0].snapshot_id == id);
  CHECK(fixture.log[0].scope == fixture.scope);
  CHECK(fixture.log[0].subject == "mage-lineage");
  CHECK(fixture.log[1].route == kSnapshotsPath + "/{snapshot_id}/owners");
  CHECK(fixture.log[2].status == 401);
  CHECK(fixture.log[2].reason == "token_form");
  CHECK(fixture.log[2].subject.empty());
}
