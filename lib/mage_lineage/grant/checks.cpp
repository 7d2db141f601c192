#include <mage_lineage/grant/checks.hpp>

namespace mage_lineage::grant {
namespace {

constexpr std::array<CheckSpec, kCheckCount> kChecks{{
    {CheckId::token_form, "token_form", "token",
     "three base64url parts without padding, at most 8 KiB",
     "one token has one spelling: nothing can be added to a signed token or changed without "
     "breaking "
     "it (RFC 7515, section 2)"},
    {CheckId::header, "header", "header",
     "a JSON object with alg HS256, typ absent or JWT, and no crit, zip, cty or b64",
     "the token cannot choose how it is checked; kid, jku and jwk are never followed (RFC 8725, "
     "sections 3.1 and 3.10)"},
    {CheckId::signature, "signature", "signature", "HMAC-SHA-256 with the shared grant secret",
     "only a holder of the secret could have made this token; nothing else in it is believed "
     "before "
     "(RFC 7515, section 5.2)"},
    {CheckId::payload_form, "payload_form", "payload",
     "a JSON object in UTF-8 without duplicate members",
     "two readers of the same token must see the same claims (RFC 7519, section 4)"},
    {CheckId::claims, "claims", "all claims",
     "iss, aud, sub, iat, exp, actions or permissions, and lineage_scope, each of its type",
     "a claim of a wrong type counts for nothing, so it is refused instead of skipped"},
    {CheckId::issuer, "issuer", "iss", "exactly the expected issuer",
     "who made the grant: a secret shared with another issuer must not open this API"},
    {CheckId::audience, "audience", "aud", "the expected audience, alone or in an array",
     "whom the grant is for: a token for another service is refused (RFC 7519, section 4.1.3)"},
    {CheckId::issued_at, "issued_at", "iat", "not in the future beyond the leeway",
     "when the grant was made: the start of its lifetime"},
    {CheckId::not_before, "not_before", "nbf", "absent, or not in the future beyond the leeway",
     "the time before which the grant does not count yet (RFC 7519, section 4.1.5)"},
    {CheckId::expiry, "expiry", "exp", "after now, without leeway",
     "the time from which on the grant is worthless (RFC 7519, section 4.1.4)"},
    {CheckId::expiry_after_issue, "expiry_after_issue", "exp, iat", "exp lies after iat",
     "a grant that ends before it begins was made by mistake"},
    {CheckId::lifetime, "lifetime", "exp, iat", "at most twice the snapshot TTL",
     "a stolen grant is of use for a short time only"},
    {CheckId::action, "action", "actions, permissions", "the action that is asked for",
     "what the holder may do: create a snapshot, or read one"},
    {CheckId::scope, "scope", "lineage_scope",
     "exactly the customer cluster, workspace and project that are served",
     "which project the grant opens: no other one"},
    {CheckId::snapshot_id, "snapshot_id", "snapshot_id",
     "the snapshot that is read; create grants need none",
     "which snapshot a read grant opens: no other one"},
}};

}  // namespace

std::string_view to_string(Status status) {
  switch (status) {
    case Status::not_reached:
      return "not_reached";
    case Status::pass:
      return "pass";
    case Status::fail:
      return "fail";
  }
  return "not_reached";
}

const std::array<CheckSpec, kCheckCount>& checks() {
  return kChecks;
}

const CheckSpec& spec(CheckId id) {
  return kChecks[static_cast<std::size_t>(id)];
}

}  // namespace mage_lineage::grant
