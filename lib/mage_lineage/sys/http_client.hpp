#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/secret.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mage_lineage::sys {

/// One HTTP request. No redirect is ever followed. Header names and values hold no line breaks.
struct HttpRequest {
  std::string method = "POST";
  std::string url;  ///< absolute http or https URL, without user information
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<std::pair<std::string, Secret>> secret_headers;  ///< the whole value, `Bearer …`
  std::string body;
  std::chrono::milliseconds timeout{5000};  ///< for the whole exchange, name lookup included
  std::size_t max_response_bytes = std::size_t{1} << 20U;
};

struct HttpResponse {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  ///< names in lower case
  std::string body;                                          ///< cut at max_response_bytes
  bool whole = true;  ///< false when the body was cut, or broke off before its end

  /// The first header with this (lower-case) name; nullptr when there is none.
  const std::string* header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
      if (key == name) return &value;
    }
    return nullptr;
  }
};

/// How far a request came before it failed: what a sender may conclude from it.
enum class HttpStage {
  resolve,  ///< the host's name has no address
  connect,  ///< no TCP connection
  tls,      ///< the handshake or the certificate failed
  sent,     ///< (part of) the request may have gone out, and no whole head of an answer came back
};

struct HttpFailure {
  HttpStage stage = HttpStage::connect;
  bool timed_out = false;
  bool certificate =
      false;  ///< the peer's certificate or the CA file was refused: no use in trying again
  std::string message;  ///< one sentence, lower case, untrusted parts already escaped
};

/// The end of one request: an answer of the server (status and headers at least), or the failure to
/// get one.
struct HttpOutcome {
  std::uint64_t id = 0;
  std::optional<HttpResponse> response;
  HttpFailure failure;  ///< meaningful without a response, or with one that is not whole
  /// The request went out more than once: a reused connection turned out to be dead. What became of
  /// the first time is not known, whatever the answer says.
  bool repeated = false;
  std::chrono::milliseconds took{0};
  std::string sent_body;  ///< the request's body, given back
};

/// What a connection attempt without a request proved.
struct HttpProbe {
  bool resolved = false;
  bool connected = false;
  bool secured = false;  ///< TLS handshake and certificate; false for plain http
  std::string address;   ///< the peer's address when connected
  std::string problem;   ///< the sentence for the first step that failed
  std::chrono::milliseconds took{0};
};

/// Sends HTTP requests, several at a time. Not safe for use from several threads.
class HttpClient {
 public:
  virtual ~HttpClient() = default;

  /// Begins a request; `id` comes back in its outcome. Requests that differ in their bodies alone
  /// cost less than others.
  virtual void submit(std::uint64_t id, HttpRequest request) = 0;

  /// The requests that ended, waiting at most `patience` for the first of them. Empty when none
  /// ended in time or none is under way.
  virtual std::vector<HttpOutcome> wait(std::chrono::milliseconds patience) = 0;

  /// Name lookup, TCP connection and TLS handshake with the host of `url`; sends no request.
  virtual HttpProbe probe(const std::string& url, std::chrono::milliseconds timeout) = 0;
};

}  // namespace mage_lineage::sys
