#pragma once

#include <mage_lineage/core/scope.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/grant/verify.hpp>
#include <mage_lineage/service/routes.hpp>
#include <mage_lineage/sys/http_server.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::service {

/// The secrets that grants are verified with, which a rotation replaces while requests are served.
class Keyring {
 public:
  explicit Keyring(grant::Keys keys)
      : keys_(std::make_shared<const grant::Keys>(std::move(keys))) {}

  std::shared_ptr<const grant::Keys> keys() const;
  void replace(grant::Keys keys);

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const grant::Keys> keys_;
};

/// True for a request as a browser sends it: with `Cookie`, `Origin` or `Sec-Fetch-…`. Browser
/// sessions cannot call this API (the Mage Pro document).
bool is_from_browser(const sys::ServedRequest& request);

/// Whether a request's grant lets it in.
struct Authorization {
  std::optional<sys::ServedResponse> refusal;  ///< 401 or 403
  std::string_view reason;  ///< why it is refused: a check's code, or `missing`; for metrics
  Scope scope;              ///< of the grant, once it is authentic
  std::string subject;      ///< untrusted text
};

/// Judges the request's grant for a route (contracts, sections 7 and 12): 401 for what is no grant
/// in force, 403 for one that does not allow this. Whether the scope is served is not judged here.
Authorization authorize(const sys::ServedRequest& request, const RouteMatch& match,
                        const grant::Keys& keys, const grant::Policy& policy, Timestamp now);

/// 403 with `insufficient_scope` (RFC 6750, section 3.1).
sys::ServedResponse insufficient_scope(std::string_view message);

}  // namespace mage_lineage::service
