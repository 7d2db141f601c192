#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/grant/mint.hpp>
#include <mage_lineage/grant/report.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace mage_lineage::grant {
namespace {

using json::Value;

Value claims_of(const MintRequest& request) {
  using std::chrono::seconds;
  const auto issued = std::chrono::floor<seconds>(request.now.time_since_epoch());
  Value actions = Value::of_array();
  for (const std::string& action : request.actions)
    actions.items.push_back(Value::of_string(action));
  Value scope = Value::of_object();
  scope.add("customer_cluster_uuid", Value::of_string(request.scope.customer_cluster_uuid));
  scope.add("workspace_uuid", Value::of_string(request.scope.workspace_uuid));
  scope.add("project_uuid", Value::of_string(request.scope.project_uuid));

  Value claims = Value::of_object();
  claims.add("iss", Value::of_string(request.policy.issuer));
  claims.add("aud", Value::of_string(request.policy.audience));
  claims.add("sub", Value::of_string(request.subject));
  claims.add("iat", Value::of_number(issued.count()));
  claims.add("exp", Value::of_number((issued + std::chrono::floor<seconds>(request.ttl)).count()));
  claims.add("actions", std::move(actions));
  claims.add("lineage_scope", std::move(scope));
  if (request.snapshot_id) claims.add("snapshot_id", Value::of_string(*request.snapshot_id));
  claims.add("jti", Value::of_string(request.token_id));
  return claims;
}

/// Applies a JSON merge patch (RFC 7396). Depth is bounded by the parser that made the patch.
void merge(Value& target, const Value& patch) {  // NOLINT(misc-no-recursion)
  if (!patch.is(json::Kind::object)) {
    target = patch;
    return;
  }
  if (!target.is(json::Kind::object)) target = Value::of_object();
  for (const json::Member& change : patch.members) {
    const auto at = std::find_if(target.members.begin(), target.members.end(),
                                 [&](const json::Member& m) { return m.key == change.key; });
    if (change.value.is(json::Kind::null)) {
      if (at != target.members.end()) target.members.erase(at);
    } else {
      merge(at != target.members.end() ? at->value : target.add(change.key, Value{}), change.value);
    }
  }
}

/// JSON has no other bytes: what is not UTF-8 would be replaced in silence.
Result<> check_text(const MintRequest& request) {
  std::vector<std::pair<const char*, std::string_view>> texts{
      {"issuer", request.policy.issuer},
      {"audience", request.policy.audience},
      {"subject", request.subject},
      {"customer cluster", request.scope.customer_cluster_uuid},
      {"workspace", request.scope.workspace_uuid},
      {"project's UUID", request.scope.project_uuid},
      {"snapshot id", request.snapshot_id ? std::string_view(*request.snapshot_id) : ""}};
  for (const std::string& action : request.actions)
    texts.emplace_back("action", action);
  for (const auto& [name, text] : texts) {
    if (!text::first_invalid_utf8(text)) continue;
    return fail(ErrorCode::invalid, "the " + std::string(name) + " is not UTF-8");
  }
  return {};
}

Result<> check_secret(const MintRequest& request, const Secret& secret) {
  if (secret.size() < kShortestSecret && !request.allow_short_secret) {
    return fail(ErrorCode::invalid,
                "the secret has " + text::count_of(secret.size(), "byte", "bytes") + "; " +
                    std::to_string(kShortestSecret) + " are the least that cannot be guessed",
                "use a longer secret, or --allow-short-secret");
  }
  return {};
}

Result<> check_request(const MintRequest& request, const Value& claims) {
  if (request.ttl < std::chrono::seconds(1)) {
    return fail(ErrorCode::invalid, "the lifetime is shorter than a second");
  }
  const auto longest = request.policy.longest_lifetime();
  if (request.ttl > longest) {
    return fail(ErrorCode::invalid,
                "the lifetime " + format_duration(request.ttl) + " is longer than " +
                    format_duration(longest) + ", twice the snapshot TTL",
                "choose a --ttl of at most " + format_duration(longest));
  }
  for (const json::Member& change : request.changes.members) {
    if (claims.find(change.key) != nullptr) {
      return fail(
          ErrorCode::invalid,
          "the claim \"" + text::escape_untrusted(change.key, 64) + "\" is set by its own option",
          "use the option, or --unchecked to replace the claim as it is");
    }
  }
  const bool reads = std::any_of(request.actions.begin(), request.actions.end(), reads_snapshot);
  if (reads && !request.snapshot_id) {
    return fail(ErrorCode::invalid, "a read grant needs the id of the snapshot it opens",
                "add --snapshot-id");
  }
  return {};
}

/// A grant that the verifier would refuse is not made.
Result<> check_grant(const MintRequest& request, const Secret& secret, const Secret& token) {
  const Demand demand{
      request.actions.empty() ? std::optional<std::string>{} : request.actions.front(),
      request.scope, request.snapshot_id};
  const auto verification =
      verify(token.reveal(), {secret, {}}, request.policy, demand, request.now);
  if (verification.accepted()) return {};
  for (const Row& row : report(verification, request.policy, demand, request.now)) {
    if (row.status == Status::fail) {
      return fail(ErrorCode::invalid, "such a grant would be refused: " + row.detail,
                  "--unchecked makes it all the same, for testing a service");
    }
  }
  return fail(ErrorCode::internal, "the grant that was made does not verify");
}

}  // namespace

Result<Minted> mint(const MintRequest& request, const Secret& secret) {
  if (auto good = check_text(request); !good) return fail(good.error());
  if (auto good = check_secret(request, secret); !good) return fail(good.error());
  Minted out;
  out.claims = claims_of(request);
  if (!request.unchecked) {
    if (auto good = check_request(request, out.claims); !good) return fail(good.error());
  }
  if (request.changes.is(json::Kind::object)) merge(out.claims, request.changes);
  out.token = sign(json::write(out.claims, json::Style::compact), secret);
  if (!request.unchecked) {
    if (auto good = check_grant(request, secret, out.token); !good) return fail(good.error());
  }
  return out;
}

}  // namespace mage_lineage::grant
