#include <mage_lineage/delivery/sender.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/delivery/retry.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::delivery {
namespace {

using std::chrono::milliseconds;

constexpr int kFailuresBeforeStop = 3;
constexpr std::uint64_t kMintId = 0;  // requests of events count from 1
constexpr milliseconds kLongestPause{60'000};

std::string attempts_text(int attempts) {
  return attempts == 1 ? std::string() : " (" + std::to_string(attempts) + " attempts)";
}

}  // namespace

const char* to_string(Fate fate) {
  switch (fate) {
    case Fate::delivered:
      return "delivered";
    case Fate::rejected:
      return "rejected";
    case Fate::unknown:
      return "unknown";
    case Fate::not_sent:
      return "not_sent";
  }
  return "not_sent";
}

Sender::Sender(Route route, SendOptions options, sys::HttpClient& http, sys::Clock& clock,
               sys::Random& random)
    : route_(std::move(route)), options_(options), http_(http), clock_(clock), random_(random) {
  if (options_.max_time) end_within(*options_.max_time);
  cleaner_.hide(route_.bearer);
  cleaner_.hide(route_.mint_key);
  cleaner_.hide(route_.service_key);
}

bool Sender::has_room() const {
  const auto most = static_cast<std::size_t>(options_.max_connections) * 8;
  return waiting_.size() + under_way_.size() < most;
}

void Sender::offer(Delivery event) {
  Job job;
  job.receipt.number = offered_++;
  job.receipt.event = std::move(event);
  waiting_.push_back(std::move(job));
}

std::vector<Receipt> Sender::step(milliseconds patience) {
  if (out_of_time()) stop("the time for delivering ran out");
  if (!stopped_) start_requests();
  if (stopped_) give_up_waiting();
  if (done_.empty()) {
    const auto pause = until_next_start(patience);
    if (!under_way_.empty() || minting_) {
      for (auto& outcome : http_.wait(pause))
        take_outcome(std::move(outcome));
    } else if (!waiting_.empty()) {
      clock_.sleep(pause);
    }
    if (stopped_) give_up_waiting();
  }
  return std::exchange(done_, {});
}

void Sender::end_within(milliseconds time) {
  deadline_ = clock_.steady() + time;
}

void Sender::stop(std::string reason) {
  if (stopped_) return;
  stopped_ = true;
  stop_reason_ = std::move(reason);
}

bool Sender::out_of_time() const {
  return deadline_ && clock_.steady() >= *deadline_;
}

milliseconds Sender::request_timeout() const {
  if (!deadline_) return options_.timeout;
  const auto left = std::chrono::ceil<milliseconds>(*deadline_ - clock_.steady());
  return std::clamp(left, milliseconds(1), options_.timeout);
}

bool Sender::needs_token() const {
  return route_.mint && (!token_ || clock_.steady() >= token_->usable_until);
}

void Sender::start_requests() {
  const auto now = clock_.steady();
  const std::size_t window =
      answering_ ? static_cast<std::size_t>(std::max(1, options_.max_connections)) : 1;
  std::size_t place = 0;
  while (!minting_ && now >= pause_until_ && under_way_.size() < window &&
         place < waiting_.size()) {
    if (needs_token()) {
      if (now >= mint_not_before_) start_mint();
      return;
    }
    if (!may_start(waiting_[place], place)) {
      ++place;
      continue;
    }
    Job job = std::move(waiting_[place]);
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(place));
    start(std::move(job));
  }
}

bool Sender::may_start(const Job& job, std::size_t place) const {
  if (clock_.steady() < job.not_before) return false;
  const auto& event = job.receipt.event;
  if (event.group.empty()) return true;
  const auto before = [&event](const Job& other) {
    return other.receipt.event.group == event.group && other.receipt.event.step != event.step;
  };
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(place);
  return std::none_of(waiting_.begin(), end, before) &&
         std::none_of(under_way_.begin(), under_way_.end(),
                      [&before](const auto& entry) { return before(entry.second); });
}

void Sender::start(Job job) {
  job.begun = clock_.steady();
  job.token_number = token_ ? token_->number : 0;
  ++job.receipt.attempts;
  auto request =
      event_request(route_, job.receipt.event, token_ ? token_->minted.value : route_.bearer);
  request.timeout = request_timeout();
  const auto id = job.receipt.number + 1;
  under_way_.emplace(id, std::move(job));
  http_.submit(id, std::move(request));
}

void Sender::start_mint() {
  token_.reset();
  minting_ = true;
  ++mint_attempts_;
  mint_begun_ = clock_.steady();
  auto request = mint_request(route_);
  request.timeout = request_timeout();
  http_.submit(kMintId, std::move(request));
}

void Sender::take_outcome(sys::HttpOutcome outcome) {
  if (outcome.id == kMintId) {
    minting_ = false;
    take_mint_outcome(outcome);
    return;
  }
  const auto at = under_way_.find(outcome.id);
  if (at == under_way_.end()) return;
  Job job = std::move(at->second);
  under_way_.erase(at);
  job.receipt.took = outcome.took;
  job.maybe_there = job.maybe_there || outcome.repeated;
  if (outcome.response) {
    answering_ = true;
    failures_in_a_row_ = 0;
    take_answer(std::move(job), *outcome.response);
  } else {
    count_failure(outcome.failure, job.begun);
    take_failure(std::move(job), outcome.failure);
  }
}

void Sender::take_mint_outcome(const sys::HttpOutcome& outcome) {
  mint_report_.took = outcome.took;
  if (!outcome.response) {
    count_failure(outcome.failure, mint_begun_);
    mint_report_.problem = outcome.failure.message;
  } else if (outcome.response->status / 100 == 2) {
    failures_in_a_row_ = 0;
    auto minted = read_token(*outcome.response);
    if (!minted) {
      mint_report_.problem = minted.error().message;
      stop("no gateway token: " + minted.error().message);
      stop_hint_ = minted.error().hint;
      return;
    }
    cleaner_.hide(minted->value);
    mint_report_.problem.clear();
    ++mint_report_.minted;
    mint_attempts_ = 0;
    // Counted from the request: the server's clock began before its answer came.
    token_ = Token{std::move(*minted), {}, ++tokens_, false};
    token_->usable_until = mint_begun_ + token_->minted.usable_for();
    return;
  } else {
    failures_in_a_row_ = 0;
    mint_report_.problem = "the gateway answered " + describe_answer(*outcome.response, cleaner_) +
                           " to the mint request";
  }
  const auto* response = outcome.response ? &*outcome.response : nullptr;
  const bool again =
      response == nullptr ? !outcome.failure.certificate : is_worth_retrying(response->status);
  const auto pause = pause_before_retry(mint_attempts_, response);
  const auto next = clock_.steady() + pause;
  if (!again || mint_attempts_ >= options_.max_attempts || pause > kLongestPause ||
      (deadline_ && next >= *deadline_)) {
    stop("no gateway token: " + mint_report_.problem);
    stop_hint_ = "check MAGE_PRO_API_ENDPOINT and MAGE_PRO_API_API_KEY";
  }
  mint_not_before_ = next;
}

void Sender::take_answer(Job job, const sys::HttpResponse& response) {
  auto verdict = judge_answer(route_, response, cleaner_);
  auto& receipt = job.receipt;
  receipt.status = response.status;
  receipt.message = std::move(verdict.message);
  receipt.hint = std::move(verdict.hint);
  receipt.counts = verdict.counts;
  refusals_in_a_row_ = response.status == 401 ? refusals_in_a_row_ + 1 : 0;
  if (verdict.delivered) {
    if (token_ && token_->number == job.token_number) token_->proven = may_renew_ = true;
    finish(std::move(job), Fate::delivered);
    return;
  }
  if (response.status == 401 && renew_token_for(job)) {
    waiting_.push_front(std::move(job));
    return;
  }
  if (refusals_in_a_row_ >= kFailuresBeforeStop) {
    stop("the authorization was refused " + std::to_string(refusals_in_a_row_) + " times in a row");
    stop_hint_ = receipt.hint;
  }
  // A proxy's word that the server behind it gave no answer in time says nothing of the event.
  if (response.status == 502 || response.status == 504) job.maybe_there = true;
  if (is_worth_retrying(response.status)) {
    const auto pause = pause_before_retry(receipt.attempts, &response);
    const auto asked = retry_after(response, clock_.now());
    if (asked) pause_until_ = std::max(pause_until_, clock_.steady() + Moment(pause));
    if (retry(job, pause)) {
      waiting_.push_front(std::move(job));
      return;
    }
    if (asked && pause > kLongestPause)
      stop("the server asks to come back in " + format_duration(pause));
  }
  give_up(std::move(job), Fate::rejected);
}

void Sender::take_failure(Job job, const sys::HttpFailure& failure) {
  job.maybe_there = job.maybe_there || failure.stage == sys::HttpStage::sent;
  job.receipt.message = failure.message;
  job.receipt.hint =
      failure.certificate
          ? "give the CA that signed it with --cacert, SSL_CERT_FILE or CURL_CA_BUNDLE"
          : "";
  // The others wait as well: a server that is just coming back must not meet all of them at once.
  const auto pause = pause_before_retry(failures_in_a_row_, nullptr);
  pause_until_ = std::max(pause_until_, clock_.steady() + Moment(pause));
  if (!failure.certificate && retry(job, pause)) {
    waiting_.push_front(std::move(job));
    return;
  }
  give_up(std::move(job), job.receipt.status == 0 ? Fate::not_sent : Fate::rejected);
}

bool Sender::renew_token_for(Job& job) {
  if (!route_.mint || job.renewed || job.receipt.attempts >= options_.max_attempts) return false;
  if (token_ && token_->number == job.token_number) {
    if (!may_renew_) return false;
    may_renew_ = false;
    token_.reset();
  }
  job.renewed = true;
  refusals_in_a_row_ = 0;
  return !stopped_;
}

void Sender::count_failure(const sys::HttpFailure& failure, Moment begun) {
  answering_ = false;
  // Requests that were under way together fail together: that is one failure, not several.
  if (failures_in_a_row_ == 0 || begun >= last_failure_) ++failures_in_a_row_;
  last_failure_ = clock_.steady();
  if (failure.certificate) {
    stop(failure.message);
    stop_hint_ = "give the CA that signed it with --cacert, SSL_CERT_FILE or CURL_CA_BUNDLE";
  } else if (failures_in_a_row_ >= kFailuresBeforeStop) {
    stop(std::to_string(failures_in_a_row_) +
         " connections in a row failed, the last one: " + failure.message);
  }
}

bool Sender::retry(Job& job, milliseconds pause) {
  const auto next = clock_.steady() + pause;
  if (stopped_ || job.receipt.attempts >= options_.max_attempts || pause > kLongestPause ||
      (deadline_ && next >= *deadline_)) {
    return false;
  }
  job.not_before = next;
  return true;
}

milliseconds Sender::pause_before_retry(int attempts, const sys::HttpResponse* response) {
  const auto own = backoff(attempts, random_);
  if (response == nullptr) return own;
  return std::max(own, retry_after(*response, clock_.now()).value_or(milliseconds(0)));
}

void Sender::give_up(Job job, Fate fate) {
  if (job.maybe_there) fate = Fate::unknown;
  job.receipt.message += attempts_text(job.receipt.attempts);
  finish(std::move(job), fate);
}

void Sender::finish(Job job, Fate fate) {
  job.receipt.fate = fate;
  done_.push_back(std::move(job.receipt));
}

void Sender::give_up_waiting() {
  while (!waiting_.empty()) {
    Job job = std::move(waiting_.front());
    waiting_.pop_front();
    if (job.receipt.attempts == 0) {
      job.receipt.message = "not tried: " + stop_reason_;
      job.receipt.hint = stop_hint_;
      finish(std::move(job), Fate::not_sent);
    } else {
      give_up(std::move(job), job.receipt.status == 0 ? Fate::not_sent : Fate::rejected);
    }
  }
}

milliseconds Sender::until_next_start(milliseconds patience) const {
  if (waiting_.empty() || minting_) return patience;
  const auto now = clock_.steady();
  Moment next = Moment::max();
  for (const auto& job : waiting_)
    next = std::min(next, job.not_before);
  next = std::max(next, pause_until_);
  if (needs_token()) next = std::max(next, mint_not_before_);
  if (deadline_) next = std::min(next, *deadline_);
  // Something that may already start is held back by its order or the window: an outcome frees it.
  if (next <= now) return under_way_.empty() ? milliseconds(1) : patience;
  return std::min(patience, std::chrono::ceil<milliseconds>(next - now));
}

}  // namespace mage_lineage::delivery
