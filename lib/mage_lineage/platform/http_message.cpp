#include <mage_lineage/platform/http_message.hpp>

#include <mage_lineage/core/http.hpp>
#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <array>
#include <chrono>

namespace mage_lineage::platform {
namespace {

std::size_t count(const sys::ServedRequest& request, std::string_view name) {
  return static_cast<std::size_t>(
      std::count_if(request.headers.begin(), request.headers.end(),
                    [name](const auto& header) { return header.first == name; }));
}

/// RFC 3986, section 3.2, without user information; which host it is matters to nobody here.
bool is_host(std::string_view value) {
  constexpr std::string_view kMarks = "-._~!$&'()*+,;=%:[]";
  return std::all_of(value.begin(), value.end(), [kMarks](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

bool says_length_once(const sys::ServedRequest& request) {
  const auto lengths = count(request, "content-length");
  return lengths == 0 ||
         (lengths == 1 &&
          request.header("content-length")->find_first_not_of("0123456789") == std::string::npos);
}

}  // namespace

sys::ServedResponse plain_error(int status, std::string_view code, std::string_view message) {
  sys::ServedResponse response;
  response.status = status;
  response.headers = {{"Content-Type", "application/json"}};
  response.body =
      std::make_shared<const std::string>("{\"error\":{\"code\":\"" + std::string(code) +
                                          "\",\"message\":\"" + std::string(message) + "\"}}\n");
  return response;
}

std::optional<sys::ServedResponse> refuse_head(const sys::ServedRequest& request, int version) {
  if (version != 10 && version != 11) {
    return plain_error(505, "http_version", "speak HTTP/1.1");
  }
  const auto hosts = count(request, "host");
  if (hosts > 1 || (hosts == 0 && version == 11)) {
    return plain_error(400, "bad_request", "a request has exactly one Host header");
  }
  if (hosts == 1 && !is_host(*request.header("host"))) {
    return plain_error(400, "bad_request", "the Host header names no host");
  }
  if (!says_length_once(request)) {
    return plain_error(400, "bad_request", "the request's length is ambiguous");
  }
  if (count(request, "authorization") > 1) {
    return plain_error(400, "bad_request", "a request has at most one Authorization header");
  }
  if (const auto codings = count(request, "transfer-encoding"); codings > 0) {
    if (version == 10 || count(request, "content-length") > 0) {
      return plain_error(400, "bad_request", "the request's length is ambiguous");
    }
    if (codings > 1 || !text::iequals(*request.header("transfer-encoding"), "chunked")) {
      return plain_error(501, "transfer_encoding", "the only transfer coding here is chunked");
    }
  }
  for (const auto& [name, value] : request.headers) {
    if (name != "expect" || text::iequals(value, "100-continue")) continue;
    return plain_error(417, "expectation_failed", "nothing but 100-continue can be expected");
  }
  if (request.target.empty()) return plain_error(400, "bad_request", "the target is no path");
  return std::nullopt;
}

std::string origin_form(std::string_view target) {
  if (target == "*" || (!target.empty() && target.front() == '/')) return std::string(target);
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!text::iequals(target.substr(0, scheme.size()), scheme)) continue;
    target.remove_prefix(scheme.size());
    const auto path = target.find_first_of("/?");
    if (path == std::string_view::npos) return "/";
    return (target[path] == '?' ? "/" : "") + std::string(target.substr(path));
  }
  return {};
}

std::string response_head(const sys::ServedResponse& response, bool keep_alive, std::int64_t now) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head += reason_phrase(response.status);
  head += "\r\nDate: " + format_http_date(Timestamp(std::chrono::seconds(now))) + "\r\n";
  for (const auto& [name, value] : response.headers)
    head += name + ": " + value + "\r\n";
  if (response.status != 204 && response.status != 304) {
    head += "Content-Length: " + std::to_string(response.body ? response.body->size() : 0) + "\r\n";
  }
  head += keep_alive ? "\r\n" : "Connection: close\r\n\r\n";
  return head;
}

bool is_sendable(const sys::ServedResponse& response) {
  return std::all_of(response.headers.begin(), response.headers.end(), [](const auto& header) {
    const auto clean = [](const std::string& s) {
      return std::none_of(s.begin(), s.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
      });
    };
    return !header.first.empty() && clean(header.first) && clean(header.second);
  });
}

}  // namespace mage_lineage::platform
