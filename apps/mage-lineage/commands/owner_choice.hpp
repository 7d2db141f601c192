#pragma once

#include <mage_lineage/snapshot/manifest.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace mage_lineage::commands {

/// True for an owner of one of the types, whose path fits one of the globs; an empty list takes
/// all.
bool is_wanted(const snapshot::Owner& owner, const std::vector<std::string>& types,
               const std::vector<std::string>& globs);

/// Which owners' content is asked for.
struct ContentChoice {
  std::vector<std::string> keys;
  std::vector<std::string> globs;
  bool all = false;

  bool empty() const { return keys.empty() && globs.empty() && !all; }
};
/// Fails with `usage`: nothing was asked for.
Failure no_owner_asked_for();

/// The keys that were asked for, each once: those that were named, then those of the owners that
/// fit, in the owners' order.
std::vector<std::string> chosen_keys(const ContentChoice& choice,
                                     const std::vector<snapshot::Owner>& owners);

/// The largest value of `--cursor` and `--limit`: beyond any list.
inline constexpr std::uint64_t kLargestPosition = std::uint64_t{1} << 53U;

}  // namespace mage_lineage::commands
