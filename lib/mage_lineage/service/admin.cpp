#include <mage_lineage/service/admin.hpp>

#include <mage_lineage/service/responses.hpp>
#include <mage_lineage/service/routes.hpp>

#include <memory>

namespace mage_lineage::service {

sys::HeadVerdict AdminApi::judge_head(sys::ServedRequest& request) {
  const auto match = match_route(request.method, path_of(request));
  if (match.route != Route::metrics && match.route != Route::health) {
    return {error_response(404, "not_found", "there is no such path here"), 0};
  }
  if (!match.method_allowed) return {method_not_allowed(match.allow), 0};
  return {std::nullopt, 0};
}

sys::Handling AdminApi::handle(sys::ServedRequest& request) {
  if (path_of(request) == route_template(Route::health)) return healthy();
  sys::ServedResponse response;
  response.headers = {{"Content-Type", "text/plain; version=0.0.4"}};
  response.body = std::make_shared<const std::string>(metrics_.text(api_.stats()));
  return response;
}

}  // namespace mage_lineage::service
