#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace mage_lineage::delivery {

/// What became of an event. Every event gets exactly one (contracts, section 6).
enum class Fate : std::uint8_t {
  delivered,  ///< the server said that it has it
  rejected,   ///< the server answered, and said no
  unknown,    ///< it went out and no answer came: it may be there
  not_sent,   ///< it never left
};

/// The stable snake_case name, as it stands in `--json`.
const char* to_string(Fate fate);

/// One event on its way, already serialised.
struct Delivery {
  std::string id;    ///< the event's id, sent as `Idempotency-Key`; empty: none
  std::string body;  ///< JSON
  /// Events of one group whose step differs keep their order (a run's START before its COMPLETE);
  /// all others may overtake one another. Empty: no order.
  std::string group;
  std::string step;
};

/// What Portal says it did with an event.
struct GraphCounts {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
};

/// The end of one event's delivery.
struct Receipt {
  std::uint64_t number = 0;  ///< its place among the events that were offered, from 0
  Delivery event;            ///< given back, so that what was not delivered can be kept
  Fate fate = Fate::not_sent;
  int status = 0;       ///< of the last answer; 0: there was none
  int attempts = 0;     ///< requests that were begun
  std::string message;  ///< why it was not delivered, or a remark; escaped and redacted
  std::string hint;     ///< what to do, for what the server is known to mean
  std::optional<GraphCounts> counts;
  std::chrono::milliseconds took{0};  ///< the last attempt
};

}  // namespace mage_lineage::delivery
