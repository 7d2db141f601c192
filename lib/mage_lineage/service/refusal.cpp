#include <mage_lineage/service/refusal.hpp>

#include <mage_lineage/core/time.hpp>
#include <mage_lineage/delivery/retry.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/grant/checks.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace mage_lineage::service {
namespace {

using grant::CheckId;

constexpr std::string_view kNewSnapshot =
    "snapshots live in the memory of the service until they expire: make a new one with "
    "\"mage-lineage snapshot fetch create\"";

/// What to do about a refusal; the first row that fits counts.
struct Advice {
  int status;
  std::string_view code;  ///< of the error document; empty: any, and none
  std::string_view hint;
};
constexpr std::array<Advice, 14> kAdvice{{
    {401, "unauthorized",
     "the grant did not reach the service: something in between may take the Authorization header "
     "away"},
    {403, "browser_refused",
     "something in between adds Cookie, Origin or Sec-Fetch headers: call the service directly"},
    {403, "insufficient_scope",
     "a grant is for one action, one scope and, to read, one snapshot: compare --cluster, "
     "--workspace and the project's UUID with what the service says it serves when it starts"},
    {403, "lineage_not_enabled",
     "on the machine of the service, \"mage-lineage check\" shows which gate is closed"},
    {404, "snapshot_not_found", kNewSnapshot},
    {410, "", kNewSnapshot},
    {405, "", "check that --url is the address of a snapshot service"},
    {413, "", "ask for fewer owners at once"},
    {415, "", "something in between changes the request's media type or encoding"},
    {503, "build_timeout",
     "the project is too large or its disk too slow for the service to describe it in time: lower "
     "AUTOPILOT_LINEAGE_MAX_SOURCE_SCAN_ENTRIES there"},
    {503, "build_failed",
     "the service cannot read the project's folder: look at its permissions there"},
    {503, "too_many_connections",
     "try again once other clients are done, or raise --max-connections "
     "of the service"},
    {401, "",
     "this answer is not a snapshot service's: something in front of it asks for other "
     "credentials"},
    {403, "",
     "this answer is not a snapshot service's: something in front of it refuses the "
     "request"},
}};

/// What usually lies behind a check that a grant failed.
struct CheckAdvice {
  CheckId check;
  std::string_view hint;
};
constexpr std::string_view kClocks =
    "compare the clocks of both machines with \"date -u\", and look at --at and --ttl";
constexpr std::array<CheckAdvice, 8> kCheckAdvice{{
    {CheckId::signature,
     "the service verifies with another secret: compare AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET or "
     "--secret-file on both sides"},
    {CheckId::issuer, "give the service's issuer with --issuer"},
    {CheckId::audience, "give the service's audience with --audience"},
    {CheckId::issued_at, kClocks},
    {CheckId::not_before, kClocks},
    {CheckId::expiry, kClocks},
    {CheckId::expiry_after_issue, kClocks},
    {CheckId::lifetime,
     "a grant lives at most twice the service's snapshot TTL: give a shorter --ttl"},
}};

std::string error_code_of(const sys::HttpResponse& response) {
  const auto document = json::parse(response.body, {.max_bytes = std::size_t{1} << 16U});
  const auto* error = document ? document->find("error") : nullptr;
  const auto* code = error == nullptr ? nullptr : error->find("code");
  return code == nullptr || code->as_string() == nullptr ? std::string() : *code->as_string();
}

/// The service names the check that failed in its message.
std::string_view advice_for_grant(std::string_view body) {
  for (const auto& advice : kCheckAdvice) {
    const auto named = " the check " + std::string(grant::spec(advice.check).code) + ":";
    if (body.find(named) != std::string_view::npos) return advice.hint;
  }
  return "\"mage-lineage grant verify --explain\" tells all that is wrong with a grant";
}

std::string retry_hint(const sys::HttpResponse& response, Timestamp now) {
  const auto pause = delivery::retry_after(response, now);
  if (!pause) return "try again later";
  return "try again in " + format_duration(std::chrono::ceil<std::chrono::seconds>(*pause));
}

std::string hint_for(const sys::HttpResponse& response, const Url& base, Timestamp now) {
  const auto code = error_code_of(response);
  if (response.status == 401 && code == "invalid_token") {
    return std::string(advice_for_grant(response.body));
  }
  if (response.status == 429) return retry_hint(response, now);
  for (const auto& advice : kAdvice) {
    const bool fits = advice.code.empty() || advice.code == code;
    if (advice.status == response.status && fits) return std::string(advice.hint);
  }
  if (response.status == 404) {
    return "check --url: no snapshot service answers below " + base.display();
  }
  return response.status >= 500 ? "look at the log of the service" : "";
}

}  // namespace

Error explain_refusal(const sys::HttpResponse& response, const Url& base,
                      const delivery::Cleaner& cleaner, Timestamp now) {
  Error error{ErrorCode::rejected, "the service answered ", {}, {}, {}};
  if (response.status >= 300 && response.status <= 399) {
    error.message += delivery::describe_redirect(response, cleaner);
    error.hint =
        "redirects are not followed, for they would carry the grant elsewhere: give --url "
        "the address that the service has";
    return error;
  }
  error.message += delivery::describe_answer(response, cleaner);
  if (response.status >= 200 && response.status <= 299) {
    error.message = "the service answered " + std::to_string(response.status) +
                    ", which no snapshot service answers here";
    error.hint = "check that --url is the address of a snapshot service";
    return error;
  }
  error.hint = hint_for(response, base, now);
  return error;
}

}  // namespace mage_lineage::service
