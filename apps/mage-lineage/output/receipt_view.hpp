#pragma once

#include <mage_lineage/delivery/fate.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// How many events had which fate.
class FateCounts {
 public:
  void add(delivery::Fate fate) { ++counts_[static_cast<std::size_t>(fate)]; }
  std::uint64_t of(delivery::Fate fate) const { return counts_[static_cast<std::size_t>(fate)]; }
  std::uint64_t total() const;
  bool all_delivered() const { return total() == of(delivery::Fate::delivered); }

 private:
  std::array<std::uint64_t, 4> counts_{};
};

/// `3 events: 2 delivered, 1 not sent`.
std::string fates_text(const FateCounts& counts);

/// The members of a receipt, into an object that is open: `fate`, `id`?, `status`?, `attempts`,
/// `milliseconds`, `nodes`?, `edges`?, `message`?, `hint`?.
void write_receipt(json::Writer& out, const delivery::Receipt& receipt);

/// One line of NDJSON for an event of a file: `{"line", "fate", …}`.
std::string receipt_line(std::size_t line, const delivery::Receipt& receipt);

/// A run's event: `{"schema_version", "run_id", "fate", …}`.
std::string run_receipt_json(const std::string& run_id, const delivery::Receipt& receipt);

/// What became of one event, for a person: the fate, the server's words, what to do.
std::string receipt_text(const delivery::Receipt& receipt, const Style& style);

/// An event that was not delivered, as the error that a command ends with.
Error receipt_error(const delivery::Receipt& receipt);

/// Where Portal shows the graph, in a sentence.
std::string portal_graph_text(const std::string& url);

}  // namespace mage_lineage::output
