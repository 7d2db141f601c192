#pragma once

#include <mage_lineage/sys/http_server.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::service {

/// An answer whose body is JSON.
sys::ServedResponse json_response(int status, std::string body);

/// `{"error":{"code","message"}}`: how every API here says no.
sys::ServedResponse error_response(int status, std::string_view code, std::string_view message);

/// 405 with the methods that a path takes, as `Allow` lists them.
sys::ServedResponse method_not_allowed(std::string_view allow);

/// The answer of `/healthz`.
sys::ServedResponse healthy();

/// The path of a request's target, and what follows its `?`.
std::string_view path_of(const sys::ServedRequest& request);
std::string_view query_of(const sys::ServedRequest& request);

/// What follows `Bearer ` in the Authorization header, byte for byte (RFC 6750, section 2.1; the
/// scheme in any case); nullopt when the request has no such header.
std::optional<std::string_view> bearer_of(const sys::ServedRequest& request);

/// 415 for a body that is declared as something else than JSON, or as encoded; else nullopt.
std::optional<sys::ServedResponse> refuse_media_type(const sys::ServedRequest& request);

}  // namespace mage_lineage::service
