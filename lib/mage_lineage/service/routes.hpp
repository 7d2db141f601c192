#pragma once

#include <mage_lineage/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mage_lineage::service {

/// What the snapshot service answers (contracts, section 12).
enum class Route : std::uint8_t { none, create, owners, contents, health, metrics };

/// The route's path with its parameter unfilled, for metrics and logs; `other` for none.
std::string_view route_template(Route route);

/// Where a request goes.
struct RouteMatch {
  Route route = Route::none;
  std::string_view snapshot_id;  ///< of the path, undecoded; points into it
  std::string_view allow;        ///< the methods that the route takes, as `Allow` lists them
  bool method_allowed = false;
};

/// Matches a path byte for byte: no decoding, no trailing slash.
RouteMatch match_route(std::string_view method, std::string_view path);

/// The part of a list that a request asks for.
struct PageQuery {
  std::size_t cursor = 0;
  std::size_t limit = 0;
};

/// Reads `cursor` and `limit` of a query; other parameters are ignored. Numbers beyond any list are
/// the largest there is. Fails with `invalid`: a cursor that is no non-negative integer, a limit
/// below 1, a parameter that comes twice.
Result<PageQuery> parse_page_query(std::string_view query);

}  // namespace mage_lineage::service
