#pragma once

#include <mage_lineage/openlineage/event_reader.hpp>
#include <mage_lineage/openlineage/judge.hpp>
#include <mage_lineage/redact/redactor.hpp>

#include <memory>
#include <string_view>
#include <utility>

namespace mage_lineage::event {

/// Judges events in JSON texts: OpenLineage events of any origin, and Mage's own, with or without
/// the event around the envelope. That Mage's carry nothing but metadata is always checked.
class Validator {
 public:
  /// `scanner` may be null.
  explicit Validator(openlineage::JudgeOptions options,
                     std::unique_ptr<sys::JsonScanner> scanner = nullptr)
      : options_(options), reader_(std::move(scanner)) {}

  /// From here on reads by a scanner, which makes valid events cheap; loading one pays for itself
  /// from some hundred events on.
  void use(std::unique_ptr<sys::JsonScanner> scanner) { reader_.use(std::move(scanner)); }

  /// Everything wrong with one text. A text that is no JSON has one problem, `json` or
  /// `duplicate_member`. The judgement lasts until the next call.
  const openlineage::Judgement& judge(std::string_view text);

 private:
  void judge_mage(json::View document);
  void refuse_secret_leaves(std::string_view text);

  openlineage::JudgeOptions options_;
  openlineage::EventReader reader_;
  openlineage::Judgement judgement_;
  std::unique_ptr<redact::Redactor> redactor_;  ///< made for the first event of Mage
};

}  // namespace mage_lineage::event
