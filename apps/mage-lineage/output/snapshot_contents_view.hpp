#pragma once

#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/snapshot/contents.hpp>

#include <string_view>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// Shows contents one after the other, so that never more than one is held: as text with a header a
/// file, or as one JSON document.
class ContentsView {
 public:
  ContentsView(Terminal& terminal, std::string_view snapshot_id, bool json);
  /// `owner` is null for a key that the manifest does not have.
  void add(const snapshot::ContentAnswer& answer, const snapshot::Owner* owner);
  void finish();
  bool all_ok() const { return all_ok_; }

 private:
  void add_text(const snapshot::ContentAnswer& answer, const snapshot::Owner* owner);
  void add_json(const snapshot::ContentAnswer& answer, const snapshot::Owner* owner);

  Terminal& terminal_;
  bool json_;
  bool all_ok_ = true;
  bool first_ = true;
};

}  // namespace mage_lineage::output
