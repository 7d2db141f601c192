#include <mage_lineage/platform/curl_client.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/curl_api.hpp>
#include <mage_lineage/platform/curl_transfer.hpp>
#include <mage_lineage/platform/module.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <thread>

namespace mage_lineage::platform {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class CurlClient final : public sys::HttpClient {
 public:
  CurlClient(const CurlApi& curl, CurlTrust trust, int max_connections)
      : curl_(curl),
        trust_(std::move(trust)),
        limit_(static_cast<std::size_t>(std::max(1, max_connections))),
        multi_(curl.multi_init()) {
    curl_.multi_setopt(multi_, CURLMOPT_MAXCONNECTS, static_cast<long>(limit_));
    curl_.multi_setopt(multi_, CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_NOTHING));
  }
  CurlClient(const CurlClient&) = delete;
  CurlClient& operator=(const CurlClient&) = delete;

  ~CurlClient() override {
    for (const auto& [easy, transfer] : active_)
      curl_.multi_remove_handle(multi_, easy);
    active_.clear();
    idle_.clear();
    curl_.multi_cleanup(multi_);
  }

  void submit(std::uint64_t id, sys::HttpRequest request) override {
    waiting_.push_back({id, std::move(request)});
    start_waiting();
  }

  std::vector<sys::HttpOutcome> wait(milliseconds patience) override {
    const auto until = steady_clock::now() + patience;
    while (true) {
      int running = 0;
      curl_.multi_perform(multi_, &running);
      auto ended = collect();
      start_waiting();
      if (!ended.empty() || active_.empty()) return ended;
      const auto left = std::chrono::ceil<milliseconds>(until - steady_clock::now()).count();
      if (left <= 0) return ended;
      constexpr long long kLongestPoll = 1000;
      const int poll = static_cast<int>(std::min<long long>(left, kLongestPoll));
      if (curl_.multi_poll(multi_, nullptr, 0, poll, nullptr) != CURLM_OK) {
        std::this_thread::sleep_for(milliseconds(1));  // a signal came: nothing is lost
      }
    }
  }

  sys::HttpProbe probe(const std::string& url, milliseconds timeout) override {
    sys::HttpRequest request;
    request.method = "HEAD";
    request.url = url;
    request.timeout = timeout;
    CurlTransfer transfer(curl_);
    transfer.prepare(0, std::move(request), trust_);
    transfer.stop_before_request();
    const CURLcode code = curl_.easy_perform(transfer.easy());
    return transfer.probe_result(code);
  }

 private:
  struct Waiting {
    std::uint64_t id = 0;
    sys::HttpRequest request;
  };

  void start_waiting() {
    while (!waiting_.empty() && active_.size() < limit_) {
      auto transfer = take_idle();
      transfer->prepare(waiting_.front().id, std::move(waiting_.front().request), trust_);
      waiting_.pop_front();
      CURL* easy = transfer->easy();
      curl_.multi_add_handle(multi_, easy);
      active_.emplace(easy, std::move(transfer));
    }
  }

  std::unique_ptr<CurlTransfer> take_idle() {
    if (idle_.empty()) return std::make_unique<CurlTransfer>(curl_);
    auto transfer = std::move(idle_.back());
    idle_.pop_back();
    return transfer;
  }

  std::vector<sys::HttpOutcome> collect() {
    std::vector<sys::HttpOutcome> ended;
    int left = 0;
    while (const CURLMsg* message = curl_.multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode code = message->data.result;
      const auto at = active_.find(message->easy_handle);
      if (at == active_.end()) continue;
      auto transfer = std::move(at->second);
      active_.erase(at);
      curl_.multi_remove_handle(multi_, transfer->easy());
      ended.push_back(transfer->outcome(code));
      idle_.push_back(std::move(transfer));
    }
    return ended;
  }

  const CurlApi& curl_;
  CurlTrust trust_;
  std::size_t limit_;
  CURLM* multi_;
  std::deque<Waiting> waiting_;
  std::map<CURL*, std::unique_ptr<CurlTransfer>> active_;
  std::vector<std::unique_ptr<CurlTransfer>> idle_;
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
  const auto address = open_module("mage-lineage-curl", kCurlApiSymbol);
  if (!address) return fail(address.error());
  const auto* api = static_cast<const CurlApi*>(*address);
  if (api->layout != kCurlApiLayout || api->global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return fail(ErrorCode::io, "the module \"mage-lineage-curl\" belongs to another version",
                "install mage-lineage and its packages again");
  }
  loaded = api;
  return loaded;
}

}  // namespace

Result<std::unique_ptr<sys::HttpClient>> open_curl_client(const sys::HttpClientOptions& options,
                                                          const sys::Environment& environment) {
  const auto curl = load_curl();
  if (!curl) return fail(curl.error());
  return std::make_unique<CurlClient>(**curl, choose_trust(options.ca_file, environment),
                                      options.max_connections);
}

}  // namespace mage_lineage::platform
