#include <mage_lineage/snapshot/paging.hpp>

#include <algorithm>

namespace mage_lineage::snapshot {

OwnersPage page_of(const std::vector<Owner>& owners, std::size_t cursor, std::size_t limit) {
  OwnersPage page;
  page.total = owners.size();
  const std::size_t begin = std::min(cursor, owners.size());
  const std::size_t end = begin + std::min({limit, kLargestPage, owners.size() - begin});
  for (std::size_t i = begin; i < end; ++i)
    page.owners.push_back(&owners[i]);
  if (end < owners.size()) page.next_cursor = end;
  return page;
}

OwnersPage page_of(const std::vector<Owner>& owners, std::size_t cursor, std::size_t limit,
                   const std::function<bool(const Owner&)>& wanted) {
  OwnersPage page;
  limit = std::min(limit, kLargestPage);
  for (const auto& owner : owners) {
    if (!wanted(owner)) continue;
    const std::size_t position = page.total++;
    if (position < cursor) continue;
    if (page.owners.size() < limit) {
      page.owners.push_back(&owner);
    } else if (!page.next_cursor) {
      page.next_cursor = position;
    }
  }
  return page;
}

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
