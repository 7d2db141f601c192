#include <mage_lineage/service/responses.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <algorithm>
#include <memory>

namespace mage_lineage::service {

using sys::ServedRequest;
using sys::ServedResponse;

ServedResponse json_response(int status, std::string body) {
  ServedResponse response;
  response.status = status;
  response.headers = {{"Content-Type", "application/json"}};
  response.body = std::make_shared<const std::string>(std::move(body));
  return response;
}

ServedResponse error_response(int status, std::string_view code, std::string_view message) {
  json::Writer out(json::Style::compact);
  out.begin_object().key("error").begin_object();
  out.member("code", code).member("message", message).end_object().end_object();
  return json_response(status, out.text() + "\n");
}

ServedResponse method_not_allowed(std::string_view allow) {
  auto response =
      error_response(405, "method_not_allowed", "this path takes " + std::string(allow) + " alone");
  response.headers.emplace_back("Allow", allow);
  return response;
}

ServedResponse healthy() {
  return json_response(200, "{\"status\":\"ok\"}\n");
}

std::string_view path_of(const ServedRequest& request) {
  const std::string_view target = request.target;
  return target.substr(0, target.find('?'));
}

std::string_view query_of(const ServedRequest& request) {
  const std::string_view target = request.target;
  const auto mark = target.find('?');
  return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
}

std::optional<std::string_view> bearer_of(const ServedRequest& request) {
  const auto* header = request.header("authorization");
  constexpr std::string_view kBearer = "Bearer ";
  if (header == nullptr || !text::iequals(header->substr(0, kBearer.size()), kBearer)) {
    return std::nullopt;
  }
  return std::string_view(*header).substr(kBearer.size());
}

std::optional<ServedResponse> refuse_media_type(const ServedRequest& request) {
  if (const auto* type = request.header("content-type")) {
    const auto end = std::min(type->find(';'), type->size());
    if (!text::iequals(text::trim(std::string_view(*type).substr(0, end)), "application/json")) {
      return error_response(415, "media_type", "send application/json");
    }
  }
  const auto* encoding = request.header("content-encoding");
  if (encoding != nullptr && !text::iequals(text::trim(*encoding), "identity")) {
    return error_response(415, "content_encoding", "send the body as it is");
  }
  return std::nullopt;
}

}  // namespace mage_lineage::service
