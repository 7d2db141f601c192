#include <mage_lineage/service/routes.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/snapshot/paging.hpp>

#include <limits>
#include <optional>

namespace mage_lineage::service {
namespace {

constexpr std::string_view kSnapshots = "/api/v1/lineage/source-snapshots";
constexpr std::string_view kOwners = "/owners";
constexpr std::string_view kContents = "/contents";

RouteMatch judge_method(Route route, std::string_view id, std::string_view method, bool reads) {
  RouteMatch match{route, id, reads ? "GET, HEAD" : "POST", false};
  match.method_allowed = reads ? method == "GET" || method == "HEAD" : method == "POST";
  return match;
}

/// A number in decimal digits alone, the largest one for those beyond; nullopt on anything else.
std::optional<std::size_t> saturating_decimal(std::string_view digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  return text::parse_decimal(digits).value_or(std::numeric_limits<std::size_t>::max());
}

}  // namespace

std::string_view route_template(Route route) {
  switch (route) {
    case Route::create:
      return kSnapshots;
    case Route::owners:
      return "/api/v1/lineage/source-snapshots/{snapshot_id}/owners";
    case Route::contents:
      return "/api/v1/lineage/source-snapshots/{snapshot_id}/contents";
    case Route::health:
      return "/healthz";
    case Route::metrics:
      return "/metrics";
    case Route::none:
      break;
  }
  return "other";
}

RouteMatch match_route(std::string_view method, std::string_view path) {
  if (path == route_template(Route::health)) return judge_method(Route::health, {}, method, true);
  if (path == route_template(Route::metrics)) return judge_method(Route::metrics, {}, method, true);
  if (path == kSnapshots) return judge_method(Route::create, {}, method, false);
  if (!path.starts_with(kSnapshots) || path[kSnapshots.size()] != '/') return {};
  auto id = path.substr(kSnapshots.size() + 1);
  const auto slash = id.find('/');
  if (slash == std::string_view::npos || slash == 0) return {};
  const auto rest = id.substr(slash);
  id = id.substr(0, slash);
  if (rest == kOwners) return judge_method(Route::owners, id, method, true);
  if (rest == kContents) return judge_method(Route::contents, id, method, false);
  return {};
}

Result<PageQuery> parse_page_query(std::string_view query) {
  std::optional<std::size_t> cursor;
  std::optional<std::size_t> limit;
  if (query.empty()) return PageQuery{0, snapshot::kDefaultPage};
  for (const auto parameter : text::split(query, '&')) {
    const auto equals = parameter.find('=');
    const auto name = parameter.substr(0, equals);
    if (name != "cursor" && name != "limit") continue;
    auto& target = name == "cursor" ? cursor : limit;
    if (target) return fail(ErrorCode::invalid, std::string(name) + " is given twice");
    const auto digits = equals == std::string_view::npos ? "" : parameter.substr(equals + 1);
    target = saturating_decimal(digits);
    if (!target || (name == "limit" && *target == 0)) {
      return fail(ErrorCode::invalid, name == "cursor" ? "cursor is a non-negative integer"
                                                       : "limit is an integer from 1");
    }
  }
  return PageQuery{cursor.value_or(0), limit.value_or(snapshot::kDefaultPage)};
}

}  // namespace mage_lineage::service
