#pragma once

#include <mage_lineage/openlineage/judge.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace mage_lineage::openlineage {

/// Where an event was met: the number of its file in the command's order, and its line.
struct Place {
  std::uint32_t file = 0;
  std::size_t line = 1;
};

/// A problem of an event that was met before.
struct PlacedProblem {
  Place place;
  Problem problem;
};

/// Looks at the cycles of all runs that several events tell of: one START, one end (COMPLETE, ABORT
/// or FAIL), and parents that are known. All are lints; a single event is no cycle.
class RunCycle {
 public:
  /// How many runs are remembered; those of later events are not looked at, and told of.
  static constexpr std::size_t kMostRuns = 500'000;

  /// Takes one event into account. A second end is told at once, in `now`.
  void add(const Judgement& event, Place place, Problems& now);

  /// What only the end shows, in the order of files and lines.
  std::vector<PlacedProblem> finish() const;

 private:
  using Key = std::array<std::uint8_t, 16>;
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct RunSeen {
    Place first;
    bool started = false;
    bool ended = false;
    bool has_parent = false;
    Key parent{};
  };

  std::unordered_map<Key, RunSeen, Hash> runs_;
  std::size_t events_ = 0;
  bool full_ = false;
  Place full_at_;
};

}  // namespace mage_lineage::openlineage
