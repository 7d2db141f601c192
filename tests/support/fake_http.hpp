#pragma once

#include <mage_lineage/sys/http_client.hpp>

#include <algorithm>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <support/fake_clock.hpp>

namespace test_support {

/// What a fake server does with one request.
struct FakeAnswer {
  int status = 200;  ///< 0: no answer, see `failure`
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  mage_lineage::sys::HttpFailure failure;
  std::chrono::milliseconds took{10};
  bool whole = true;
  bool repeated = false;
};

inline FakeAnswer answered(int status, std::string body = {},
                           std::vector<std::pair<std::string, std::string>> headers = {}) {
  FakeAnswer answer;
  answer.status = status;
  answer.body = std::move(body);
  answer.headers = std::move(headers);
  return answer;
}

inline FakeAnswer failed(mage_lineage::sys::HttpStage stage, std::string message,
                         std::chrono::milliseconds took = std::chrono::milliseconds(10)) {
  FakeAnswer answer;
  answer.status = 0;
  answer.failure.stage = stage;
  answer.failure.message = std::move(message);
  answer.took = took;
  return answer;
}

/// A server in memory: each request is answered by `server`, in the order in which the answers are
/// due on the clock.
class FakeHttp final : public mage_lineage::sys::HttpClient {
 public:
  using Server = std::function<FakeAnswer(const mage_lineage::sys::HttpRequest&)>;

  FakeHttp(FakeClock& clock, Server server) : clock_(clock), server_(std::move(server)) {}

  void submit(std::uint64_t id, mage_lineage::sys::HttpRequest request) override {
    auto answer = server_(request);
    if (answer.took > request.timeout) {
      answer = failed(mage_lineage::sys::HttpStage::sent, "no answer in time", request.timeout);
      answer.failure.timed_out = true;
    }
    under_way_.push_back({id, clock_.steady() + answer.took, std::move(answer), request.body});
    requests.push_back(std::move(request));
    most_at_once = std::max(most_at_once, under_way_.size());
  }

  std::vector<mage_lineage::sys::HttpOutcome> wait(std::chrono::milliseconds patience) override {
    const auto first = std::min_element(under_way_.begin(), under_way_.end(),
                                        [](const auto& a, const auto& b) { return a.due < b.due; });
    if (first == under_way_.end()) return {};
    const auto left = first->due - clock_.steady();
    if (left > patience) {
      clock_.advance(patience);
      return {};
    }
    if (left.count() > 0) clock_.advance(left);
    mage_lineage::sys::HttpOutcome outcome;
    outcome.id = first->id;
    outcome.took = first->answer.took;
    outcome.repeated = first->answer.repeated;
    outcome.failure = first->answer.failure;
    outcome.sent_body = first->body;
    if (first->answer.status != 0) {
      outcome.response = mage_lineage::sys::HttpResponse{
          first->answer.status, first->answer.headers, first->answer.body, first->answer.whole};
    }
    under_way_.erase(first);
    return {outcome};
  }

  mage_lineage::sys::HttpProbe probe(const std::string&, std::chrono::milliseconds) override {
    return probe_result;
  }

  std::vector<mage_lineage::sys::HttpRequest> requests;
  std::size_t most_at_once = 0;
  mage_lineage::sys::HttpProbe probe_result;

 private:
  struct UnderWay {
    std::uint64_t id;
    std::chrono::nanoseconds due;
    FakeAnswer answer;
    std::string body;
  };
  FakeClock& clock_;
  Server server_;
  std::vector<UnderWay> under_way_;
};

}  // namespace test_support
