#pragma once

#include <mage_lineage/formats/json_tape.hpp>
#include <mage_lineage/openlineage/path.hpp>
#include <mage_lineage/openlineage/problem.hpp>

#include <string>
#include <string_view>

namespace mage_lineage::openlineage {

/// The three events of the spec.
enum class EventClass { unknown, run, job, dataset };

/// `RunEvent`, `JobEvent`, `DatasetEvent`; `event` for an unknown one.
std::string_view to_string(EventClass event_class);

/// A consumer whose own rules an event has to keep beside the spec's.
enum class Target { any, portal, marquez };

struct JudgeOptions {
  bool strict_formats = false;  ///< a format that is not kept is an error, not a warning
  Target target = Target::any;
};

/// What was found out about one event. Reused from event to event, it allocates next to nothing.
struct Judgement {
  EventClass event_class = EventClass::unknown;
  Problems problems;
  bool has_mage_facet = false;  ///< the event claims to be Mage's metadata
  bool is_mage_event = false;   ///< the text is a whole event of Mage, with an envelope inside
  std::string event_type;       ///< of a RunEvent; empty when it has none
  std::string run_id;
  std::string parent_run_id;  ///< of its facet `parent`

  void clear();
};

/// Judges an event by the core schema 2-0-2, by every standard facet at its declared version, by
/// the naming page and by the target's rules. `path` is where the event stands in its document.
/// What is found is added to `out`.
void judge_event(json::View event, const Path& path, const JudgeOptions& options, Judgement& out);

}  // namespace mage_lineage::openlineage
