#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/formats/yaml.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::yaml {

/// What one edit means: the value of `key` in the mapping `section` of the root mapping becomes a
/// boolean, or is gone (and with it a section that holds nothing else).
struct ValueChange {
  std::string section;
  std::string key;
  std::optional<bool> value;  ///< nullopt: taken away
};

/// Whether `after` is `before` with exactly this change: every other key and value is equal and in
/// the same order. A text without a document, a null root and an empty mapping are one and the
/// same, as they are to Mage.
bool differs_only_by(const Document& before, const Document& after, const ValueChange& change);

/// The same question answered by yaml-cpp, a parser that shares no code with libyaml. Texts with
/// templates are given with their tags blanked. Fails with `unsupported` when yaml-cpp cannot read
/// `before`, or reads another change than the one that was meant.
Result<> confirm_change(std::string_view before, std::string_view after, const ValueChange& change);

}  // namespace mage_lineage::yaml
