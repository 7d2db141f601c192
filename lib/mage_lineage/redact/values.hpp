#pragma once

#include <mage_lineage/redact/names.hpp>

#include <string_view>

namespace mage_lineage::redact {

/// How a value stands in the text; decides what may be a word of the language instead of a secret.
enum class Form {
  quoted,  ///< in quotes
  plain,   ///< without quotes where the syntax has no code: YAML, dotenv, headers, connection
           ///< strings
  guess,   ///< without quotes in a text of unknown kind
};

/// True for values that point at a secret, or stand for one: `{{ … }}`, `${X}`, `%s`, `<password>`,
/// `op://vault/item`, `config['x']`, `None`, `your-api-key`, `****`, and the empty text.
bool is_reference(std::string_view value);

/// True if a value keeps what its name promises, so that it must be redacted.
bool keeps(Promise promise, std::string_view name, std::string_view value, Form form);

/// True for text that no person made up: letters and digits mixed, at least `shortest` bytes.
bool looks_random(std::string_view value, std::size_t shortest);

}  // namespace mage_lineage::redact
