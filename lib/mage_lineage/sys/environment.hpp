#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::sys {

/// Environment variables as a value: read once by the program's root, or made by a test.
using Environment = std::map<std::string, std::string, std::less<>>;

/// The value of a variable; nullopt when it is not set. Blank values are returned as they are.
inline std::optional<std::string> get(const Environment& env, std::string_view name) {
  const auto at = env.find(name);
  if (at == env.end()) return std::nullopt;
  return at->second;
}

}  // namespace mage_lineage::sys
