// The readers of a project's files under any bytes. The first byte of an input chooses the reader.
#include <mage_lineage/project/facts.hpp>
#include <mage_lineage/project/findings.hpp>
#include <mage_lineage/project/metadata.hpp>
#include <mage_lineage/project/topology.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

using namespace mage_lineage;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "broken promise: " << what << "\n";
  std::abort();
}

constexpr std::array<const char*, 5> kPaths = {
    "pipelines/p/metadata.yaml", "pipelines/p/triggers.yaml",
    "pipelines/p/data_integration_catalog.json", "data_loaders/l.yaml", "metadata.yaml"};

void check_order(const project::Pipeline& pipeline) {
  auto order = project::dependency_order(pipeline);
  std::sort(order.begin(), order.end());
  require(order.size() == pipeline.blocks.size(), "every block has its place");
  for (std::size_t i = 0; i < order.size(); ++i)
    require(order[i] == i, "no block has two places");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string path = kPaths[data[0] % kPaths.size()];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (path == "metadata.yaml") {
    const auto metadata = project::parse_metadata(text, "shop");
    if (metadata) require(metadata->project_uuid() != "", "a UUID is not blank");
    return 0;
  }
  const auto facts = project::read_facts(path, text);
  require(facts.findings.size() <= project::Findings::kMost + 1, "findings are bounded");
  for (const auto& finding : facts.findings) {
    require(finding.path == path && !finding.code.empty(), "a finding says where and what");
  }
  if (facts.pipeline) check_order(*facts.pipeline);
  return 0;
}
