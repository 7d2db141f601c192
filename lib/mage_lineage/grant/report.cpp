#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/grant/report.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace mage_lineage::grant {
namespace {

using std::chrono::milliseconds;

struct ReasonText {
  std::string_view reason;
  std::string_view sentence;  ///< `{}` stands for the finding's member
};

constexpr auto kReasons = std::to_array<ReasonText>({
    {"empty", "{} is empty"},
    {"too_large", "it is larger than 8192 bytes"},
    {"not_three_parts", "it does not have exactly three parts with dots between them"},
    {"empty_part", "the {} part is empty"},
    {"not_base64url", "the {} part is not base64url without padding"},
    {"not_json", "{}"},
    {"too_deep", "{}"},
    {"not_an_object", "it is not a JSON object"},
    {"duplicate_member", "the member {} is there twice"},
    {"alg_not_hs256", "alg is not HS256"},
    {"typ_not_jwt", "typ is not JWT"},
    {"refused_parameter", "the header parameter {} is not accepted"},
    {"signature_mismatch", "the signature was not made with the secret"},
    {"missing", "{} is missing"},
    {"wrong_type", "{} has the wrong type"},
    {"blank", "{} is blank"},
    {"out_of_range", "{} lies beyond 2^53"},
    {"negative", "{} is negative"},
    {"differs_from_actions", "actions and permissions are both there and differ"},
    {"unknown_member", "{} has another member than the three"},
    {"not_an_id", "{} is not 1 to 128 letters, digits, dots, underscores and hyphens"},
    {"other_issuer", "it was issued by another issuer"},
    {"other_audience", "it is meant for another audience"},
    {"issued_in_the_future", "it was issued in the future"},
    {"not_yet_valid", "it is not valid yet"},
    {"expired", "it has expired"},
    {"expires_before_issue", "it does not expire after it was issued"},
    {"lifetime_too_long", "it lives longer than twice the snapshot TTL"},
    {"action_not_granted", "it does not grant the action"},
    {"other_scope", "it is for another scope"},
    {"other_snapshot", "it is for another snapshot"},
    {"no_expected_scope", "there is no scope to compare with"},
    {"malformed_claim", "the claim is missing or malformed"},
    {"not_judged", "an earlier check failed"},
});

std::string sentence(std::string_view reason, std::string_view member) {
  const auto at = std::find_if(kReasons.begin(), kReasons.end(),
                               [&](const ReasonText& text) { return text.reason == reason; });
  std::string out(at == kReasons.end() ? reason : at->sentence);
  if (const auto hole = out.find("{}"); hole != std::string::npos) {
    out.replace(hole, 2, member.empty() ? "it" : member);
  }
  return out;
}

std::string show_claim(const json::Value& object, std::string_view name) {
  const json::Value* value = object.find(name);
  return value == nullptr ? "absent" : json::write(*value, json::Style::compact);
}

std::string show_text(std::string_view text) {
  return json::write(json::Value::of_string(std::string(text)), json::Style::compact);
}

milliseconds between(json::Seconds later, json::Seconds earlier) {
  constexpr std::int32_t kNanosPerMs = 1'000'000;
  return std::chrono::seconds(later.whole - earlier.whole) +
         milliseconds((later.nanos - earlier.nanos) / kNanosPerMs);
}

/// What the token has where a check looks.
std::string found(CheckId id, const Verification& v) {
  const json::Value& payload = v.payload;
  const Claims& claims = v.claims;
  const auto time = [&](const std::optional<json::Seconds>& at, std::string_view name) {
    return at ? show_time(*at) : show_claim(payload, name);
  };
  switch (id) {
    case CheckId::token_form:
    case CheckId::payload_form:
    case CheckId::signature:
      return {};
    case CheckId::header:
      return v.header.is(json::Kind::object) ? json::write(v.header, json::Style::compact) : "";
    case CheckId::claims: {
      std::string names;
      for (const json::Member& member : payload.members) {
        names += (names.empty() ? "" : ", ") + member.key;
      }
      return names;
    }
    case CheckId::issuer:
      return show_claim(payload, "iss");
    case CheckId::audience:
      return show_claim(payload, "aud");
    case CheckId::issued_at:
      return time(claims.issued_at, "iat");
    case CheckId::not_before:
      return time(claims.not_before, "nbf");
    case CheckId::expiry:
      return time(claims.expires_at, "exp");
    case CheckId::expiry_after_issue:
    case CheckId::lifetime:
      return claims.issued_at && claims.expires_at && *claims.expires_at > *claims.issued_at
                 ? format_duration(between(*claims.expires_at, *claims.issued_at))
                 : show_claim(payload, "iat") + " to " + show_claim(payload, "exp");
    case CheckId::action:
      return payload.find("actions") != nullptr ? show_claim(payload, "actions")
                                                : show_claim(payload, "permissions");
    case CheckId::scope:
      return show_claim(payload, "lineage_scope");
    case CheckId::snapshot_id:
      return show_claim(payload, "snapshot_id");
  }
  return {};
}

std::string expected(CheckId id, const Policy& policy, const Demand& demand, Timestamp now) {
  switch (id) {
    case CheckId::issuer:
      return show_text(policy.issuer);
    case CheckId::audience:
      return show_text(policy.audience);
    case CheckId::issued_at:
      return "at most " + format_rfc3339(now + policy.leeway);
    case CheckId::not_before:
      return "absent, or at most " + format_rfc3339(now + policy.leeway);
    case CheckId::expiry:
      return "after " + format_rfc3339(now);
    case CheckId::lifetime:
      return "at most " + format_duration(policy.longest_lifetime()) + ", twice the snapshot TTL";
    case CheckId::action:
      return demand.action ? show_text(*demand.action)
                           : show_text(kCreateAction) + " or " + show_text(kReadAction);
    case CheckId::scope:
      return demand.scope
                 ? R"({"customer_cluster_uuid":)" + show_text(demand.scope->customer_cluster_uuid) +
                       R"(,"workspace_uuid":)" + show_text(demand.scope->workspace_uuid) +
                       R"(,"project_uuid":)" + show_text(demand.scope->project_uuid) + "}"
                 : "";
    case CheckId::snapshot_id:
      if (demand.snapshot_id) return show_text(*demand.snapshot_id);
      return demand.action && !reads_snapshot(*demand.action) ? "nothing: not a read grant"
                                                              : "an id, in a read grant";
    default:
      return std::string(spec(id).rule);
  }
}

/// What a passed check means now.
std::string meaning(CheckId id, const Verification& v, const Demand& demand, Timestamp now) {
  switch (id) {
    case CheckId::signature:
      return v.key == UsedKey::previous ? "signed with the previous secret" : "";
    case CheckId::issued_at:
      return "issued " + relative_time(*v.claims.issued_at, now);
    case CheckId::expiry:
      return "expires " + relative_time(*v.claims.expires_at, now);
    case CheckId::snapshot_id:
      return v.claims.snapshot_id && !demand.snapshot_id ? "not compared: none was asked for" : "";
    default:
      return {};
  }
}

std::string trouble(CheckId id, const Verification& v, Timestamp now) {
  std::string out;
  for (const Finding& finding : v.findings) {
    if (finding.check != id) continue;
    out += (out.empty() ? "" : ", ") + sentence(finding.reason, finding.member);
  }
  if (id == CheckId::issued_at) out += ": " + relative_time(*v.claims.issued_at, now);
  if (id == CheckId::not_before) out += ": " + relative_time(*v.claims.not_before, now);
  if (id == CheckId::expiry) out = "it expired " + relative_time(*v.claims.expires_at, now);
  return out;
}

std::string_view why_not_reached(CheckId id, const Verification& v) {
  if (v.status(CheckId::claims) == Status::not_reached) return "not_judged";
  return id == CheckId::scope && v.claims.scope ? "no_expected_scope" : "malformed_claim";
}

}  // namespace

std::vector<Row> report(const Verification& verification, const Policy& policy,
                        const Demand& demand, Timestamp now) {
  std::vector<Row> rows;
  for (const CheckSpec& check : checks()) {
    Row row{check.id, verification.status(check.id), {}, {}, {}, {}};
    row.expected = expected(check.id, policy, demand, now);
    const bool reached = verification.payload.is(json::Kind::object) || check.id <= CheckId::header;
    if (reached) row.found = found(check.id, verification);
    if (row.status == Status::pass) {
      row.detail = meaning(check.id, verification, demand, now);
    } else if (row.status == Status::not_reached) {
      row.reason = why_not_reached(check.id, verification);
      row.detail = sentence(row.reason, {});
    } else {
      const auto first = std::find_if(verification.findings.begin(), verification.findings.end(),
                                      [&](const Finding& f) { return f.check == check.id; });
      row.reason = first->reason;
      row.detail = trouble(check.id, verification, now);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string describe_finding(const Finding& finding) {
  return sentence(finding.reason, finding.member);
}

std::string relative_time(json::Seconds moment, Timestamp now) {
  const auto at = std::chrono::floor<std::chrono::seconds>(now.time_since_epoch()).count();
  const std::int64_t distance = moment.whole - at;
  if (distance == 0) return "now";
  const auto n = static_cast<std::uint64_t>(distance < 0 ? -distance : distance);
  struct Unit {
    std::uint64_t seconds;
    const char* one;
    const char* many;
  };
  constexpr std::array<Unit, 4> kUnits{{{86400, "day", "days"},
                                        {3600, "hour", "hours"},
                                        {60, "minute", "minutes"},
                                        {1, "second", "seconds"}}};
  const auto unit = *std::find_if(kUnits.begin(), kUnits.end(),
                                  [&](const Unit& candidate) { return n >= candidate.seconds; });
  const std::string span = text::count_of(n / unit.seconds, unit.one, unit.many);
  return distance < 0 ? span + " ago" : "in " + span;
}

std::string show_time(json::Seconds moment) {
  using std::chrono::floor, std::chrono::seconds;
  constexpr std::int64_t kFirst = floor<seconds>(kFirstTimestamp).time_since_epoch().count();
  constexpr std::int64_t kLast = floor<seconds>(kLastTimestamp).time_since_epoch().count();
  std::string number = std::to_string(moment.whole);
  if (moment.whole < kFirst || moment.whole > kLast) return number;
  constexpr std::int32_t kNanosPerMs = 1'000'000;
  const Timestamp time(std::chrono::seconds(moment.whole) +
                       milliseconds(moment.nanos / kNanosPerMs));
  return number + " (" + format_rfc3339(time) + ")";
}

}  // namespace mage_lineage::grant
