#include <mage_lineage/delivery/answer.hpp>

#include <mage_lineage/core/http.hpp>
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/redact/redactor.hpp>

#include <algorithm>

namespace mage_lineage::delivery {
namespace {

constexpr std::size_t kShown = 400;
constexpr std::size_t kRead = 4096;  // of a body, before it is cleaned

std::string status_text(int status) {
  const auto phrase = reason_phrase(status);
  return std::to_string(status) + (phrase.empty() ? "" : " " + std::string(phrase));
}

/// The sentence for people in an error document, whatever its dialect; nullptr when there is none.
const std::string* explanation(const json::Value& document) {
  for (const auto* key : {"message", "detail", "error_description", "reason", "title", "error"}) {
    const auto* value = document.find(key);
    if (value == nullptr) continue;
    if (const auto* said = value->as_string(); said != nullptr && !said->empty()) return said;
    if (const auto* said = value->find("message");
        said != nullptr && said->as_string() != nullptr) {
      return said->as_string();
    }
  }
  return nullptr;
}

/// What the body says to a person. Pages for browsers say nothing that fits into a line.
std::string said_in(const sys::HttpResponse& response) {
  const auto document = json::parse(response.body, {.max_bytes = std::size_t{1} << 20U});
  if (document) {
    if (const auto* said = explanation(*document)) return *said;
    if (document->is(json::Kind::string)) return document->text;
  }
  const auto body = text::trim(response.body);
  if (!body.empty() && body.front() == '<') return {};
  return body == "{}" || body == "[]" ? std::string() : std::string(body);
}

std::optional<GraphCounts> graph_counts(const sys::HttpResponse& response) {
  const auto document = json::parse(response.body);
  const auto* data = document ? document->find("data") : nullptr;
  const auto* nodes = data == nullptr ? nullptr : data->find("nodesUpserted");
  const auto* edges = data == nullptr ? nullptr : data->find("edgesUpserted");
  if (nodes == nullptr || edges == nullptr) return std::nullopt;
  const auto n = nodes->as_int64();
  const auto e = edges->as_int64();
  if (!n || !e) return std::nullopt;
  return GraphCounts{*n, *e};
}

/// The Portal seed's own advice.
std::string portal_hint(const Route& route, int status) {
  if (status == 401 || status == 403) {
    return "check that OPENLINEAGE_API_KEY is set to the right token, that the token is saved "
           "under "
           "Admin > App Settings > External access, and that it was not rotated or expired";
  }
  if (status == 400) {
    return "Portal takes RunEvents with eventType, eventTime with an offset, run.runId, "
           "job.namespace, job.name, producer and schemaURL; `mage-lineage validate --target "
           "portal` "
           "finds what is wrong";
  }
  if (status == 404) return "check that " + route.events.origin() + " is your Portal instance";
  return {};
}

std::string hint_for(const Route& route, int status) {
  if (status == 429) return "the server asks for less: send it again later";
  if (status >= 500)
    return "the server failed, not the event: its log tells why; send it again later";
  if (route.portal) return portal_hint(route, status);
  if (status == 401 || status == 403) {
    switch (route.kind) {
      case RouteKind::direct:
        return "check AUTOPILOT_LINEAGE_API_TOKEN";
      case RouteKind::gateway:
        return route.mint ? "check MAGE_PRO_API_API_KEY and AUTOPILOT_LINEAGE_TENANT_ID"
                          : "check MAGE_AUTOPILOT_GATEWAY_ACCESS_TOKEN: it may have expired";
      case RouteKind::openlineage:
        return "check OPENLINEAGE_API_KEY";
    }
  }
  if (status == 404 && route.kind == RouteKind::openlineage) {
    return "check OPENLINEAGE_URL and OPENLINEAGE_ENDPOINT: nothing answers at " +
           route.events.display();
  }
  return {};
}

}  // namespace

Cleaner Cleaner::for_route(const Route& route) {
  Cleaner cleaner;
  for (const auto& secret : {route.bearer, route.mint_key, route.service_key})
    cleaner.hide(secret);
  return cleaner;
}

void Cleaner::hide(const Secret& secret) {
  constexpr std::size_t kShortest = 4;  // less would hit ordinary words
  if (secret.size() >= kShortest) secrets_.push_back(secret);
}

std::string Cleaner::redact(std::string_view said) const {
  std::string text(said.substr(0, kRead));
  std::size_t longest = 1;
  for (const auto& secret : secrets_) {
    longest = std::max(longest, secret.size());
    for (auto at = text.find(secret.reveal()); at != std::string::npos;
         at = text.find(secret.reveal(), at)) {
      text.replace(at, secret.size(), "***");
      at += 3;
    }
  }
  // The end may hold the beginning of a secret, which was not known for one.
  if (said.size() > kRead) text.resize(text.size() - std::min(text.size(), longest - 1));
  static const redact::Redactor redactor;
  return redactor.redact(text).text;
}

std::string Cleaner::clean(std::string_view said) const {
  return text::escape_untrusted(redact(said), kShown);
}

std::string describe_answer(const sys::HttpResponse& response, const Cleaner& cleaner) {
  const auto said = said_in(response);
  return status_text(response.status) + (said.empty() ? "" : ": " + cleaner.clean(said));
}

std::string describe_redirect(const sys::HttpResponse& response, const Cleaner& cleaner) {
  const auto* location = response.header("location");
  if (location == nullptr) return status_text(response.status);
  return status_text(response.status) + " and points to " +
         display_untrusted_url(cleaner.redact(*location));
}

Verdict judge_answer(const Route& route, const sys::HttpResponse& response,
                     const Cleaner& cleaner) {
  Verdict verdict;
  const bool success = response.status >= 200 && response.status <= 299;
  verdict.delivered = route.portal ? response.status == 201 : success;
  if (verdict.delivered) {
    if (route.portal) verdict.counts = graph_counts(response);
    if (!response.whole)
      verdict.message = "the answer broke off after " + status_text(response.status);
    return verdict;
  }
  if (response.status >= 300 && response.status <= 399) {
    verdict.message = "the server answered " + describe_redirect(response, cleaner);
    if (response.header("location") != nullptr) {
      verdict.hint =
          "redirects are not followed, because they lose events: configure the address "
          "that the server points to";
    }
    return verdict;
  }
  verdict.message = "the server answered " + describe_answer(response, cleaner);
  if (success) verdict.message += " where only 201 means that Portal took the event";
  verdict.hint = hint_for(route, response.status);
  return verdict;
}

}  // namespace mage_lineage::delivery
