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
constexpr const char* kTrustHint =
    "give the CA that signed it with --cacert, SSL_CERT_FILE or CURL_CA_BUNDLE";

std::string attempts_text(int attempts) {
  return attempts == 1 ? std::string() : " (" + std::to_string(attempts) + " attempts)";
}

}  // namespace

Sender::Sender(Route route, SendOptions options, sys::HttpClient& http, sys::Clock& clock,
               sys::Random& random)
    : route_(std::move(route)),
      options_(options),
      http_(http),
      clock_(clock),
      random_(random),
      cleaner_(Cleaner::for_route(route_)),
      minter_(route_) {
  if (options_.max_time) end_within(*options_.max_time);
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
    if (!under_way_.empty() || minter_.is_under_way()) {
      for (auto& outcome : http_.wait(pause))
        take_outcome(std::move(outcome));
      // At once: the owner's work then goes on beside the server's.
      if (!stopped_ && !out_of_time()) start_requests();
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
  stop_for(std::move(reason), {});
}

void Sender::stop_for(std::string reason, std::string hint) {
  if (!stopped_) stop_reason_ = std::move(reason);
  stopped_ = true;
  if (stop_hint_.empty()) stop_hint_ = std::move(hint);
}

bool Sender::out_of_time() const {
  return deadline_ && clock_.steady() >= *deadline_;
}

milliseconds Sender::request_timeout() const {
  if (!deadline_) return options_.timeout;
  const auto left = std::chrono::ceil<milliseconds>(*deadline_ - clock_.steady());
  return std::clamp(left, milliseconds(1), options_.timeout);
}

void Sender::start_requests() {
  const auto now = clock_.steady();
  const std::size_t window =
      answering_ ? static_cast<std::size_t>(std::max(1, options_.max_connections)) : 1;
  std::size_t place = 0;
  while (!minter_.is_under_way() && now >= pause_until_ && under_way_.size() < window &&
         place < waiting_.size()) {
    if (minter_.is_needed(now)) {
      if (now >= minter_.not_before()) start_mint();
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
  job.token_number = minter_.number();
  ++job.receipt.attempts;
  if (!pattern_ || pattern_token_ != job.token_number) {
    pattern_ = event_pattern(route_, minter_.bearer());
    pattern_token_ = job.token_number;
  }
  auto& event = job.receipt.event;  // lends its body, until the outcome gives it back
  auto request = event_request(route_, *pattern_, event.id, std::move(event.body));
  request.timeout = request_timeout();
  const auto id = job.receipt.number + 1;
  under_way_.emplace(id, std::move(job));
  http_.submit(id, std::move(request));
}

void Sender::start_mint() {
  auto request = minter_.begin(clock_.steady());
  request.timeout = request_timeout();
  http_.submit(kMintId, std::move(request));
}

void Sender::take_outcome(sys::HttpOutcome outcome) {
  if (outcome.id == kMintId) return take_mint_outcome(outcome);
  const auto at = under_way_.find(outcome.id);
  if (at == under_way_.end()) return;
  Job job = std::move(at->second);
  under_way_.erase(at);
  job.receipt.event.body = std::move(outcome.sent_body);
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
  const auto next = minter_.take(outcome, cleaner_);
  if (outcome.response) {
    failures_in_a_row_ = 0;
  } else {
    count_failure(outcome.failure, minter_.begun());
  }
  if (next == Minter::Next::ready) return;
  const auto* response = outcome.response ? &*outcome.response : nullptr;
  const auto pause = pause_before_retry(minter_.attempts(), response);
  if (next == Minter::Next::hopeless || !may_try_again(minter_.attempts(), pause)) {
    stop_for("no gateway token: " + minter_.report().problem, minter_.hint());
  }
  minter_.wait_until(clock_.steady() + pause);
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
    minter_.prove(job.token_number);
    finish(std::move(job), Fate::delivered);
    return;
  }
  if (response.status == 401 && renew_token_for(job)) {
    waiting_.push_front(std::move(job));
    return;
  }
  if (refusals_in_a_row_ >= kFailuresBeforeStop) {
    stop_for(
        "the authorization was refused " + std::to_string(refusals_in_a_row_) + " times in a row",
        receipt.hint);
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
  give_up(std::move(job));
}

void Sender::take_failure(Job job, const sys::HttpFailure& failure) {
  job.maybe_there = job.maybe_there || failure.stage == sys::HttpStage::sent;
  job.receipt.message = failure.message;
  job.receipt.hint = failure.certificate ? kTrustHint : "";
  // The others wait as well: a server that is just coming back must not meet all of them at once.
  const auto pause = pause_before_retry(failures_in_a_row_, nullptr);
  pause_until_ = std::max(pause_until_, clock_.steady() + Moment(pause));
  if (!failure.certificate && retry(job, pause)) {
    waiting_.push_front(std::move(job));
    return;
  }
  give_up(std::move(job));
}

bool Sender::renew_token_for(Job& job) {
  if (!route_.mint || job.renewed || job.receipt.attempts >= options_.max_attempts) return false;
  if (!minter_.renew(job.token_number)) return false;
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
    stop_for(failure.message, kTrustHint);
  } else if (failures_in_a_row_ >= kFailuresBeforeStop) {
    stop(std::to_string(failures_in_a_row_) +
         " connections in a row failed, the last one: " + failure.message);
  }
}

bool Sender::may_try_again(int attempts, milliseconds pause) const {
  return !stopped_ && attempts < options_.max_attempts && pause <= kLongestPause &&
         !(deadline_ && clock_.steady() + pause >= *deadline_);
}

bool Sender::retry(Job& job, milliseconds pause) {
  if (!may_try_again(job.receipt.attempts, pause)) return false;
  job.not_before = clock_.steady() + pause;
  return true;
}

milliseconds Sender::pause_before_retry(int attempts, const sys::HttpResponse* response) {
  const auto own = backoff(attempts, random_);
  if (response == nullptr) return own;
  return std::max(own, retry_after(*response, clock_.now()).value_or(milliseconds(0)));
}

void Sender::give_up(Job job) {
  const Fate fate = job.maybe_there           ? Fate::unknown
                    : job.receipt.status == 0 ? Fate::not_sent
                                              : Fate::rejected;
  job.receipt.message += attempts_text(job.receipt.attempts);
  if (fate == Fate::unknown) {
    job.receipt.hint = "it may have arrived: look there before it is sent again";
  }
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
      give_up(std::move(job));
    }
  }
}

milliseconds Sender::until_next_start(milliseconds patience) const {
  if (waiting_.empty() || minter_.is_under_way()) return patience;
  const auto now = clock_.steady();
  Moment next = Moment::max();
  for (const auto& job : waiting_)
    next = std::min(next, job.not_before);
  next = std::max(next, pause_until_);
  if (minter_.is_needed(now)) next = std::max(next, minter_.not_before());
  if (deadline_) next = std::min(next, *deadline_);
  // Something that may already start is held back by its order or the window: an outcome frees it.
  if (next <= now) return under_way_.empty() ? milliseconds(1) : patience;
  return std::min(patience, std::chrono::ceil<milliseconds>(next - now));
}

}  // namespace mage_lineage::delivery
