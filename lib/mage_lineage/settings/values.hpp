#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/settings/table.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace mage_lineage::settings {

/// The value of a setting brought into its one form: flags trimmed and in lower case, numbers in
/// digits alone and not above `most`, the rest as given. Fails with `invalid`; the message goes on
/// after the variable's name and never holds the value.
Result<std::string> normalize(Type type, std::string_view given, std::uint64_t most = kMostCount);

/// The words that turn a switch on (`1`, `true`, `yes`, `on`), and those that turn it off (`0`,
/// `false`, `no`, `off`), in lower case.
bool is_truthy(std::string_view flag);
bool is_falsy(std::string_view flag);

/// A decimal number of seconds above 0 and up to a day, as digits with an optional fraction, to the
/// millisecond, rounded up.
Result<std::chrono::milliseconds> parse_seconds(std::string_view given);

}  // namespace mage_lineage::settings
