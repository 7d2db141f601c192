#pragma once

#include <mage_lineage/formats/yaml.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::yaml {

/// A text that several readers look at as YAML: parsed when the first of them asks, and once for
/// all. The text has to outlive it. Not for several threads.
class Reading {
 public:
  /// `name` stands in the positions of errors.
  explicit Reading(std::string_view text, std::string name = {})
      : text_(text), name_(std::move(name)) {}

  std::string_view text() const { return text_; }

  /// What `parse` makes of the text, with its default limits.
  const Result<Document>& document(Templates templates);

 private:
  std::string_view text_;
  std::string name_;
  std::optional<Result<Document>> plain_;
  std::optional<Result<Document>> jinja_;
};

}  // namespace mage_lineage::yaml
