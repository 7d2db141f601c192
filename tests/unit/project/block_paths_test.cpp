#include <mage_lineage/project/block_paths.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;
using project::Block;

namespace {

project::Scan shop() {
  project::Scan scan;
  scan.files = {"data_loaders/load.py", "data_loaders/sub/other.py", "dbt/main/models/stock.sql",
                "dbts/run_all.yaml",    "markdowns/note.md",         "utils/deep/tool.py"};
  scan.root_names = {"data_loaders", "dbt", "dbts", "markdowns", "utils"};
  return scan;
}

Block block(const std::string& type, const std::string& uuid, const std::string& language) {
  Block made;
  made.type = type;
  made.uuid = uuid;
  made.language = language;
  return made;
}

std::string path_of(const Block& block, const project::Places& places = {"shop", ""}) {
  const auto scan = shop();
  project::Pipeline pipeline;
  pipeline.blocks = {block};
  std::vector<project::Finding> findings;
  project::BlockPaths(scan, places).resolve(pipeline, findings);
  return findings.empty() ? pipeline.blocks[0].path : findings[0].code;
}

std::string path_of_file_path(const std::string& written) {
  auto made = block("transformer", "t", "python");
  made.file_path = written;
  return path_of(made);
}

}  // namespace

TEST_CASE("BlockPaths::resolve") {
  SUBCASE("looks in the folder of the block's type") {
    CHECK(path_of(block("data_loader", "load", "python")) == "data_loaders/load.py");
    CHECK(path_of(block("data_loader", "sub/other", "python")) == "data_loaders/sub/other.py");
    CHECK(path_of(block("custom", "c", "sql")) == "custom/c.sql");
    CHECK(path_of(block("dbt", "run_all", "yaml")) == "dbts/run_all.yaml");
    CHECK(path_of(block("markdown", "note", "markdown")) == "markdowns/note.md");
    CHECK(path_of(block("transformer", "t", "r")) == "transformers/t.r");
    CHECK(path_of(block("global_data_product", "g", "python")).empty());
  }
  SUBCASE("takes file_path as Mage does") {
    CHECK(path_of_file_path("data_loaders/load.py") == "data_loaders/load.py");
    CHECK(path_of_file_path("shop/data_loaders/load.py") == "data_loaders/load.py");
    CHECK(path_of_file_path("./data_loaders//load.py") == "data_loaders/load.py");
    CHECK(path_of_file_path("main/models/stock.sql") == "dbt/main/models/stock.sql");
    CHECK(path_of_file_path("deep/tool.py") == "utils/deep/tool.py");
    CHECK(path_of_file_path("nowhere/x.py") == "nowhere/x.py");
    CHECK(path_of_file_path("dbts\\run_all.yaml") == "dbts/run_all.yaml");
    CHECK(path_of_file_path("/home/src/shop/data_loaders/load.py") == "data_loaders/load.py");
  }
  SUBCASE("follows no path out of the project") {
    CHECK(path_of_file_path("../other/secret.py") == "block_outside_project");
    CHECK(path_of_file_path("/etc/passwd") == "block_outside_project");
    CHECK(path_of_file_path("data_loaders/../../x.py") == "block_outside_project");
    CHECK(path_of_file_path(std::string(5000, 'a')) == "block_outside_project");
    CHECK(path_of(block("data_loader", "../../etc/passwd", "python")) == "block_outside_project");
    // It stays inside: the allowlist judges what lies there.
    CHECK(path_of(block("data_loader", "../io_config", "yaml")) == "io_config.yaml");
  }
  SUBCASE("takes file_source in a platform alone") {
    auto made = block("data_loader", "load", "python");
    made.file_source = "unit_1/data_loaders/sub/other.py";
    CHECK(path_of(made) == "data_loaders/load.py");
    CHECK(path_of(made, {"unit_1", "unit_1"}) == "data_loaders/sub/other.py");
    CHECK(path_of(made, {"unit_2", "unit_2"}) == "block_outside_project");
  }
  SUBCASE("finds the models of dbt") {
    auto made = block("dbt", "main/models/stock", "sql");
    CHECK(path_of(made) == "dbt/main/models/stock.sql");
    made.file_source = "dbt/main/models/stock.sql";
    CHECK(path_of(made) == "dbt/main/models/stock.sql");
  }
  SUBCASE("goes from a replica to its original, and around no circle") {
    const auto scan = shop();
    project::Pipeline pipeline;
    pipeline.blocks = {block("data_loader", "copy", "python"),
                       block("data_loader", "load", "python"), block("custom", "a", "python"),
                       block("custom", "b", "python")};
    pipeline.blocks[0].replicated_block = "load";
    pipeline.blocks[2].replicated_block = "b";
    pipeline.blocks[3].replicated_block = "a";
    std::vector<project::Finding> findings;
    project::BlockPaths(scan, {"shop", ""}).resolve(pipeline, findings);
    CHECK(pipeline.blocks[0].path == "data_loaders/load.py");
    CHECK(pipeline.blocks[2].path == "custom/a.py");
    CHECK(findings.empty());
  }
}
