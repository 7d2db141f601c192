#pragma once

#include <mage_lineage/platform/curl_api.hpp>
#include <mage_lineage/sys/http_client.hpp>

#include <array>
#include <chrono>
#include <string>

namespace mage_lineage::platform {

/// Where trusted certificates come from; both empty: the system's store.
struct CurlTrust {
  std::string file;
  std::string folder;
};

/// One request on one easy handle, usable again after its end. libcurl keeps pointers to it while
/// the transfer runs: it must not move.
class CurlTransfer {
 public:
  explicit CurlTransfer(const CurlApi& curl);
  CurlTransfer(const CurlTransfer&) = delete;
  CurlTransfer& operator=(const CurlTransfer&) = delete;
  ~CurlTransfer();

  CURL* easy() const { return easy_; }
  /// Makes ready for a request. What the last one, if it ended well, had in common with it stays
  /// set: libcurl copies most of what it is told. False when memory does not suffice.
  bool prepare(std::uint64_t id, sys::HttpRequest request, const CurlTrust& trust);
  /// Makes the transfer end as soon as the connection stands, before a byte of the request is sent.
  void stop_before_request() { stop_ = true; }

  sys::HttpOutcome outcome(CURLcode code);
  /// The end of a request that libcurl did not take.
  sys::HttpOutcome not_begun();
  sys::HttpProbe probe_result(CURLcode code);

 private:
  static int on_request(void* self, char* address, char*, int, int);
  static CURLcode on_tls(CURL*, void* context, void* self);
  static std::size_t on_header(char* data, std::size_t size, std::size_t n, void* self);
  static std::size_t on_body(char* data, std::size_t size, std::size_t n, void* self);

  template <class T>
  void set(CURLoption option, T value) {
    if (curl_.easy_setopt(easy_, option, value) == CURLE_OUT_OF_MEMORY) complete_ = false;
  }
  void add_header(const std::string& line);
  bool take_header(std::string_view line);
  void set_fixed_options(const CurlTrust& trust);
  void set_url();
  void set_method();
  void set_headers();
  void set_trust(const CurlTrust& trust);
  void wipe_headers();
  bool happened(CURLINFO time) const;
  sys::HttpStage stage(CURLcode code) const;
  sys::HttpFailure failure(CURLcode code) const;

  const CurlApi& curl_;
  CURL* easy_;
  curl_slist* headers_ = nullptr;
  std::uint64_t id_ = 0;
  sys::HttpRequest request_;
  sys::HttpResponse response_;
  std::string address_;
  std::string trust_name_;
  std::size_t head_bytes_ = 0;
  bool complete_ = true;   ///< all that libcurl was told of this request was kept
  bool reusable_ = false;  ///< the options of the last request are set, and it ended well
  bool stop_ = false;
  bool tls_begun_ = false;
  int times_sent_ = 0;
  bool answered_ = false;  ///< a final status line and its headers are here, whole
  std::array<char, CURL_ERROR_SIZE> problem_{};
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace mage_lineage::platform
