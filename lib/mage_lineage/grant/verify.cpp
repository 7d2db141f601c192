#include <mage_lineage/grant/verify.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::grant {
namespace {

using std::chrono::milliseconds;

/// `at` moved by a span, which may be negative.
json::Seconds shifted(json::Seconds at, milliseconds by) {
  constexpr std::int64_t kMsPerSecond = 1000;
  constexpr std::int64_t kNanosPerMs = 1'000'000;
  const std::int64_t nanos =
      static_cast<std::int64_t>(at.nanos) + (by.count() % kMsPerSecond) * kNanosPerMs;
  constexpr std::int64_t kNanosPerSecond = 1'000'000'000;
  const std::int64_t carry = nanos >= 0 ? nanos / kNanosPerSecond : -1;
  return {at.whole + by.count() / kMsPerSecond + carry,
          static_cast<std::int32_t>(nanos - carry * kNanosPerSecond)};
}

json::Seconds to_seconds(Timestamp t) {
  return shifted({}, t.time_since_epoch());
}

bool holds(const std::vector<std::string>& list, std::string_view wanted) {
  return std::find(list.begin(), list.end(), wanted) != list.end();
}

/// Fills a Verification in check by check.
class Judge {
 public:
  explicit Judge(Verification& out) : out_(out) {}

  void pass(CheckId id) { out_.statuses[static_cast<std::size_t>(id)] = Status::pass; }
  void fail(Finding finding) {
    out_.statuses[static_cast<std::size_t>(finding.check)] = Status::fail;
    out_.findings.push_back(std::move(finding));
  }
  void decide(CheckId id, bool good, std::string_view reason) {
    if (good) {
      pass(id);
    } else {
      fail({id, reason, {}});
    }
  }

  void judge_times(const Policy& policy, Timestamp now) {
    const Claims& claims = out_.claims;
    const json::Seconds latest_start = shifted(to_seconds(now), policy.leeway);
    if (claims.issued_at) {
      decide(CheckId::issued_at, *claims.issued_at <= latest_start, "issued_in_the_future");
    }
    if (claims.not_before || out_.payload.find("nbf") == nullptr) {
      decide(CheckId::not_before, !claims.not_before || *claims.not_before <= latest_start,
             "not_yet_valid");
    }
    if (claims.expires_at) {
      decide(CheckId::expiry, *claims.expires_at > to_seconds(now), "expired");
    }
    if (claims.issued_at && claims.expires_at) {
      decide(CheckId::expiry_after_issue, *claims.expires_at > *claims.issued_at,
             "expires_before_issue");
      decide(CheckId::lifetime,
             *claims.expires_at <= shifted(*claims.issued_at, policy.longest_lifetime()),
             "lifetime_too_long");
    }
  }

  void judge_demand(const Demand& demand) {
    const Claims& claims = out_.claims;
    if (claims.actions) {
      const auto& actions = *claims.actions;
      const bool good = demand.action
                            ? holds(actions, *demand.action)
                            : holds(actions, kCreateAction) || holds(actions, kReadAction);
      decide(CheckId::action, good, "action_not_granted");
    }
    if (claims.scope && demand.scope) {
      decide(CheckId::scope, *claims.scope == *demand.scope, "other_scope");
    }
    judge_snapshot_id(demand);
  }

 private:
  void judge_snapshot_id(const Demand& demand) {
    const Claims& claims = out_.claims;
    const bool malformed = !claims.snapshot_id && out_.payload.find("snapshot_id") != nullptr;
    if (malformed) return;  // told by the claims check
    const bool reads = demand.action ? reads_snapshot(*demand.action)
                                     : claims.actions && !holds(*claims.actions, kCreateAction);
    if (demand.snapshot_id && !claims.snapshot_id) {
      fail({CheckId::snapshot_id, "missing", {}});
    } else if (demand.snapshot_id) {
      decide(CheckId::snapshot_id, *claims.snapshot_id == *demand.snapshot_id, "other_snapshot");
    } else {
      decide(CheckId::snapshot_id, !reads || claims.snapshot_id.has_value(), "missing");
    }
  }

  Verification& out_;
};

bool all_pass(const Verification& verification, CheckId last) {
  const auto end = verification.statuses.begin() + static_cast<std::ptrdiff_t>(last) + 1;
  return std::all_of(verification.statuses.begin(), end,
                     [](Status status) { return status == Status::pass; });
}

}  // namespace

bool Verification::accepted() const {
  return all_pass(*this, CheckId::snapshot_id);
}

bool Verification::authentic() const {
  return all_pass(*this, CheckId::lifetime);
}

Verification verify(std::string_view token, const Keys& keys, const Policy& policy,
                    const Demand& demand, Timestamp now) {
  Verification out;
  Judge judge(out);
  Finding finding;

  const auto parts = split_token(token, finding);
  if (!parts) {
    judge.fail(std::move(finding));
    return out;
  }
  judge.pass(CheckId::token_form);

  auto header = read_header(parts->header, finding);
  if (!header) {
    judge.fail(std::move(finding));
    return out;
  }
  out.header = *std::move(header);
  judge.pass(CheckId::header);

  if (signature_matches(parts->signing_input, parts->signature, keys.current)) {
    out.key = UsedKey::current;
  } else if (signature_matches(parts->signing_input, parts->signature, keys.previous)) {
    out.key = UsedKey::previous;
  } else {
    judge.fail({CheckId::signature, "signature_mismatch", {}});
    return out;
  }
  judge.pass(CheckId::signature);

  auto payload = read_payload(parts->payload, finding);
  if (!payload) {
    judge.fail(std::move(finding));
    return out;
  }
  out.payload = *std::move(payload);
  judge.pass(CheckId::payload_form);

  out.claims = read_claims(out.payload, out.findings);
  if (out.findings.empty()) {
    judge.pass(CheckId::claims);
  } else {
    out.statuses[static_cast<std::size_t>(CheckId::claims)] = Status::fail;
  }
  if (out.claims.issuer) {
    judge.decide(CheckId::issuer, *out.claims.issuer == policy.issuer, "other_issuer");
  }
  if (out.claims.audience) {
    judge.decide(CheckId::audience, holds(*out.claims.audience, policy.audience), "other_audience");
  }
  judge.judge_times(policy, now);
  judge.judge_demand(demand);
  return out;
}

}  // namespace mage_lineage::grant
