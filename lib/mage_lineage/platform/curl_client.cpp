#include <mage_lineage/platform/curl_client.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/curl_api.hpp>
#include <mage_lineage/platform/curl_transfer.hpp>
#include <mage_lineage/platform/module.hpp>

#include <poll.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>

namespace mage_lineage::platform {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// Drives libcurl by the events of its sockets. That saves it from looking at every connection
/// whenever one of them has something to tell.
class CurlClient final : public sys::HttpClient {
 public:
  CurlClient(const CurlApi& curl, CurlTrust trust, int max_connections)
      : curl_(curl),
        trust_(std::move(trust)),
        limit_(static_cast<std::size_t>(std::max(1, max_connections))),
        multi_(curl.multi_init()) {
    set(CURLMOPT_MAXCONNECTS, static_cast<long>(limit_));
    set(CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
    set(CURLMOPT_SOCKETFUNCTION, &CurlClient::on_socket);
    set(CURLMOPT_SOCKETDATA, this);
    set(CURLMOPT_TIMERFUNCTION, &CurlClient::on_timer);
    set(CURLMOPT_TIMERDATA, this);
  }
  CurlClient(const CurlClient&) = delete;
  CurlClient& operator=(const CurlClient&) = delete;

  ~CurlClient() override {
    for (const auto& transfer : transfers_)
      curl_.multi_remove_handle(multi_, transfer->easy());
    transfers_.clear();
    curl_.multi_cleanup(multi_);
  }

  void submit(std::uint64_t id, sys::HttpRequest request) override {
    waiting_.push_back({id, std::move(request)});
    start_waiting();
  }

  std::vector<sys::HttpOutcome> wait(milliseconds patience) override {
    const auto until = steady_clock::now() + patience;
    while (true) {
      auto ended = collect();
      start_waiting();
      std::move(failed_.begin(), failed_.end(), std::back_inserter(ended));
      failed_.clear();
      if (!ended.empty() || active_ == 0) return ended;
      const auto now = steady_clock::now();
      if (now >= until) return ended;
      await(std::min(until, timer_.value_or(until)) - now);
    }
  }

  sys::HttpProbe probe(const std::string& url, milliseconds timeout) override {
    sys::HttpRequest request;
    request.method = "HEAD";
    request.url = url;
    request.timeout = timeout;
    CurlTransfer transfer(curl_);
    if (!transfer.prepare(0, std::move(request), trust_)) {
      sys::HttpProbe probe;
      probe.problem = transfer.not_begun().failure.message;
      return probe;
    }
    transfer.stop_before_request();
    const CURLcode code = curl_.easy_perform(transfer.easy());
    return transfer.probe_result(code);
  }

 private:
  struct Waiting {
    std::uint64_t id = 0;
    sys::HttpRequest request;
  };

  template <class T>
  void set(CURLMoption option, T value) {
    curl_.multi_setopt(multi_, option, value);
  }

  static int on_socket(CURL*, curl_socket_t socket, int what, void* self, void*) {
    auto& sockets = static_cast<CurlClient*>(self)->sockets_;
    const auto at = std::find_if(sockets.begin(), sockets.end(),
                                 [socket](const pollfd& p) { return p.fd == socket; });
    if (what == CURL_POLL_REMOVE) {
      if (at != sockets.end()) sockets.erase(at);
      return 0;
    }
    const auto in = (what & CURL_POLL_IN) != 0 ? POLLIN : 0;
    const auto out = (what & CURL_POLL_OUT) != 0 ? POLLOUT : 0;
    pollfd& entry = at == sockets.end() ? sockets.emplace_back() : *at;
    entry = {socket, static_cast<short>(in | out), 0};
    return 0;
  }

  static int on_timer(CURLM*, long in, void* self) {
    auto& timer = static_cast<CurlClient*>(self)->timer_;
    timer.reset();
    if (in >= 0) timer = steady_clock::now() + milliseconds(in);
    return 0;
  }

  void act(curl_socket_t socket, int what) {
    int running = 0;
    curl_.multi_socket_action(multi_, socket, what, &running);
  }

  void heed_timer() {
    if (!timer_ || *timer_ > steady_clock::now()) return;
    timer_.reset();
    act(CURL_SOCKET_TIMEOUT, 0);
  }

  /// Waits for a socket or the timer, and lets libcurl do what is to be done then.
  void await(steady_clock::duration most) {
    constexpr long long kLongest = 1000;
    const auto left = std::chrono::ceil<milliseconds>(most).count();
    const int timeout = static_cast<int>(std::clamp<long long>(left, 0, kLongest));
    ready_ = sockets_;  // libcurl changes the original
    // Negative when a signal came: nothing is lost.
    if (::poll(ready_.data(), ready_.size(), timeout) > 0) {
      for (const pollfd& socket : ready_) {
        const auto is = [&socket](int events) { return (socket.revents & events) != 0; };
        const int what = (is(POLLIN | POLLHUP) ? CURL_CSELECT_IN : 0) |
                         (is(POLLOUT) ? CURL_CSELECT_OUT : 0) |
                         (is(POLLERR | POLLNVAL) ? CURL_CSELECT_ERR : 0);
        if (what != 0) act(socket.fd, what);
      }
    }
    heed_timer();
  }

  void start_waiting() {
    if (waiting_.empty() || active_ == limit_) return;
    while (!waiting_.empty() && active_ < limit_) {
      CurlTransfer& transfer = take_idle();
      const bool ready =
          transfer.prepare(waiting_.front().id, std::move(waiting_.front().request), trust_);
      waiting_.pop_front();
      if (ready && curl_.multi_add_handle(multi_, transfer.easy()) == CURLM_OK) {
        ++active_;
      } else {
        failed_.push_back(transfer.not_begun());
        idle_.push_back(&transfer);
      }
    }
    heed_timer();  // libcurl begins a transfer when its timer says so: at once
  }

  CurlTransfer& take_idle() {
    if (idle_.empty()) return *transfers_.emplace_back(std::make_unique<CurlTransfer>(curl_));
    CurlTransfer& transfer = *idle_.back();
    idle_.pop_back();
    return transfer;
  }

  std::vector<sys::HttpOutcome> collect() {
    std::vector<sys::HttpOutcome> ended;
    int left = 0;
    while (const CURLMsg* message = curl_.multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      char* owner = nullptr;
      curl_.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
      auto& transfer = *static_cast<CurlTransfer*>(static_cast<void*>(owner));
      curl_.multi_remove_handle(multi_, transfer.easy());
      --active_;
      ended.push_back(transfer.outcome(code));
      idle_.push_back(&transfer);
    }
    return ended;
  }

  const CurlApi& curl_;
  CurlTrust trust_;
  std::size_t limit_;
  CURLM* multi_;
  std::deque<Waiting> waiting_;
  std::vector<std::unique_ptr<CurlTransfer>> transfers_;
  std::vector<CurlTransfer*> idle_;
  std::size_t active_ = 0;
  std::vector<sys::HttpOutcome> failed_;  ///< those that could not even begin
  std::vector<pollfd> sockets_;           ///< what libcurl waits for
  std::vector<pollfd> ready_;
  std::optional<steady_clock::time_point> timer_;  ///< when libcurl wants to be called
};

std::string named(const sys::Environment& environment, std::string_view name) {
  return std::string(text::trim(sys::get(environment, name).value_or("")));
}

CurlTrust choose_trust(const std::string& ca_file, const sys::Environment& environment) {
  CurlTrust trust;
  trust.file = ca_file.empty() ? named(environment, "CURL_CA_BUNDLE") : ca_file;
  if (!trust.file.empty()) return trust;
  trust.file = named(environment, "SSL_CERT_FILE");
  trust.folder = named(environment, "SSL_CERT_DIR");
  return trust;
}

Result<const CurlApi*> load_curl() {
  static const CurlApi* loaded = nullptr;
  if (loaded != nullptr) return loaded;
  const auto address = open_module("mage-lineage-curl", kCurlApiSymbol, kCurlApiLayout);
  if (!address) return fail(address.error());
  const auto* api = static_cast<const CurlApi*>(*address);
  if (const auto code = api->global_init(CURL_GLOBAL_DEFAULT); code != CURLE_OK) {
    return fail(ErrorCode::io, std::string("libcurl cannot be used: ") + api->easy_strerror(code));
  }
  loaded = api;
  return loaded;
}

}  // namespace

std::unique_ptr<sys::HttpClient> make_curl_client(const CurlApi& curl, CurlTrust trust,
                                                  int max_connections) {
  return std::make_unique<CurlClient>(curl, std::move(trust), max_connections);
}

Result<std::unique_ptr<sys::HttpClient>> open_curl_client(const sys::HttpClientOptions& options,
                                                          const sys::Environment& environment) {
  const auto curl = load_curl();
  if (!curl) return fail(curl.error());
  return make_curl_client(**curl, choose_trust(options.ca_file, environment),
                          options.max_connections);
}

}  // namespace mage_lineage::platform
