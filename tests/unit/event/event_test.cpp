#include <mage_lineage/event/event.hpp>

#include <mage_lineage/event/mage_check.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/openlineage/judge.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mage_lineage;
using namespace mage_lineage::event;

namespace {

const Origin kOrigin{"mage-pro-lineage",
                     {"cluster-1", "workspace 2", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"}};
constexpr std::array<std::uint8_t, 10> kRandom{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
// SHA-256 of the empty text, FIPS 180-4.
constexpr const char* kHashOfNothing =
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

Timestamp at(const char* time) {
  return parse_rfc3339(time).value();
}

Change block_update() {
  Change change;
  change.object.type = ObjectType::block;
  change.object.uuid = "load_orders";
  change.object.block_type = "data_loader";
  change.object.language = "python";
  change.object.pipeline_uuids = {"orders_daily"};
  change.object.path = "data_loaders/load_orders.py";
  change.hashes.content = kHashOfNothing;
  return change;
}

Change file_rename() {
  Change change;
  change.mutation = Mutation::renamed;
  change.object.type = ObjectType::file;
  change.object.path = "utils/dates.py";
  change.previous = change.object;
  change.previous->path = "utils/date.py";
  change.hashes.content = kHashOfNothing;
  return change;
}

Event made(Change change) {
  return make_event(kOrigin, std::move(change), at("2026-08-03T19:40:00Z"), kRandom);
}

std::string text_at(const json::Value& value, std::initializer_list<const char*> keys) {
  const json::Value* at = &value;
  for (const char* key : keys) {
    at = at->find(key);
    if (at == nullptr) return "(nothing)";
  }
  return at->text;
}

openlineage::Problems problems_of(const json::Value& event) {
  const json::Tape tape(event);
  openlineage::Judgement out;
  check_mage_event(tape.root(), {}, out.problems);
  const openlineage::Path root;
  const openlineage::Path envelope = root.down("openlineage");
  check_envelope(tape.root().find("openlineage"), tape.root().find("event_id").text(), envelope,
                 out.problems);
  openlineage::judge_event(tape.root().find("openlineage"), envelope, {true}, out);
  return out.problems;
}

}  // namespace

TEST_CASE("make_event") {
  const Event event = made(block_update());
  SUBCASE("the id is a UUIDv7 of the moment") {
    // 2026-08-03T19:40:00.000Z is 1785786000000 ms, 0x019fc923e280.
    CHECK(event.event_id.substr(0, 15) == "019fc923-e280-7");
    CHECK(event.type == "block.updated");
  }
  SUBCASE("the same moment and randomness make the same event") {
    CHECK(json::write(to_json(event), json::Style::compact) ==
          json::write(to_json(made(block_update())), json::Style::compact));
  }
}

TEST_CASE("to_json") {
  SUBCASE("a block's event has the shape of the contracts") {
    const json::Value event = to_json(made(block_update()));
    CHECK(text_at(event, {"occurred_at"}) == "2026-08-03T19:40:00.000Z");
    CHECK(text_at(event, {"object", "uuid"}) == "load_orders");
    CHECK(text_at(event, {"payload_hashes", "content"}) == kHashOfNothing);
    CHECK(text_at(event, {"openlineage", "schemaURL"}) ==
          "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/JobEvent");
    CHECK(text_at(event, {"openlineage", "job", "namespace"}) ==
          "mage://cluster-1/workspace%202/3f2504e0-4f89-41d3-9a0c-0305e82c3301");
    CHECK(text_at(event, {"openlineage", "job", "name"}) == "block/data_loader/load_orders");
    CHECK(text_at(event, {"openlineage", "job", "facets", "mage_lineage", "event_id"}) ==
          text_at(event, {"event_id"}));
    CHECK(problems_of(event).empty());
  }
  SUBCASE("a file's event is a DatasetEvent with the standard's lifecycle") {
    const json::Value event = to_json(made(file_rename()));
    const json::Value& dataset = *event.find("openlineage")->find("dataset");
    CHECK(text_at(dataset, {"name"}) == "file/utils/dates.py");
    CHECK(text_at(dataset, {"facets", "lifecycleStateChange", "lifecycleStateChange"}) == "RENAME");
    CHECK(text_at(dataset, {"facets", "lifecycleStateChange", "previousIdentifier", "name"}) ==
          "file/utils/date.py");
    CHECK(text_at(event, {"previous_object", "path"}) == "utils/date.py");
    CHECK(problems_of(event).empty());
  }
  SUBCASE("the test event is harmless: the project, no hashes") {
    const json::Value event =
        to_json(make_test_event(kOrigin, at("2026-08-03T19:40:00Z"), kRandom));
    CHECK(text_at(event, {"event_type"}) == "lineage.test");
    CHECK(event.find("payload_hashes") == nullptr);
    CHECK(text_at(event, {"openlineage", "job", "name"}) == "test");
    CHECK(problems_of(event).empty());
  }
}

TEST_CASE("openlineage_name_of") {
  struct Row {
    Object object;
    const char* name;
  };
  const Row rows[] = {
      {{ObjectType::project, "p"}, "project"},
      {{ObjectType::pipeline, "orders_daily"}, "pipeline/orders_daily"},
      {{ObjectType::block, "x", "", "transformer"}, "block/transformer/x"},
      {{ObjectType::resource, "r"}, "resource/r"},
      {{ObjectType::trigger, "", "nightly", "", "", {"orders"}}, "trigger/orders/nightly"},
      {{ObjectType::schedule, "", "nightly", "", "", {"orders"}}, "trigger/orders/nightly"},
      {{ObjectType::deployment, "42"}, "deployment/42"},
      {{ObjectType::file, "", "", "", "", {}, "a/b.py"}, "file/a/b.py"},
  };
  for (const Row& row : rows)
    CHECK(openlineage_name_of(row.object) == row.name);
}

TEST_CASE("check_mage_event") {
  SUBCASE("a member that could carry content is an error, wherever it stands") {
    json::Value event = to_json(made(block_update()));
    event.add("source", json::Value::of_string("import x"));
    for (json::Member& member : event.members) {
      if (member.key == "object") member.value.add("code", json::Value::of_string("x"));
    }
    std::vector<std::string> pointers;
    for (const auto& problem : problems_of(event))
      pointers.push_back(std::string(problem.rule) + " " + problem.pointer);
    CHECK(pointers ==
          std::vector<std::string>{"unknown_member /object/code", "unknown_member /source"});
  }
  SUBCASE("types that do not exist are refused") {
    for (const char* type : {"block.applied", "deployment.created", "block", "lineage.tests", ""}) {
      CAPTURE(type);
      Event event = made(block_update());
      event.type = type;
      CHECK(problems_of(to_json(event)).size() == 1);
    }
  }
}

TEST_CASE("check_envelope") {
  SUBCASE("facets that hold code, and another event's id, are errors") {
    const std::string text = json::write(to_json(made(block_update())), json::Style::compact);
    std::string with_sql = text;
    const std::string key = R"("facets":{)";
    with_sql.insert(
        with_sql.find(key) + key.size(),
        R"("sql":{"_producer":"https://e.com","_schemaURL":"https://e.com","query":"select 1"},)");
    auto problems = problems_of(json::parse(with_sql).value());
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].pointer == "/openlineage/job/facets/sql");

    std::string other = text;
    const std::string id = text_at(json::parse(text).value(), {"event_id"});
    other.replace(other.find(id), 1, "1");
    problems = problems_of(json::parse(other).value());
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].rule == "metadata_only");
  }
}

TEST_CASE("content_hash") {
  const redact::Redactor redactor;
  SUBCASE("a text without secrets has its own hash") {
    CHECK(content_hash("", "a.py", redactor) == kHashOfNothing);
    // SHA-256 of "abc", FIPS 180-4.
    CHECK(content_hash("abc", "a.sql", redactor) ==
          "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }
}
