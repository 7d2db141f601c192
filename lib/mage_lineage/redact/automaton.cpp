#include <mage_lineage/redact/automaton.hpp>

#include <algorithm>
#include <cassert>
#include <limits>

namespace mage_lineage::redact {
namespace {

unsigned char lower(unsigned char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<unsigned char>(c - 'A' + 'a') : c;
}

}  // namespace

Automaton::Automaton(const std::vector<std::string_view>& literals) {
  build(literals, classify(literals));
}

std::size_t Automaton::classify(const std::vector<std::string_view>& literals) {
  std::uint8_t next = 1;  // column 0: bytes that no literal holds
  for (const auto literal : literals) {
    longest_ = std::max(longest_, literal.size());
    for (const char c : literal) {
      std::uint8_t& kind = kind_[static_cast<unsigned char>(c)];
      if (kind == 0) kind = next++;
    }
  }
  assert(next <= (1U << kRowBits));
  for (unsigned c = 'A'; c <= 'Z'; ++c)
    kind_[c] = kind_[lower(static_cast<unsigned char>(c))];
  return next;
}

void Automaton::build(const std::vector<std::string_view>& literals, std::size_t columns) {
  // Small and allocated once: most of the time of a short command's look goes into touching them.
  struct Node {
    std::array<std::uint16_t, std::size_t{1} << kRowBits>
        to{};  // 0: none yet, for the root is no child
    std::uint16_t fail = 0;
    std::vector<std::uint16_t> ends;
  };
  std::size_t most = 1;
  for (const auto literal : literals)
    most += literal.size();
  assert(most <= std::numeric_limits<std::uint16_t>::max());
  std::vector<Node> nodes;
  nodes.reserve(most);
  nodes.emplace_back();
  for (std::size_t i = 0; i < literals.size(); ++i) {
    std::size_t at = 0;
    for (const char c : literals[i]) {
      const std::uint8_t kind = kind_[static_cast<unsigned char>(c)];
      if (nodes[at].to[kind] == 0) {
        nodes[at].to[kind] = static_cast<std::uint16_t>(nodes.size());
        nodes.emplace_back();
      }
      at = nodes[at].to[kind];
    }
    nodes[at].ends.push_back(static_cast<std::uint16_t>(i));
  }
  // Breadth first, so that a failure state is complete before those that lean on it.
  std::vector<std::uint16_t> order{0};
  order.reserve(nodes.size());
  for (std::size_t kind = 0; kind < columns; ++kind) {
    if (nodes[0].to[kind] != 0) order.push_back(nodes[0].to[kind]);
  }
  for (std::size_t next = 1; next < order.size(); ++next) {
    Node& node = nodes[order[next]];
    const Node& fallback = nodes[node.fail];
    node.ends.insert(node.ends.end(), fallback.ends.begin(), fallback.ends.end());
    for (std::size_t kind = 0; kind < columns; ++kind) {
      const std::uint16_t child = node.to[kind];
      if (child == 0) {
        node.to[kind] = fallback.to[kind];
      } else {
        nodes[child].fail = fallback.to[kind];
        order.push_back(child);
      }
    }
  }
  // States that end a literal get the highest numbers: one comparison tells them.
  std::stable_partition(order.begin(), order.end(),
                        [&](std::uint16_t node) { return nodes[node].ends.empty(); });
  std::vector<std::uint32_t> row(nodes.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    row[order[i]] = static_cast<std::uint32_t>(i << kRowBits);
    if (nodes[order[i]].ends.empty())
      first_final_ = static_cast<std::uint32_t>((i + 1) << kRowBits);
  }
  table_.resize(nodes.size() << kRowBits);
  for (const std::uint16_t node : order) {
    for (std::size_t kind = 0; kind < columns; ++kind) {
      table_[row[node] + kind] = row[nodes[node].to[kind]];
    }
    if (nodes[node].ends.empty()) continue;
    outputs_at_.push_back(static_cast<std::uint32_t>(outputs_.size()));
    outputs_.insert(outputs_.end(), nodes[node].ends.begin(), nodes[node].ends.end());
  }
  outputs_at_.push_back(static_cast<std::uint32_t>(outputs_.size()));
}

std::uint32_t Automaton::walk(std::string_view bytes, std::uint32_t state, std::size_t base,
                              std::vector<Ending>& out) const {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    state = table_[state + kind_[static_cast<unsigned char>(bytes[i])]];
    if (state >= first_final_) out.push_back({base + i + 1, state});
  }
  return state;
}

void Automaton::scan(std::string_view text, std::size_t from, Workspace& work) const {
  auto& [hits, endings, ignored] = work;
  hits.clear();
  ignored.clear();
  for (auto& lane : endings)
    lane.clear();
  const std::size_t length = std::min(kBlock, text.size() - from);
  const std::size_t width = std::max(kNarrowest, length / kLanes);
  std::array<std::uint32_t, kLanes> state{};
  std::array<const unsigned char*, kLanes> at{};
  const bool wide = length >= kLanes * kNarrowest;
  for (std::size_t lane = 0; lane < (wide ? kLanes : 1); ++lane) {
    // The bytes before the lane bring it into the state in which its neighbour would leave it.
    const std::size_t begin = from + lane * width;
    const std::size_t warm_up = std::min(begin, longest_);
    state[lane] = walk(text.substr(begin - warm_up, warm_up), 0, 0, ignored);
    at[lane] = reinterpret_cast<const unsigned char*>(text.data()) + begin;
  }
  if (wide) {
    const std::uint32_t* const table = table_.data();
    const std::uint8_t* const kind = kind_.data();
    const std::uint32_t final = first_final_;
    for (std::size_t i = 0; i < width; ++i) {
      const std::uint32_t a = state[0] = table[state[0] + kind[at[0][i]]];
      const std::uint32_t b = state[1] = table[state[1] + kind[at[1][i]]];
      const std::uint32_t c = state[2] = table[state[2] + kind[at[2][i]]];
      const std::uint32_t d = state[3] = table[state[3] + kind[at[3][i]]];
      if (a >= final) endings[0].push_back({from + i + 1, a});
      if (b >= final) endings[1].push_back({from + width + i + 1, b});
      if (c >= final) endings[2].push_back({from + 2 * width + i + 1, c});
      if (d >= final) endings[3].push_back({from + 3 * width + i + 1, d});
    }
    walk(text.substr(from + kLanes * width, length - kLanes * width), state[3],
         from + kLanes * width, endings[3]);
  } else {
    walk(text.substr(from, length), state[0], from, endings[0]);
  }
  for (const auto& lane : endings) {
    for (const Ending& ending : lane) {
      const std::size_t row = (ending.state - first_final_) >> kRowBits;
      for (std::uint32_t i = outputs_at_[row]; i < outputs_at_[row + 1]; ++i) {
        hits.push_back({ending.end, outputs_[i]});
      }
    }
  }
}

}  // namespace mage_lineage::redact
