#include <mage_lineage/project/layout.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;

TEST_CASE("project: layout") {
  SUBCASE("paths are made as Mage lays a project out") {
    CHECK(project::pipeline_folder("orders") == "pipelines/orders");
    CHECK(project::pipeline_file("orders", project::kMetadataFile) ==
          "pipelines/orders/metadata.yaml");
    CHECK(project::pipeline_file("orders", project::kTriggersFile) ==
          "pipelines/orders/triggers.yaml");
    CHECK(project::block_catalog("orders", "load") == "pipelines/orders/load/catalog.json");
  }
  SUBCASE("the pipeline of a file is the folder it lies in directly") {
    CHECK(project::pipeline_of_file("pipelines/orders/metadata.yaml", "metadata.yaml") == "orders");
    for (const char* path :
         {"metadata.yaml", "pipelines/metadata.yaml", "pipelines/a/b/metadata.yaml",
          "pipelines/orders/triggers.yaml", "x/pipelines/orders/metadata.yaml",
          "Pipelines/orders/metadata.yaml", "pipelines//metadata.yaml", ""}) {
      CHECK_MESSAGE(project::pipeline_of_file(path, "metadata.yaml").empty(), path);
    }
  }
}
