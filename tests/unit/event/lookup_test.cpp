#include <mage_lineage/event/lookup.hpp>
#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/project/root.hpp>

#include <doctest/doctest.h>
#include <support/temp_folder.hpp>

#include <string>
#include <vector>

using namespace mage_lineage;
using event::find_object;
using event::ObjectType;

namespace {

/// Two pipelines that share a block, have a trigger of one name, and blocks of one name of two
/// types.
project::Project make_project(const test::TempFolder& folder) {
  folder.write("metadata.yaml", "project_uuid: 3f2504e0-4f89-41d3-9a0c-0305e82c3301\n");
  for (const char* pipeline : {"daily", "weekly"}) {
    const std::string at = std::string("pipelines/") + pipeline;
    folder.write(
        at + "/metadata.yaml",
        "name: p\ntype: python\nblocks:\n"
        "- {uuid: orders, type: data_loader, language: python, upstream_blocks: [], "
        "downstream_blocks: []}\n" +
            std::string(pipeline[0] == 'd' ? "- {uuid: orders, type: data_exporter, language: sql, "
                                             "upstream_blocks: [], downstream_blocks: []}\n"
                                           : ""));
    folder.write(
        at + "/triggers.yaml",
        "triggers:\n- {name: nightly, schedule_type: time, schedule_interval: '@daily'}\n" +
            std::string(pipeline[0] == 'w' ? "- {name: on upload, schedule_type: event}\n" : ""));
  }
  folder.write("data_loaders/orders.py", "x = 1\n");
  folder.write("data_exporters/orders.sql", "select 1\n");
  folder.write("utils/dates.py", "y = 2\n");
  platform::PosixFiles files;
  const auto tree = files.open_tree(folder.str());
  REQUIRE(tree.has_value());
  auto project = project::read_project(**tree, {folder.str(), ""});
  REQUIRE(project.has_value());
  return std::move(*project);
}

}  // namespace

TEST_CASE("find_object") {
  const test::TempFolder folder;
  const auto project = make_project(folder);
  const auto find = [&project](ObjectType type, const std::string& id) {
    return find_object(project, type, id);
  };
  SUBCASE("knows the project by itself") {
    const auto object = find(ObjectType::project, "");
    CHECK(object->uuid == "3f2504e0-4f89-41d3-9a0c-0305e82c3301");
    CHECK(object->path == "metadata.yaml");
  }
  SUBCASE("knows a pipeline by its folder") {
    const auto object = find(ObjectType::pipeline, "weekly");
    CHECK(object->uuid == "weekly");
    CHECK(object->path == "pipelines/weekly/metadata.yaml");
  }
  SUBCASE("knows a block by type and uuid, with all pipelines that use it") {
    const auto object = find(ObjectType::block, "data_loader/orders");
    CHECK(object->block_type == "data_loader");
    CHECK(object->language == "python");
    CHECK(object->path == "data_loaders/orders.py");
    CHECK(object->pipeline_uuids == std::vector<std::string>{"daily", "weekly"});
  }
  SUBCASE("asks which of several blocks is meant") {
    const auto object = find(ObjectType::block, "orders");
    REQUIRE_FALSE(object.has_value());
    CHECK(object.error().code == ErrorCode::invalid);
    CHECK(object.error().hint.find("data_loader/orders") != std::string::npos);
    CHECK(object.error().hint.find("data_exporter/orders") != std::string::npos);
  }
  SUBCASE("knows files by their paths, those of blocks and pipelines included") {
    CHECK(find(ObjectType::file, "utils/dates.py")->path == "utils/dates.py");
    CHECK(find(ObjectType::file, "data_loaders/orders.py")->pipeline_uuids.size() == 2);
    CHECK(find(ObjectType::file, "utils/date.py").error().hint.find("utils/dates.py") !=
          std::string::npos);
  }
  SUBCASE("knows a trigger by its pipeline where several have its name") {
    CHECK(find(ObjectType::trigger, "nightly").error().code == ErrorCode::invalid);
    const auto object = find(ObjectType::trigger, "weekly/nightly");
    CHECK(object->name == "nightly");
    CHECK(object->pipeline_uuids == std::vector<std::string>{"weekly"});
    CHECK(object->path == "pipelines/weekly/triggers.yaml");
    CHECK(find(ObjectType::trigger, "on upload")->schedule_type == "event");
  }
  SUBCASE("takes no trigger for a schedule that does not run by time") {
    CHECK(find(ObjectType::schedule, "daily/nightly")->schedule_type == "time");
    CHECK(find(ObjectType::schedule, "on upload").error().code == ErrorCode::not_found);
  }
  SUBCASE("takes a resource as given") {
    CHECK(find(ObjectType::resource, "spark").value().uuid == "spark");
  }
  SUBCASE("names what is near to what is not there") {
    const auto object = find(ObjectType::pipeline, "dayly");
    CHECK(object.error().code == ErrorCode::not_found);
    CHECK(object.error().hint == "did you mean \"daily\"?");
  }
}

TEST_CASE("describe_gone: what cannot have been in a project") {
  for (const char* id : {"../../../etc/passwd", "/etc/passwd", ".", "a//b/../c.py",
                         "io_config.yaml", "utils/../a.py", "utils/.env", ""}) {
    CAPTURE(id);
    CHECK(event::describe_gone(ObjectType::file, id).error().code == ErrorCode::invalid);
  }
  for (const char* id : {"../../x", "./x", "data_loader/../x", "data_loader/a//b"}) {
    CAPTURE(id);
    CHECK(event::describe_gone(ObjectType::block, id).error().code == ErrorCode::invalid);
  }
  for (const char* id : {"a/b", "..", "", "/"}) {
    CAPTURE(id);
    CHECK(event::describe_gone(ObjectType::pipeline, id).error().code == ErrorCode::invalid);
  }
  CHECK(event::describe_gone(ObjectType::file, "././utils/a.py")->path == "utils/a.py");
}

TEST_CASE("describe_gone") {
  SUBCASE("needs a block's type") {
    CHECK(event::describe_gone(ObjectType::block, "orders").error().code == ErrorCode::invalid);
    const auto object = event::describe_gone(ObjectType::block, "data_loader/nested/orders");
    CHECK(object->block_type == "data_loader");
    CHECK(object->uuid == "nested/orders");
  }
  SUBCASE("needs a trigger's pipeline") {
    CHECK(event::describe_gone(ObjectType::trigger, "/nightly").error().code == ErrorCode::invalid);
    CHECK(event::describe_gone(ObjectType::trigger, "daily/").error().code == ErrorCode::invalid);
    CHECK(event::describe_gone(ObjectType::schedule, "daily/a/b")->name == "a/b");
  }
}
