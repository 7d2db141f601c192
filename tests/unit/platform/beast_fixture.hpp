#pragma once

#include <mage_lineage/platform/beast_server.hpp>

#include <doctest/doctest.h>
#include <support/raw_client.hpp>

#include <atomic>
#include <csignal>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/// A server in this process and a handler that tells what it got.
namespace beast_fixture {

using mage_lineage::platform::open_beast_server;
using mage_lineage::sys::Answered;
using mage_lineage::sys::Handling;
using mage_lineage::sys::HeadVerdict;
using mage_lineage::sys::ServedRequest;
using mage_lineage::sys::ServedResponse;
using mage_lineage::sys::ServerOptions;
using std::chrono::milliseconds;
using test_support::RawClient;

/// Says what it got; `/secret` is refused before the body is read; `/slow` on its connection's own
/// thread and `/later` in the background wait until they are released.
class Echo final : public mage_lineage::sys::HttpHandler {
 public:
  HeadVerdict judge_head(ServedRequest& request) override {
    if (request.target != "/secret") return {std::nullopt, 1000};
    ServedResponse refused;
    refused.status = 401;
    return {refused, 0};
  }
  Handling handle(ServedRequest& request) override {
    ++handled;
    while (request.target == "/slow" && !released)
      std::this_thread::yield();
    if (request.target == "/later") {
      return Handling([this] {
        while (!released)
          std::this_thread::yield();
        return ServedResponse{201, {}, nullptr};
      });
    }
    if (request.target == "/fault") {
      return Handling([]() -> ServedResponse { throw std::runtime_error("a fault"); });
    }
    if (request.target == "/inject")
      return ServedResponse{200, {{"X-A", "b\r\nX-Evil: 1"}}, nullptr};
    return ServedResponse{200,
                          {{"Content-Type", "text/plain"}},
                          std::make_shared<const std::string>(request.method + " " +
                                                              request.target + " " + request.body)};
  }
  void answered(const ServedRequest& request, const Answered& how) override {
    const std::lock_guard lock(mutex);
    told.push_back(request.target + " " + std::to_string(how.status) + " " +
                   std::to_string(how.body_bytes));
  }
  std::atomic<int> handled{0};
  std::atomic<bool> released{false};
  std::mutex mutex;
  std::vector<std::string> told;
};

/// A running server.
class Served {
 public:
  explicit Served(ServerOptions options = {}) {
    options.stop_on_signals = false;
    auto opened = open_beast_server(options, echo);
    REQUIRE(opened.has_value());
    server_ = std::move(*opened);
    thread_ = std::thread([this] { CHECK(server_->run().has_value()); });
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;
  ~Served() { stop(); }
  void stop() {
    server_->stop();
    if (thread_.joinable()) thread_.join();
  }
  void begin_stop() { server_->stop(); }
  int port() const {
    const auto address = server_->address();
    return std::stoi(address.substr(address.rfind(':') + 1));
  }
  Echo echo;

 private:
  std::unique_ptr<mage_lineage::sys::HttpServer> server_;
  std::thread thread_;
};

inline std::string status_of(const std::string& answer) {
  return answer.substr(0, answer.find(' ', 9));
}

inline const std::string kHost = "Host: x\r\n";

}  // namespace beast_fixture
