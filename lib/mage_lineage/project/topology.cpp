#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/topology.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace mage_lineage::project {
namespace {

using Index = std::unordered_map<std::string_view, std::size_t>;

std::string shown(const std::string& uuid) {
  return "\"" + text::escape_untrusted(uuid, 200) + "\"";
}

/// The blocks that edges may name: all but extensions' (pipeline.py, load_config).
Index index_blocks(const Pipeline& pipeline, Findings* findings) {
  Index index;
  for (std::size_t i = 0; i < pipeline.blocks.size(); ++i) {
    const auto& block = pipeline.blocks[i];
    if (block.role == Role::extension) continue;
    if (!index.emplace(block.uuid, i).second && findings != nullptr) {
      findings->add(block.line, "duplicate_block",
                    "the uuid " + shown(block.uuid) +
                        " is used by two blocks: Mage would not load this pipeline");
    }
  }
  return index;
}

void check_edges(const Pipeline& pipeline, const Index& index, Findings& findings) {
  std::unordered_set<std::string> downstream, upstream;
  const auto edge = [](const std::string& from, const std::string& to) {
    return std::to_string(from.size()) + ":" + from + to;
  };
  for (const auto& block : pipeline.blocks) {
    for (const auto& to : block.downstream_blocks)
      downstream.insert(edge(block.uuid, to));
    for (const auto& from : block.upstream_blocks)
      upstream.insert(edge(from, block.uuid));
  }
  const auto is_main = [&pipeline](std::size_t i) { return pipeline.blocks[i].role == Role::main; };
  const auto check = [&](const Block& block, const std::string& other, bool down) {
    const auto found = index.find(other);
    if (found == index.end()) {
      findings.add(block.line, "dangling_edge",
                   "the block " + shown(block.uuid) + " names " + shown(other) +
                       ", which is not in this pipeline: Mage drops the edge");
      return;
    }
    // Callbacks, conditionals and charts name their block, which does not name them back.
    if (block.role != Role::main || !is_main(found->second)) return;
    const bool both = down ? upstream.contains(edge(block.uuid, other))
                           : downstream.contains(edge(other, block.uuid));
    if (!both) {
      findings.add(block.line, "one_sided_edge",
                   "the edge between " + shown(block.uuid) + " and " + shown(other) +
                       " is named by one side only");
    }
  };
  for (const auto& block : pipeline.blocks) {
    for (const auto& to : block.downstream_blocks)
      check(block, to, true);
    for (const auto& from : block.upstream_blocks)
      check(block, from, false);
  }
}

/// Depth-first along downstream edges, without recursion.
void check_cycles(const Pipeline& pipeline, const Index& index, Findings& findings) {
  enum class Colour { white, grey, black };
  struct Step {
    std::size_t block;
    std::size_t edge;
  };
  std::vector<Colour> colours(pipeline.blocks.size(), Colour::white);
  for (std::size_t start = 0; start < pipeline.blocks.size(); ++start) {
    if (colours[start] != Colour::white || pipeline.blocks[start].role != Role::main) continue;
    std::vector<Step> path = {{start, 0}};
    colours[start] = Colour::grey;
    while (!path.empty()) {
      auto& step = path.back();
      const auto& block = pipeline.blocks[step.block];
      if (step.edge == block.downstream_blocks.size()) {
        colours[step.block] = Colour::black;
        path.pop_back();
        continue;
      }
      const auto next = index.find(block.downstream_blocks[step.edge++]);
      if (next == index.end() || colours[next->second] == Colour::black) continue;
      if (colours[next->second] == Colour::grey) {
        findings.add(block.line, "cycle",
                     "a cycle of downstream edges leads through " + shown(block.uuid) +
                         ": Mage would not load this pipeline");
        return;
      }
      colours[next->second] = Colour::grey;
      path.push_back({next->second, 0});
    }
  }
}

}  // namespace

void check_topology(const Pipeline& pipeline, Findings& findings) {
  const auto index = index_blocks(pipeline, &findings);
  check_edges(pipeline, index, findings);
  check_cycles(pipeline, index, findings);
}

std::vector<std::size_t> dependency_order(const Pipeline& pipeline) {
  const std::size_t count = pipeline.blocks.size();
  const auto index = index_blocks(pipeline, nullptr);
  std::vector<std::set<std::size_t>> after(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& to : pipeline.blocks[i].downstream_blocks) {
      if (const auto found = index.find(to); found != index.end() && found->second != i) {
        after[i].insert(found->second);
      }
    }
    for (const auto& from : pipeline.blocks[i].upstream_blocks) {
      if (const auto found = index.find(from); found != index.end() && found->second != i) {
        after[found->second].insert(i);
      }
    }
  }
  std::vector<std::size_t> waits(count, 0);
  for (const auto& followers : after) {
    for (const auto follower : followers)
      ++waits[follower];
  }
  std::vector<std::size_t> ready;  // a stack: who follows a block comes right after it
  std::set<std::size_t> left;
  for (std::size_t i = count; i-- > 0;) {
    if (waits[i] == 0) {
      ready.push_back(i);
    } else {
      left.insert(i);
    }
  }
  std::vector<std::size_t> order;
  while (!ready.empty() || !left.empty()) {
    if (ready.empty()) {
      // In a cycle the first block of the file goes first.
      ready.push_back(*left.begin());
      left.erase(left.begin());
    }
    const std::size_t block = ready.back();
    ready.pop_back();
    order.push_back(block);
    for (auto follower = after[block].rbegin(); follower != after[block].rend(); ++follower) {
      if (left.contains(*follower) && --waits[*follower] == 0) {
        left.erase(*follower);
        ready.push_back(*follower);
      }
    }
  }
  return order;
}

}  // namespace mage_lineage::project
