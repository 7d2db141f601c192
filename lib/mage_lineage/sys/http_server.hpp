#pragma once

#include <mage_lineage/core/result.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mage_lineage::sys {

/// One request as it came over a connection, already past the checks of HTTP itself.
struct ServedRequest {
  std::string method;  ///< as sent: methods are case-sensitive
  std::string target;  ///< path and query; begins with `/`, or is `*`
  std::vector<std::pair<std::string, std::string>> headers;  ///< names in lower case
  std::string body;
  std::shared_ptr<void> context;  ///< the handler's own: from judge_head to answered

  /// The first header with this (lower-case) name; nullptr when there is none.
  const std::string* header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
      if (key == name) return &value;
    }
    return nullptr;
  }
};

/// An answer. `Content-Length`, `Connection` and `Date` are the server's to write.
struct ServedResponse {
  int status = 200;
  /// Never untrusted text: a value that holds a control character turns the answer into a 500.
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const std::string>
      body;  ///< shared, so that a cached page is not copied; may be null
};

/// What is decided before a byte of the body is read.
struct HeadVerdict {
  std::optional<ServedResponse> answer;  ///< the answer, when no body is needed to give it
  std::size_t max_body = 0;              ///< else: a larger body is answered with 413
};

/// An answer at once, or later.
struct Handling {
  // NOLINTNEXTLINE(google-explicit-constructor): most handlers have their answer at once
  Handling(ServedResponse answer) : now(std::move(answer)) {}
  /// Long work, for one of the server's background threads; what it returns is the answer.
  explicit Handling(std::function<ServedResponse()> work) : later(std::move(work)) {}

  ServedResponse now;                     ///< meaningful without `later`
  std::function<ServedResponse()> later;  ///< null: the answer is there
};

/// How a request ended.
struct Answered {
  int status = 0;
  std::size_t body_bytes = 0;       ///< sent
  std::chrono::nanoseconds took{};  ///< from the request's first byte to the answer's last
};

/// Answers requests. Called from every thread of the server at once.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  /// With `request.body` empty, before the body is read.
  virtual HeadVerdict judge_head(ServedRequest& request) = 0;
  /// With the whole body.
  virtual Handling handle(ServedRequest& request) = 0;
  /// After every answer, the server's own refusals included, those of connections beyond the bound
  /// too: what was not read of the request is empty then.
  virtual void answered(const ServedRequest& /*request*/, const Answered& /*how*/) {}
};

struct ServerOptions {
  std::string listen = "127.0.0.1:0";  ///< `HOST:PORT` with a numeric host; `[::1]:0` for IPv6
  int threads = 1;
  int background_threads = 1;                         ///< for Handling::later
  std::size_t max_connections = 512;                  ///< those beyond are answered 503
  std::chrono::milliseconds idle_timeout{30'000};     ///< between requests of a connection
  std::chrono::milliseconds request_timeout{10'000};  ///< from a request's first byte to its last
  std::chrono::milliseconds response_timeout{30'000};
  std::chrono::milliseconds drain_timeout{10'000};  ///< for requests under way when it is stopped
  bool stop_on_signals = true;                      ///< SIGINT and SIGTERM stop it
  std::function<void()> on_hangup;  ///< called at SIGHUP, on the thread of run(); null: not heeded
};

/// A server that listens. Destroying it closes everything.
class HttpServer {
 public:
  virtual ~HttpServer() = default;
  /// The address that was bound, `127.0.0.1:43211`.
  virtual std::string address() const = 0;
  /// Serves until it is stopped; requests under way are finished first. Fails when the system does
  /// not give it its threads: it has stopped then.
  virtual Result<> run() = 0;
  /// From any thread.
  virtual void stop() = 0;
};

}  // namespace mage_lineage::sys
