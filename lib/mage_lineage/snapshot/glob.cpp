#include <mage_lineage/snapshot/glob.hpp>

#include <cstddef>
#include <optional>

namespace mage_lineage::snapshot {

bool glob_matches(std::string_view pattern, std::string_view path) {
  std::size_t p = 0, at = 0;
  std::optional<std::size_t> star;  // the last `*`, and where the text that it stands for ends
  std::size_t resume = 0;
  while (at < path.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = at;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == path[at])) {
      ++p;
      ++at;
    } else if (star) {
      p = *star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*')
    ++p;
  return p == pattern.size();
}

}  // namespace mage_lineage::snapshot
