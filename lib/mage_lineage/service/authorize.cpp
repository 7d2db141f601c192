#include <mage_lineage/service/authorize.hpp>

#include <mage_lineage/service/responses.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::service {
namespace {

using grant::CheckId;
using grant::Status;

sys::ServedResponse unauthorized(std::string_view challenge, std::string_view code,
                                 std::string_view message) {
  auto response = error_response(401, code, message);
  response.headers.emplace_back("WWW-Authenticate", challenge);
  return response;
}

/// The first check that a grant failed; it failed one.
const grant::CheckSpec& failed_check(const grant::Verification& verification) {
  const auto& statuses = verification.statuses;
  const auto at = std::find(statuses.begin(), statuses.end(), Status::fail);
  return grant::checks()[static_cast<std::size_t>(at - statuses.begin())];
}

}  // namespace

std::shared_ptr<const grant::Keys> Keyring::keys() const {
  const std::lock_guard lock(mutex_);
  return keys_;
}

void Keyring::replace(grant::Keys keys) {
  auto fresh = std::make_shared<const grant::Keys>(std::move(keys));
  const std::lock_guard lock(mutex_);
  keys_.swap(fresh);
}

bool is_from_browser(const sys::ServedRequest& request) {
  return std::any_of(request.headers.begin(), request.headers.end(), [](const auto& header) {
    return header.first == "cookie" || header.first == "origin" ||
           header.first.starts_with("sec-fetch-");
  });
}

sys::ServedResponse insufficient_scope(std::string_view message) {
  auto response = error_response(403, "insufficient_scope", message);
  response.headers.emplace_back("WWW-Authenticate", R"(Bearer error="insufficient_scope")");
  return response;
}

Authorization authorize(const sys::ServedRequest& request, const RouteMatch& match,
                        const grant::Keys& keys, const grant::Policy& policy, Timestamp now) {
  Authorization out;
  const auto token = bearer_of(request);
  if (!token) {
    out.reason = "missing";
    out.refusal = unauthorized("Bearer", "unauthorized",
                               "a grant is needed: send Authorization: Bearer GRANT");
    return out;
  }
  grant::Demand demand;
  demand.action = match.route == Route::create ? grant::kCreateAction : grant::kReadAction;
  if (match.route != Route::create) demand.snapshot_id = std::string(match.snapshot_id);
  auto verification = grant::verify(*token, keys, policy, demand, now);
  if (!verification.authentic()) {
    const auto& check = failed_check(verification);
    out.reason = check.code;
    out.refusal = unauthorized(
        R"(Bearer error="invalid_token")", "invalid_token",
        "the grant fails the check " + std::string(check.code) + ": " + std::string(check.rule));
    return out;
  }
  out.scope = *std::move(verification.claims.scope);
  out.subject = verification.claims.subject.value_or("");
  if (verification.status(CheckId::action) != Status::pass) {
    out.reason = grant::spec(CheckId::action).code;
    out.refusal = insufficient_scope("the grant does not allow " + *demand.action);
  } else if (demand.snapshot_id && verification.status(CheckId::snapshot_id) != Status::pass) {
    out.reason = grant::spec(CheckId::snapshot_id).code;
    out.refusal = insufficient_scope("the grant is for another snapshot");
  }
  return out;
}

}  // namespace mage_lineage::service
