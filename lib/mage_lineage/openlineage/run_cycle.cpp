#include <mage_lineage/openlineage/run_cycle.hpp>

#include <mage_lineage/core/uuid.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <tuple>

namespace mage_lineage::openlineage {
namespace {

std::uint8_t nibble(char c) {
  if (c <= '9') return static_cast<std::uint8_t>(c - '0');
  return static_cast<std::uint8_t>((c | 0x20) - 'a' + 10);
}

/// The 16 bytes of a UUID; nullopt for other text, which is a format's problem.
std::optional<std::array<std::uint8_t, 16>> bytes_of(std::string_view uuid) {
  if (!is_uuid(uuid)) return std::nullopt;
  std::array<std::uint8_t, 16> out{};
  std::size_t at = 0;
  for (const char c : uuid) {
    if (c == '-') continue;
    out[at / 2] = static_cast<std::uint8_t>(out[at / 2] << 4U | nibble(c));
    ++at;
  }
  return out;
}

bool is_end(std::string_view type) {
  return type == "COMPLETE" || type == "ABORT" || type == "FAIL";
}

Problem cycle(std::string pointer, std::string found, std::string expected) {
  return {Severity::lint, "run_cycle", std::move(pointer), std::move(found), std::move(expected)};
}

}  // namespace

std::size_t RunCycle::Hash::operator()(const Key& key) const {
  // The end of a UUID is its random part.
  std::size_t out = 0;
  std::memcpy(&out, key.data() + 8, sizeof out);
  return out;
}

void RunCycle::add(const Judgement& event, Place place, Problems& now) {
  if (event.event_class != EventClass::run) return;
  ++events_;
  const auto key = bytes_of(event.run_id);
  if (!key) return;
  if (runs_.size() >= kMostRuns && !runs_.contains(*key)) {
    if (!full_) full_at_ = place;
    full_ = true;
    return;
  }
  const auto [at, is_new] = runs_.try_emplace(*key);
  RunSeen& run = at->second;
  if (is_new) run.first = place;
  if (event.event_type == "START") run.started = true;
  if (is_end(event.event_type)) {
    if (run.ended) {
      now.push_back(cycle("/eventType", "a second end of the run: " + event.event_type,
                          "one COMPLETE, ABORT or FAIL for each run"));
    }
    run.ended = true;
  }
  if (const auto parent = bytes_of(event.parent_run_id); parent && *parent != *key) {
    run.has_parent = true;
    run.parent = *parent;
  }
}

std::vector<PlacedProblem> RunCycle::finish() const {
  std::vector<PlacedProblem> out;
  if (events_ < 2) return out;
  for (const auto& entry : runs_) {
    const RunSeen& run = entry.second;
    if (run.started && !run.ended) {
      out.push_back({run.first, cycle("/run/runId", "START without an end",
                                      "COMPLETE, ABORT or FAIL in a later event")});
    }
    if (!run.started && run.ended) {
      out.push_back({run.first, cycle("/run/runId", "an end without START", "START in an event")});
    }
    if (run.has_parent && !runs_.contains(run.parent) && !full_) {
      out.push_back(
          {run.first, cycle("/run/facets/parent/run/runId", "a parent that no event here tells of",
                            "the run id of the parent's own events")});
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const PlacedProblem& a, const PlacedProblem& b) {
    return std::tie(a.place.file, a.place.line, a.problem.pointer) <
           std::tie(b.place.file, b.place.line, b.problem.pointer);
  });
  if (full_) {
    out.push_back({full_at_, cycle("/run/runId",
                                   "more than " + std::to_string(kMostRuns) +
                                       " runs: the cycles of those from here on are not judged",
                                   "fewer runs at a time")});
  }
  return out;
}

}  // namespace mage_lineage::openlineage
