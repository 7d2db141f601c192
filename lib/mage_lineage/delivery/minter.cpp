#include <mage_lineage/delivery/minter.hpp>

#include <mage_lineage/delivery/retry.hpp>

#include <utility>

namespace mage_lineage::delivery {
namespace {

/// What usually lies behind a token that is not given; 0: there was no answer.
std::string hint_for(int status) {
  if (status == 0 || status == 404) return "check MAGE_PRO_API_ENDPOINT";
  return "check MAGE_PRO_API_API_KEY and AUTOPILOT_LINEAGE_TENANT_ID";
}

}  // namespace

bool Minter::is_needed(Moment now) const {
  return route_.mint && (!token_ || now >= usable_until_);
}

sys::HttpRequest Minter::begin(Moment now) {
  token_.reset();
  under_way_ = true;
  ++attempts_;
  begun_ = now;
  return mint_request(route_);
}

Minter::Next Minter::take(const sys::HttpOutcome& outcome, Cleaner& cleaner) {
  under_way_ = false;
  report_.took = outcome.took;
  report_.status = outcome.response ? outcome.response->status : 0;
  hint_ = hint_for(report_.status);
  if (!outcome.response) {
    report_.problem = outcome.failure.message;
    return outcome.failure.certificate ? Next::hopeless : Next::again;
  }
  const int status = report_.status;
  if (status / 100 != 2) {
    report_.problem = "the gateway answered " + describe_answer(*outcome.response, cleaner) +
                      " to the mint request";
    return is_worth_retrying(status) ? Next::again : Next::hopeless;
  }
  auto minted = read_token(*outcome.response);
  if (!minted) {
    report_.problem = minted.error().message;
    hint_ = minted.error().hint;
    return Next::hopeless;
  }
  cleaner.hide(minted->value);
  report_.problem.clear();
  ++report_.minted;
  attempts_ = 0;
  ++number_;
  // Counted from the request: the server's clock began before its answer came.
  usable_until_ = begun_ + minted->usable_for();
  token_ = std::move(*minted);
  return Next::ready;
}

bool Minter::renew(int number) {
  if (!token_ || number_ != number) return true;
  if (!may_renew_) return false;
  may_renew_ = false;
  token_.reset();
  return true;
}

}  // namespace mage_lineage::delivery
