#include <mage_lineage/service/receiver.hpp>

#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/delivery/paths.hpp>
#include <mage_lineage/event/mage_check.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/service/responses.hpp>

#include <algorithm>
#include <array>

namespace mage_lineage::service {
namespace {

using sys::ServedRequest;
using sys::ServedResponse;

constexpr std::string_view kHealthPath = "/healthz";
constexpr std::string_view kTokenPrefix = "receiver-";
constexpr std::size_t kMostTokens = 10'000;

enum class Api { none, token, gateway, portal, openlineage, direct, health };

/// Which API a path belongs to. A base path before it is allowed, as the real ones have it.
Api api_of(std::string_view path) {
  if (path.ends_with(delivery::kTokenPath)) return Api::token;
  if (path.ends_with(delivery::kGatewayPath)) return Api::gateway;
  if (path.ends_with(delivery::kPortalPath)) return Api::portal;
  if (path.ends_with(delivery::kOpenlineagePath)) return Api::openlineage;
  if (path.ends_with(delivery::kDirectPath)) return Api::direct;
  return path == kHealthPath ? Api::health : Api::none;
}

std::string text_of(const json::Value* object, std::string_view key) {
  const auto* value = object == nullptr ? nullptr : object->find(key);
  const auto* text = value == nullptr ? nullptr : value->as_string();
  return text == nullptr ? std::string() : *text;
}

/// Why an event is refused, in one line; empty when it is not.
std::string problem_of(const openlineage::Judgement& judgement, const Result<json::Value>& event) {
  const auto line = openlineage::first_error(judgement.problems);
  return line.empty() && !event ? event.error().message : line;
}

/// `RunEvent START` and what the event is about.
void describe(const json::Value& event, const openlineage::Judgement& judgement, Received& out) {
  out.kind = std::string(openlineage::to_string(judgement.event_class));
  if (!judgement.event_type.empty()) out.kind += " " + judgement.event_type;
  const auto* subject = event.find("job") == nullptr ? event.find("dataset") : event.find("job");
  out.subject = text::trim(text_of(subject, "namespace") + " " + text_of(subject, "name"));
}

}  // namespace

Receiver::Receiver(sys::Clock& clock, sys::Random& random,
                   std::function<std::unique_ptr<sys::JsonScanner>()> make_scanner,
                   OnReceived on_received)
    : clock_(clock),
      random_(random),
      on_received_(std::move(on_received)),
      mage_({}, make_scanner()),
      portal_({false, openlineage::Target::portal}, make_scanner()),
      openlineage_({}, make_scanner()) {}

sys::HeadVerdict Receiver::judge_head(ServedRequest& request) {
  const auto api = api_of(path_of(request));
  if (api == Api::none) {
    return {error_response(404, "not_found",
                           "there is no such API here: POST to " +
                               text::join({std::string(delivery::kDirectPath),
                                           std::string(delivery::kGatewayPath),
                                           std::string(delivery::kPortalPath)},
                                          ", ") +
                               " or " + std::string(delivery::kOpenlineagePath)),
            0};
  }
  const bool reads = api == Api::health;
  if (reads ? request.method != "GET" && request.method != "HEAD" : request.method != "POST") {
    return {method_not_allowed(reads ? "GET, HEAD" : "POST"), 0};
  }
  if (reads) return {healthy(), 0};
  const auto token = std::string(text::trim(bearer_of(request).value_or("")));
  const bool open = api == Api::openlineage;
  if (!open && (token.empty() || is_expired(token))) {
    auto refused = error_response(
        401, "unauthorized", token.empty() ? "a bearer token is missing" : "the token expired");
    refused.headers.emplace_back("WWW-Authenticate", "Bearer");
    return {refused, 0};
  }
  if (auto refused = refuse_media_type(request)) return {std::move(refused), 0};
  return {std::nullopt, kMostBody};
}

sys::Handling Receiver::handle(ServedRequest& request) {
  switch (api_of(path_of(request))) {
    case Api::token:
      return mint(request);
    case Api::gateway:
      return take_mage_event("gateway", request);
    case Api::direct:
      return take_mage_event("direct", request);
    case Api::portal:
      return take_portal_event(request);
    case Api::openlineage:
      return take_openlineage_event(request);
    case Api::none:
    case Api::health:
      break;
  }
  return error_response(404, "not_found", "there is no such API here");
}

bool Receiver::is_expired(const std::string& token) const {
  if (token.rfind(kTokenPrefix, 0) != 0) return false;
  const auto at = tokens_.find(token);
  return at == tokens_.end() || clock_.steady() >= at->second;
}

ServedResponse Receiver::tell(Received received, ServedResponse response) {
  received.status = response.status;
  received.accepted = response.status / 100 == 2;
  const auto kept = on_received_(received);
  if (!kept) return error_response(500, "storage", "the event could not be kept");
  return response;
}

ServedResponse Receiver::mint(const ServedRequest& request) {
  Received received{"token", request.body};
  received.kind = "token";
  const auto body = json::parse(request.body);
  const auto* document = body ? &*body : nullptr;
  received.subject = text_of(document, "tenant_id");
  if (text::trim(received.subject).empty() || text::trim(text_of(document, "routine_id")).empty()) {
    received.problem = "tenant_id and routine_id are required";
    return tell(received, error_response(400, "bad_request", received.problem));
  }
  std::array<std::uint8_t, 16> bytes{};
  random_.fill(bytes.data(), bytes.size());
  const std::string token = std::string(kTokenPrefix) + to_hex(bytes);
  tokens_[token] = clock_.steady() + kTokenLifetime;
  token_order_.push_back(token);
  if (token_order_.size() > kMostTokens) {
    tokens_.erase(token_order_.front());
    token_order_.pop_front();
  }
  json::Writer out(json::Style::compact);
  out.begin_object().member("access_token", token);
  out.member("expires_in", static_cast<std::int64_t>(kTokenLifetime.count())).end_object();
  return tell(received, json_response(200, out.text() + "\n"));
}

ServedResponse Receiver::take_mage_event(std::string_view api, const ServedRequest& request) {
  Received received{api, request.body};
  const auto& judgement = mage_.judge(request.body);
  const auto event = json::parse(request.body, openlineage::event_parse_options());
  const bool is_mage = event && event->find("event_id") != nullptr;
  received.problem = problem_of(judgement, event);
  if (received.problem.empty() && !is_mage) received.problem = "this is no event of Mage's";
  if (event) {
    received.kind = text_of(&*event, "event_type");
    const auto* object = event->find("object");
    const auto name = text_of(object, "uuid") + text_of(object, "name");
    received.subject = name.empty() ? text_of(object, "path") : name;
  }
  if (!received.problem.empty()) {
    return tell(received, error_response(400, "invalid_event", received.problem));
  }
  json::Writer out(json::Style::compact);
  out.begin_object().member("status", "accepted");
  out.member("event_id", text_of(&*event, "event_id")).end_object();
  return tell(received, json_response(202, out.text() + "\n"));
}

ServedResponse Receiver::take_portal_event(const ServedRequest& request) {
  Received received{"portal", request.body};
  const auto& judgement = portal_.judge(request.body);
  const auto event = json::parse(request.body, openlineage::event_parse_options());
  if (event) describe(*event, judgement, received);
  received.problem = problem_of(judgement, event);
  if (!received.problem.empty()) {
    return tell(received, error_response(400, "InputError",
                                         "Invalid OpenLineage RunEvent: " + received.problem));
  }
  received.graph = graph_of(*event);
  json::Writer out(json::Style::compact);
  out.begin_object().member("status", "ok").key("data").begin_object();
  out.member("nodesUpserted", received.graph->nodes);
  out.member("edgesUpserted", received.graph->edges).end_object().end_object();
  return tell(received, json_response(201, out.text() + "\n"));
}

ServedResponse Receiver::take_openlineage_event(const ServedRequest& request) {
  Received received{"openlineage", request.body};
  const auto& judgement = openlineage_.judge(request.body);
  const auto event = json::parse(request.body, openlineage::event_parse_options());
  if (event) describe(*event, judgement, received);
  received.problem = problem_of(judgement, event);
  if (!received.problem.empty()) {
    return tell(received, error_response(400, "invalid_event", received.problem));
  }
  if (judgement.event_class == openlineage::EventClass::run) received.graph = graph_of(*event);
  ServedResponse created;
  created.status = 201;
  return tell(received, created);
}

}  // namespace mage_lineage::service
