#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/pipeline.hpp>
#include <mage_lineage/project/topology.hpp>

#include <doctest/doctest.h>

using namespace mage_lineage;
using project::Pipeline;

namespace {

Pipeline parsed(const std::string& text, std::vector<project::Finding>& findings,
                const std::string& uuid = "p") {
  yaml::Reading reading(text, "pipelines/" + uuid + "/metadata.yaml");
  return project::parse_pipeline(reading, uuid, findings);
}

std::string codes(const std::string& text) {
  std::vector<project::Finding> findings;
  parsed(text, findings);
  std::string all;
  for (const auto& finding : findings) {
    all += finding.code + ":" + std::to_string(finding.line) + " ";
  }
  return all;
}

std::string order(const std::string& text) {
  std::vector<project::Finding> findings;
  const auto pipeline = parsed(text, findings);
  std::string all;
  for (const auto i : project::dependency_order(pipeline))
    all += pipeline.blocks[i].uuid + " ";
  return all;
}

}  // namespace

TEST_CASE("parse_pipeline") {
  SUBCASE("reads every list of blocks that Mage writes") {
    std::vector<project::Finding> findings;
    const auto pipeline = parsed(
        "blocks:\n"
        "- uuid: load/orders\n"
        "  name: Load orders\n"
        "  type: data_loader\n"
        "  language: sql\n"
        "  status: executed\n"
        "  upstream_blocks: []\n"
        "  downstream_blocks: [copy]\n"
        "  configuration:\n"
        "    file_path: data_loaders/x.sql\n"
        "    file_source:\n"
        "      path: shop/data_loaders/x.sql\n"
        "- uuid: copy\n"
        "  type: transformer\n"
        "  replicated_block: original\n"
        "  upstream_blocks: [load/orders]\n"
        "  has_callback: true\n"
        "callbacks:\n"
        "- {uuid: on_end, type: callback, language: null, upstream_blocks: [copy]}\n"
        "conditionals:\n"
        "- {uuid: when, type: conditional, upstream_blocks: [copy]}\n"
        "widgets:\n"
        "- {uuid: chart, type: chart, upstream_blocks: [copy]}\n"
        "extensions:\n"
        "  great_expectations:\n"
        "    blocks:\n"
        "    - {uuid: expect, type: extension, upstream_blocks: [copy]}\n"
        "name: Orders daily\n"
        "type: integration\n"
        "uuid: another\n",
        findings, "orders_daily");
    CHECK(findings.empty());
    CHECK(pipeline.uuid == "orders_daily");
    CHECK(pipeline.name == "Orders daily");
    CHECK(pipeline.type == "integration");
    CHECK(pipeline.path == "pipelines/orders_daily/metadata.yaml");
    REQUIRE(pipeline.blocks.size() == 6);
    const auto& load = pipeline.blocks[0];
    CHECK(load.uuid == "load/orders");
    CHECK(load.name == "Load orders");
    CHECK(load.language == "sql");
    CHECK(load.file_path == "data_loaders/x.sql");
    CHECK(load.file_source == "shop/data_loaders/x.sql");
    CHECK(load.downstream_blocks == std::vector<std::string>{"copy"});
    CHECK(pipeline.blocks[1].replicated_block == "original");
    CHECK(pipeline.blocks[1].has_callback);
    CHECK(pipeline.blocks[1].language == "python");
    CHECK(pipeline.blocks[2].role == project::Role::callback);
    CHECK(pipeline.blocks[2].language == "python");
    CHECK(pipeline.blocks[3].role == project::Role::conditional);
    CHECK(pipeline.blocks[4].role == project::Role::widget);
    CHECK(pipeline.blocks[5].role == project::Role::extension);
  }
  SUBCASE("takes nulls where Mage takes them, and tells those that Mage falls over") {
    CHECK(codes("name: x\nblocks:\ncallbacks:\nconditionals:\nwidgets:\n").empty());
    CHECK(codes("blocks:\n- uuid: a\n  type: custom\n  upstream_blocks:\n") == "null_list:4 ");
    CHECK(codes("blocks: []\nextensions:\n") == "null_map:2 ");
  }
  SUBCASE("tells what Mage would not load") {
    CHECK(codes("blocks:\n- {uuid: a, type: ai}\n") == "unknown_block_type:2 ");
    CHECK(codes("blocks:\n- {type: custom}\n") == "block_without_uuid:2 ");
    CHECK(codes("blocks: [text]\n") == "block_not_a_map:1 ");
    CHECK(codes("blocks: {a: 1}\n") == "not_a_list:1 ");
    CHECK(codes("") == "empty_pipeline:1 ");
    CHECK(codes("- a\n") == "empty_pipeline:1 ");
    CHECK(codes("a: [\n").rfind("invalid_yaml:", 0) == 0);
    CHECK(codes("a: &a [*a]\n").rfind("invalid_yaml:", 0) == 0);
    CHECK(codes("a: 1\n---\nb: 2\n").rfind("invalid_yaml:", 0) == 0);
    CHECK(codes("blocks:\n- {uuid: a, type: custom}\nwidgets:\n- {uuid: a, type: chart}\n") ==
          "duplicate_block:4 ");
    CHECK(codes("blocks:\n"
                "- {uuid: a, type: custom, downstream_blocks: [b], upstream_blocks: [b]}\n"
                "- {uuid: b, type: custom, downstream_blocks: [a], upstream_blocks: [a]}\n") ==
          "cycle:3 ");
    CHECK(
        codes(
            "blocks:\n- {uuid: a, type: custom, downstream_blocks: [a], upstream_blocks: [a]}\n") ==
        "cycle:2 ");
  }
  SUBCASE("keeps edges as they are written, and tells those that dangle or disagree") {
    CHECK(codes("blocks:\n"
                "- {uuid: a, type: custom, downstream_blocks: [b, gone]}\n"
                "- {uuid: b, type: custom, upstream_blocks: []}\n") ==
          "one_sided_edge:2 dangling_edge:2 ");
    CHECK(codes("name: x\nname: y\n") == "duplicate_key:2 ");
  }
  SUBCASE("tells no more than a hundred things of one file") {
    std::string text = "blocks:\n";
    for (int i = 0; i < 150; ++i)
      text += "- {uuid: b" + std::to_string(i) + ", type: ai}\n";
    std::vector<project::Finding> findings;
    parsed(text, findings);
    REQUIRE(findings.size() == 101);
    CHECK(findings.back().code == "more_findings");
    CHECK(findings.back().detail == "50 more findings in this file are not listed");
  }
  SUBCASE("shows no value of the file in a finding") {
    std::vector<project::Finding> findings;
    parsed("blocks:\n- {uuid: a, type: hunter2, upstream_blocks: hunter2}\nx: [hunter2\n",
           findings);
    parsed("blocks:\n- {uuid: a, type: hunter2, upstream_blocks: hunter2}\n", findings);
    for (const auto& finding : findings)
      CHECK(finding.detail.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("dependency_order") {
  CHECK(order("blocks:\n"
              "- {uuid: c, type: custom, upstream_blocks: [b]}\n"
              "- {uuid: b, type: custom, upstream_blocks: [a], downstream_blocks: [c]}\n"
              "- {uuid: a, type: custom, downstream_blocks: [b]}\n"
              "- {uuid: z, type: custom}\n") == "a b c z ");
  CHECK(order("blocks:\n"
              "- {uuid: a, type: custom, downstream_blocks: [b]}\n"
              "- {uuid: b, type: custom, downstream_blocks: [a]}\n") == "a b ");
  CHECK(order("blocks:\n- {uuid: a, type: custom}\n- {uuid: a, type: custom}\n") == "a a ");
}
