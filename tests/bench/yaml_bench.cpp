// Megabytes of pipeline metadata a second on one core, beside yaml-cpp (package libyaml-cpp-dev) in
// the same run. This project's reader also resolves scalars, merges, counts aliases and keeps
// positions.
#include <mage_lineage/formats/yaml.hpp>

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "row.hpp"

using namespace mage_lineage;

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRounds = 7;

/// A pipeline of so many blocks, as Mage writes it.
std::string pipeline(int blocks) {
  std::string out = "blocks:\n";
  for (int i = 0; i < blocks; ++i) {
    const std::string n = std::to_string(i);
    out +=
        "- all_upstream_blocks_executed: true\n  color: null\n  configuration:\n"
        "    file_source:\n      path: transformers/block_" +
        n +
        ".py\n"
        "  downstream_blocks:\n  - block_" +
        std::to_string(i + 1) +
        "\n  executor_config: null\n"
        "  executor_type: local_python\n  has_callback: false\n  language: python\n"
        "  name: Block " +
        n +
        "\n  retry_config: null\n  status: executed\n  timeout: null\n"
        "  type: transformer\n  upstream_blocks: []\n  uuid: block_" +
        n + "\n";
  }
  return out + "name: bench\ntype: python\nuuid: bench\n";
}

template <class F>
double seconds(F&& f) {
  const auto start = Clock::now();
  f();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main() {
  for (const int blocks : {10, 300, 3000}) {
    const std::string text = pipeline(blocks);
    const int repeats = std::max(1, 3000 / blocks);
    std::vector<double> here;
    std::vector<double> there;
    for (int round = 0; round < kRounds; ++round) {
      here.push_back(seconds([&] {
        for (int i = 0; i < repeats; ++i) {
          if (!yaml::parse(text, "bench", yaml::Templates::none)) std::exit(1);
        }
      }));
      there.push_back(seconds([&] {
        for (int i = 0; i < repeats; ++i) {
          if (!YAML::Load(text)["blocks"]) std::exit(1);
        }
      }));
    }
    const double megabytes = static_cast<double>(text.size()) * repeats / 1e6;
    std::printf("%zu bytes: %.1f MB/s, yaml-cpp %.1f MB/s\n", text.size(), megabytes / median(here),
                megabytes / median(there));
    std::vector<double> ratios;
    for (std::size_t i = 0; i < here.size(); ++i)
      ratios.push_back(there[i] / here[i]);
    print_row("yaml: pipeline of " + std::to_string(blocks) + " blocks, times as fast", ratios, "",
              "yaml-cpp");
  }
}
