#include "commands/owner_choice.hpp"

#include <mage_lineage/snapshot/glob.hpp>

#include <algorithm>
#include <unordered_set>

namespace mage_lineage::commands {
namespace {

bool fits_any(const std::string& path, const std::vector<std::string>& globs) {
  return std::any_of(globs.begin(), globs.end(),
                     [&path](const auto& glob) { return snapshot::glob_matches(glob, path); });
}

}  // namespace

bool is_wanted(const snapshot::Owner& owner, const std::vector<std::string>& types,
               const std::vector<std::string>& globs) {
  const std::string type = to_string(owner.identity.type);
  return (types.empty() || std::find(types.begin(), types.end(), type) != types.end()) &&
         (globs.empty() || fits_any(owner.path, globs));
}

Failure no_owner_asked_for() {
  return fail(ErrorCode::usage, "no owner is asked for",
              "name some with --owner or --path, or use --all");
}

std::vector<std::string> chosen_keys(const ContentChoice& choice,
                                     const std::vector<snapshot::Owner>& owners) {
  std::vector<std::string> keys;
  std::unordered_set<std::string_view> taken;
  const auto add = [&](const std::string& key) {
    if (taken.insert(key).second) keys.push_back(key);
  };
  for (const auto& key : choice.keys)
    add(key);
  for (const auto& owner : owners) {
    if (choice.all || fits_any(owner.path, choice.globs)) add(owner.key);
  }
  return keys;
}

}  // namespace mage_lineage::commands
