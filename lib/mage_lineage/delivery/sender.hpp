#pragma once

#include <mage_lineage/delivery/answer.hpp>
#include <mage_lineage/delivery/fate.hpp>
#include <mage_lineage/delivery/minter.hpp>
#include <mage_lineage/delivery/route.hpp>
#include <mage_lineage/sys/clock.hpp>
#include <mage_lineage/sys/http_client.hpp>
#include <mage_lineage/sys/random.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mage_lineage::delivery {

struct SendOptions {
  std::chrono::milliseconds timeout{5000};            ///< for each request
  std::optional<std::chrono::milliseconds> max_time;  ///< for everything; nullopt: no bound
  int max_attempts = 3;                               ///< requests for one event
  int max_connections = 8;                            ///< requests under way at once
};

/// Delivers events over one route and finds out the fate of each (contracts, section 6). It is
/// driven by its owner: offer events while it has room, step until it is idle. Not safe for several
/// threads.
///
/// It begins with one request, and has several under way once the server has answered: a dead
/// backend costs three connection failures, however many events there are. After three in a row,
/// after a certificate that is not trusted, after three refused authorizations in a row, or when
/// the time is up, it stops: what is left is given back without being tried.
class Sender {
 public:
  Sender(Route route, SendOptions options, sys::HttpClient& http, sys::Clock& clock,
         sys::Random& random);
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  /// True when another event may be offered without letting many pile up.
  bool has_room() const;
  void offer(Delivery event);

  /// Advances, waiting at most `patience` for something to happen; the events that came to their
  /// end.
  std::vector<Receipt> step(std::chrono::milliseconds patience);

  /// Nothing is offered that has not come to its end.
  bool idle() const { return waiting_.empty() && under_way_.empty() && done_.empty(); }

  /// Bounds the time from now on; replaces an earlier bound.
  void end_within(std::chrono::milliseconds time);

  /// Begins no further request. Those under way still come to their end.
  void stop(std::string reason);
  bool stopped() const { return stopped_; }
  const std::string& stop_reason() const { return stop_reason_; }

  const Route& route() const { return route_; }
  const MintReport& mint_report() const { return minter_.report(); }

 private:
  using Moment = Minter::Moment;

  /// One event and what its attempts told.
  struct Job {
    Receipt receipt;
    Moment not_before{0};
    Moment begun{0};
    bool maybe_there = false;  ///< some attempt went out and was not answered
    bool renewed = false;      ///< it was already refused with a token that was then replaced
    int token_number = 0;      ///< which minted token it went out with
  };

  void start_requests();
  void start_mint();
  bool may_start(const Job& job, std::size_t place) const;
  void start(Job job);
  void stop_for(std::string reason, std::string hint);
  std::chrono::milliseconds request_timeout() const;

  void take_outcome(sys::HttpOutcome outcome);
  void take_mint_outcome(const sys::HttpOutcome& outcome);
  void take_answer(Job job, const sys::HttpResponse& response);
  void take_failure(Job job, const sys::HttpFailure& failure);
  bool renew_token_for(Job& job);
  void count_failure(const sys::HttpFailure& failure, Moment begun);
  /// Whether another attempt at `next` is within all bounds.
  bool may_try_again(int attempts, std::chrono::milliseconds pause) const;
  bool retry(Job& job, std::chrono::milliseconds pause);
  std::chrono::milliseconds pause_before_retry(int attempts, const sys::HttpResponse* response);

  void finish(Job job, Fate fate);
  void give_up(Job job);
  void give_up_waiting();
  bool out_of_time() const;
  std::chrono::milliseconds until_next_start(std::chrono::milliseconds patience) const;

  Route route_;
  SendOptions options_;
  sys::HttpClient& http_;
  sys::Clock& clock_;
  sys::Random& random_;
  Cleaner cleaner_;
  std::optional<Moment> deadline_;

  std::uint64_t offered_ = 0;
  std::deque<Job> waiting_;
  std::map<std::uint64_t, Job> under_way_;  ///< by the request's id
  std::vector<Receipt> done_;

  bool answering_ = false;  ///< the last thing heard of the server was an answer
  int failures_in_a_row_ = 0;
  Moment last_failure_{0};
  int refusals_in_a_row_ = 0;  ///< 401
  Moment pause_until_{0};
  bool stopped_ = false;
  std::string stop_reason_;
  std::string stop_hint_;

  Minter minter_;
  std::optional<sys::HttpRequest> pattern_;  ///< of the events' requests
  int pattern_token_ = 0;                    ///< the token in it
};

}  // namespace mage_lineage::delivery
