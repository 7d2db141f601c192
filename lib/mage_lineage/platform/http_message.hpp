#pragma once

#include <mage_lineage/sys/http_server.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::platform {

/// A short answer in the error form of the APIs: `{"error":{"code","message"}}`.
sys::ServedResponse plain_error(int status, std::string_view code, std::string_view message);

/// The checks that RFC 9112 asks of a server and the parser leaves out: `version` is 10 or 11.
/// Nullopt when the head may go on to the handler.
std::optional<sys::ServedResponse> refuse_head(const sys::ServedRequest& request, int version);

/// `/path?query` of a request target: origin form, or absolute form without its authority. Empty
/// for anything else.
std::string origin_form(std::string_view target);

/// Status line and headers of an answer, with the empty line. `now` in seconds since 1970.
std::string response_head(const sys::ServedResponse& response, bool keep_alive, std::int64_t now);

/// False when a header could break the message apart.
bool is_sendable(const sys::ServedResponse& response);

}  // namespace mage_lineage::platform
