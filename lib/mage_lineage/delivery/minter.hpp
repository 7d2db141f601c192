#pragma once

#include <mage_lineage/delivery/answer.hpp>
#include <mage_lineage/delivery/route.hpp>
#include <mage_lineage/delivery/token.hpp>
#include <mage_lineage/sys/http_client.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace mage_lineage::delivery {

/// How the gateway's token was come by.
struct MintReport {
  int minted = 0;                     ///< tokens that were minted
  int status = 0;                     ///< of the last answer; 0: there was none
  std::string problem;                ///< why the last attempt failed; empty: it did not
  std::chrono::milliseconds took{0};  ///< the last attempt
};

/// Knows the token of a route that mints one: which is in use, when another is needed, and what
/// became of asking for it. It sends nothing itself. For other routes it never needs one.
class Minter {
 public:
  using Moment = std::chrono::nanoseconds;  ///< of Clock::steady

  /// `route` must outlive it.
  explicit Minter(const Route& route) : route_(route) {}

  bool is_needed(Moment now) const;
  bool is_under_way() const { return under_way_; }
  /// Before this another attempt is too early.
  Moment not_before() const { return not_before_; }
  void wait_until(Moment then) { not_before_ = then; }

  /// Begins an attempt; its request is the caller's to send.
  sys::HttpRequest begin(Moment now);
  Moment begun() const { return begun_; }
  /// How often in a row it was tried in vain.
  int attempts() const { return attempts_; }

  /// What the end of an attempt means.
  enum class Next : std::uint8_t { ready, again, hopeless };
  /// Takes the end of the attempt that was begun; a token is hidden from all that is shown.
  Next take(const sys::HttpOutcome& outcome, Cleaner& cleaner);

  /// What authorizes an event now: the minted token, or the route's own.
  const Secret& bearer() const { return token_ ? token_->value : route_.bearer; }
  /// Which token that is, from 1; 0: none was minted.
  int number() const { return token_ ? number_ : 0; }
  /// An event was delivered with this token.
  void prove(int number) { may_renew_ = may_renew_ || number == this->number(); }
  /// Drops a token that was refused, unless another one took its place already. False when the one
  /// before was refused just the same: minting is no help.
  bool renew(int number);

  const MintReport& report() const { return report_; }
  /// What to do about the last failure.
  const std::string& hint() const { return hint_; }

 private:
  const Route& route_;
  std::optional<GatewayToken> token_;
  int number_ = 0;
  Moment usable_until_{0};
  bool under_way_ = false;
  bool may_renew_ = true;
  int attempts_ = 0;
  Moment begun_{0};
  Moment not_before_{0};
  MintReport report_;
  std::string hint_;
};

}  // namespace mage_lineage::delivery
