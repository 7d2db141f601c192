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

}  // namespace mage_lineage::snapshot
