#pragma once

#include <mage_lineage/openlineage/event_source.hpp>
#include <mage_lineage/redact/redactor.hpp>

#include <cstddef>
#include <optional>

#include "output/terminal.hpp"

namespace mage_lineage::commands {

/// Warns of events that hold what looks like a secret, by line and pointer, some of them one by one
/// and the rest by their number. Those of Mage are refused for it; a third party's are its own
/// affair, and go out.
class SecretWatch {
 public:
  explicit SecretWatch(output::Terminal& terminal) : terminal_(terminal) {}

  void look_at(const openlineage::EventText& event);
  /// Tells of those that were not told one by one.
  void finish();

 private:
  output::Terminal& terminal_;
  std::optional<redact::Redactor> redactor_;
  std::size_t found_ = 0;
};

}  // namespace mage_lineage::commands
