#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/project/project.hpp>
#include <support/temp_folder.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;

namespace {

project::Project read(const test::TempFolder& folder) {
  platform::PosixFiles files;
  const auto root = project::find_root(files, folder.str());
  REQUIRE(root.has_value());
  const auto tree = files.open_tree(root->path);
  auto read = project::read_project(**tree, *root);
  REQUIRE(read.has_value());
  return *std::move(read);
}

}  // namespace

TEST_CASE("read_project") {
  const test::TempFolder folder;
  folder.write("metadata.yaml", "project_uuid: u\n");
  folder.write("pipelines/daily/metadata.yaml",
               "blocks:\n"
               "- {uuid: load, type: data_loader, downstream_blocks: [out]}\n"
               "- {uuid: out, type: data_exporter, upstream_blocks: [load]}\n");
  folder.write("pipelines/daily/triggers.yaml",
               "triggers:\n"
               "- name: nightly\n"
               "  schedule_type: time\n"
               "  schedule_interval: '@daily'\n"
               "  start_time: 2024-01-01 00:00:00\n"
               "  status: active\n"
               "  token: t0ken\n"
               "  variables: {password: hunter2}\n"
               "- schedule_type: api\n"
               "  color: blue\n");
  folder.write("pipelines/sync/metadata.yaml",
               "type: integration\n"
               "blocks:\n"
               "- {uuid: load, type: data_loader, language: python, downstream_blocks: [to]}\n"
               "- {uuid: from_pg, type: data_loader, language: yaml}\n"
               "- {uuid: to, type: data_exporter, language: yaml, upstream_blocks: [load]}\n");
  folder.write(
      "pipelines/sync/data_integration_catalog.json",
      R"({"catalog": {"streams": [{"tap_stream_id": "orders"}, {"stream": "items"}, {}]}})");
  folder.write("data_loaders/from_pg.yaml",
               "source: postgresql\nconfig:\n  password: {{ env_var('X') }}\n");
  folder.write("data_exporters/to.yaml", "destination: snowflake\nconfig: {}\n");
  folder.write("pipelines/stream/metadata.yaml",
               "type: streaming\nblocks:\n- {uuid: kafka, type: data_loader, language: yaml}\n");
  folder.write("data_loaders/kafka.yaml", "connector_type: kafka\nbootstrap_server: x\n");
  folder.write("pipelines/batch/metadata.yaml",
               "blocks:\n- {uuid: from_pg, type: data_loader, language: yaml}\n");
  folder.write("pipelines/batch/from_pg/catalog.json", R"({"streams": [{"stream": "a"}]})");
  folder.write("pipelines/empty/readme.txt", "");

  const auto read_back = read(folder);
  SUBCASE("finds pipelines by their folders, and counts") {
    std::string uuids;
    for (const auto& pipeline : read_back.pipelines)
      uuids += pipeline.uuid + " ";
    CHECK(uuids == "batch daily stream sync ");
    const auto counts = project::count(read_back);
    CHECK(counts.pipelines == 4);
    CHECK(counts.blocks == 5);
    CHECK(counts.triggers == 2);
  }
  SUBCASE("takes names of triggers, and nothing that they run with") {
    REQUIRE(read_back.triggers.size() == 2);
    CHECK(read_back.triggers[0].pipeline_uuid == "daily");
    CHECK(read_back.triggers[0].name == "nightly");
    CHECK(read_back.triggers[0].schedule_type == "time");
    CHECK(read_back.triggers[0].schedule_interval == "@daily");
    CHECK(read_back.triggers[0].status == "active");
  }
  SUBCASE("takes sources, destinations and streams") {
    std::string all;
    for (const auto& found : read_back.integrations) {
      all += found.pipeline_uuid + ":" + found.source + ">" + found.destination + "(" +
             text::join(found.streams, ",") + ") ";
    }
    CHECK(all == "batch:postgresql>(a) stream:kafka>() sync:postgresql>snowflake(orders,items) ");
  }
  SUBCASE("tells what is wrong") {
    std::string codes;
    for (const auto& finding : read_back.findings)
      codes += finding.path + " " + finding.code + "|";
    CHECK(codes ==
          "pipelines/daily/triggers.yaml trigger_without_name|"
          "pipelines/daily/triggers.yaml trigger_without_schedule_interval|"
          "pipelines/daily/triggers.yaml trigger_without_start_time|"
          "pipelines/daily/triggers.yaml unknown_trigger_key|"
          "pipelines/empty pipeline_without_metadata|");
  }
  SUBCASE("fails for a folder whose metadata.yaml is not one") {
    folder.write("metadata.yaml", "a: [\n");
    platform::PosixFiles files;
    const auto tree = files.open_tree(folder.str());
    CHECK(project::read_project(**tree, {folder.str(), ""}).error().code == ErrorCode::malformed);
  }
}
