#include <mage_lineage/platform/curl_transfer.hpp>

#include <mage_lineage/core/host.hpp>
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>

#include <algorithm>
#include <cstring>
#include <system_error>

namespace mage_lineage::platform {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMostHeadBytes = std::size_t{64} << 10U;

bool is_certificate_problem(CURLcode code) {
  return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
         code == CURLE_SSL_ISSUER_ERROR || code == CURLE_SSL_CERTPROBLEM ||
         code == CURLE_SSL_INVALIDCERTSTATUS || code == CURLE_SSL_CRL_BADFILE;
}

/// `host:port` of the request's URL, which has no user information.
std::string peer_of(const std::string& url) {
  const auto begin = url.find("://") + 3;
  return url.substr(begin, url.find_first_of("/?", begin) - begin);
}

/// What a connection was tried to: the peer, or the proxy in front of it, which libcurl names in
/// "Failed to connect to HOST port PORT after …".
std::string connected_to(std::string_view said, const std::string& peer) {
  constexpr std::string_view kBegin = "Failed to connect to ";
  constexpr std::string_view kPort = " port ";
  if (!said.starts_with(kBegin)) return peer;
  said.remove_prefix(kBegin.size());
  const auto port = said.find(kPort);
  if (port == std::string_view::npos) return peer;
  const auto host = said.substr(0, port);
  const auto number = said.substr(port + kPort.size());
  const auto proxy = std::string(host) + ":" + std::string(number.substr(0, number.find(' ')));
  const bool direct = peer == proxy || peer == host || host.find(':') != std::string_view::npos;
  return direct ? peer : proxy + ", the proxy for " + peer;
}

std::string host_of(const std::string& url) {
  const auto peer = peer_of(url);
  return peer.substr(0, peer.find(':', peer.starts_with('[') ? peer.find(']') : 0));
}

}  // namespace

CurlTransfer::CurlTransfer(const CurlApi& curl) : curl_(curl), easy_(curl.easy_init()) {}

CurlTransfer::~CurlTransfer() {
  wipe_headers();
  curl_.easy_cleanup(easy_);
}

bool CurlTransfer::prepare(std::uint64_t id, sys::HttpRequest request, const CurlTrust& trust) {
  id_ = id;
  response_ = {};
  address_.clear();
  head_bytes_ = 0;
  stop_ = tls_begun_ = answered_ = false;
  times_sent_ = 0;
  problem_[0] = '\0';
  begin_ = std::chrono::steady_clock::now();

  if (easy_ == nullptr) easy_ = curl_.easy_init();
  complete_ = easy_ != nullptr;
  // After a failure libcurl's state is what it may be: begin anew.
  const bool fresh = !reusable_ || request.method != request_.method;
  const bool other_url = fresh || request.url != request_.url;
  const bool other_timeout = fresh || request.timeout != request_.timeout;
  const bool other_headers = fresh || request.headers != request_.headers ||
                             request.secret_headers != request_.secret_headers;
  request_ = std::move(request);
  if (!complete_) return false;
  if (fresh) set_fixed_options(trust);
  if (fresh) set_method();
  if (other_url) set_url();
  if (other_timeout) {
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(1, request_.timeout.count())));
  }
  if (other_headers) set_headers();
  if (request_.method != "HEAD" && request_.method != "GET") {
    set(CURLOPT_POSTFIELDS, request_.body.c_str());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
  }
  return complete_;
}

void CurlTransfer::set_fixed_options(const CurlTrust& trust) {
  curl_.easy_reset(easy_);
  set(CURLOPT_PRIVATE, this);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_FOLLOWLOCATION, 0L);
  // One request a connection at a time: with HTTP/2 a reset would take several events along.
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_NOPROGRESS, 1L);
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  set(CURLOPT_ERRORBUFFER, problem_.data());
  set(CURLOPT_HEADERFUNCTION, &CurlTransfer::on_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &CurlTransfer::on_body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_PREREQFUNCTION, &CurlTransfer::on_request);
  set(CURLOPT_PREREQDATA, this);
  set(CURLOPT_SSL_CTX_FUNCTION, &CurlTransfer::on_tls);
  set(CURLOPT_SSL_CTX_DATA, this);
  set_trust(trust);
}

void CurlTransfer::set_url() {
  set(CURLOPT_URL, request_.url.c_str());
  // Plain HTTP to this machine is trusted because it does not leave it: it must not over a proxy.
  const char* of_environment = nullptr;
  set(CURLOPT_NOPROXY, is_loopback_host(host_of(request_.url)) ? "*" : of_environment);
}

void CurlTransfer::set_method() {
  set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  if (request_.method == "HEAD") {
    set(CURLOPT_NOBODY, 1L);
  } else if (request_.method != "GET") {
    set(CURLOPT_POST, 1L);
  }
}

void CurlTransfer::set_headers() {
  wipe_headers();
  const auto add = [this](const std::string& name, std::string_view value) {
    // libcurl's spelling of an empty value; "Name:" would take the header away.
    std::string line = value.empty() ? name + ";" : name + ": " + std::string(value);
    add_header(line);
    explicit_bzero(line.data(), line.size());
  };
  for (const auto& [name, value] : request_.headers)
    add(name, value);
  for (const auto& [name, value] : request_.secret_headers)
    add(name, value.reveal());
  // Asking for permission costs a round trip, or a second with servers that do not answer.
  add_header("Expect:");
  set(CURLOPT_HTTPHEADER, headers_);
}

void CurlTransfer::add_header(const std::string& line) {
  auto* longer = curl_.slist_append(headers_, line.c_str());
  if (longer == nullptr) {
    complete_ = false;  // a request without one of its headers is another request
  } else {
    headers_ = longer;
  }
}

void CurlTransfer::set_trust(const CurlTrust& trust) {
  trust_name_ = trust.file.empty() ? trust.folder : trust.file;
  if (trust_name_.empty()) return;
  const char* file = trust.file.empty() ? nullptr : trust.file.c_str();
  const char* folder = trust.folder.empty() ? nullptr : trust.folder.c_str();
  // Both, so that the system's folder does not stay beside a private file.
  set(CURLOPT_CAINFO, file);
  set(CURLOPT_CAPATH, folder);
  set(CURLOPT_PROXY_CAINFO, file);
  set(CURLOPT_PROXY_CAPATH, folder);
}

void CurlTransfer::wipe_headers() {
  for (auto* line = headers_; line != nullptr; line = line->next) {
    explicit_bzero(line->data, std::strlen(line->data));
  }
  curl_.slist_free_all(headers_);
  headers_ = nullptr;
}

int CurlTransfer::on_request(void* self, char* address, char*, int, int) {
  auto& transfer = *static_cast<CurlTransfer*>(self);
  transfer.address_ = address == nullptr ? "" : address;
  if (transfer.stop_) return CURL_PREREQFUNC_ABORT;
  // libcurl silently sends a request again when a reused connection turns out to be dead. From the
  // first time on it may have arrived, whatever happens to the next.
  ++transfer.times_sent_;
  return CURL_PREREQFUNC_OK;
}

CURLcode CurlTransfer::on_tls(CURL*, void*, void* self) {
  static_cast<CurlTransfer*>(self)->tls_begun_ = true;
  return CURLE_OK;
}

std::size_t CurlTransfer::on_header(char* data, std::size_t size, std::size_t n, void* self) {
  const std::size_t bytes = size * n;
  return static_cast<CurlTransfer*>(self)->take_header({data, bytes}) ? bytes : 0;
}

bool CurlTransfer::take_header(std::string_view line) {
  head_bytes_ += line.size();
  if (head_bytes_ > kMostHeadBytes) return false;
  if (line.substr(0, 5) == "HTTP/") {
    response_.headers.clear();
    const auto space = line.find(' ');
    const auto status =
        text::parse_decimal(text::trim(line.substr(std::min(space, line.size()), 4)));
    response_.status = static_cast<int>(status.value_or(0));
    return true;
  }
  if (answered_) return true;  // a trailer
  const auto content = text::trim(line);
  if (content.empty()) {
    answered_ = response_.status >= 200;
    return true;
  }
  const auto colon = content.find(':');
  if (colon == std::string_view::npos) return true;
  response_.headers.emplace_back(text::ascii_lower(text::trim(content.substr(0, colon))),
                                 std::string(text::trim(content.substr(colon + 1))));
  return true;
}

std::size_t CurlTransfer::on_body(char* data, std::size_t size, std::size_t n, void* self) {
  auto& transfer = *static_cast<CurlTransfer*>(self);
  const std::size_t bytes = size * n;
  auto& body = transfer.response_.body;
  const std::size_t room = transfer.request_.max_response_bytes - body.size();
  body.append(data, std::min(room, bytes));
  return bytes <= room ? bytes : 0;
}

sys::HttpOutcome CurlTransfer::outcome(CURLcode code) {
  sys::HttpOutcome outcome;
  outcome.id = id_;
  outcome.repeated = times_sent_ > 1;
  outcome.took =
      std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin_);
  if (code != CURLE_OK || !answered_) outcome.failure = failure(code);
  if (answered_) {
    response_.whole = code == CURLE_OK;
    outcome.response = std::move(response_);
  }
  reusable_ = code == CURLE_OK;
  outcome.sent_body = std::move(request_.body);
  return outcome;
}

sys::HttpOutcome CurlTransfer::not_begun() {
  reusable_ = false;
  sys::HttpOutcome outcome;
  outcome.id = id_;
  outcome.failure.stage = sys::HttpStage::connect;
  outcome.failure.message = "cannot begin a request to " +
                            text::escape_untrusted(peer_of(request_.url), 300) +
                            ": not enough memory";
  outcome.sent_body = std::move(request_.body);
  return outcome;
}

sys::HttpProbe CurlTransfer::probe_result(CURLcode code) {
  sys::HttpProbe probe;
  probe.took = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin_);
  const bool ready = code == CURLE_ABORTED_BY_CALLBACK && !address_.empty();
  const auto reached = stage(code);
  probe.resolved = ready || reached != sys::HttpStage::resolve;
  probe.connected = ready || (probe.resolved && reached != sys::HttpStage::connect);
  probe.secured = ready && request_.url.rfind("https:", 0) == 0;
  probe.address = address_;
  if (!ready) probe.problem = failure(code).message;
  return probe;
}

bool CurlTransfer::happened(CURLINFO time) const {
  curl_off_t microseconds = 0;
  curl_.easy_getinfo(easy_, time, &microseconds);
  return microseconds > 0;
}

sys::HttpStage CurlTransfer::stage(CURLcode code) const {
  if (times_sent_ > 0) return sys::HttpStage::sent;
  if (code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_RESOLVE_PROXY) {
    return sys::HttpStage::resolve;
  }
  if (is_certificate_problem(code) || tls_begun_) return sys::HttpStage::tls;
  return happened(CURLINFO_NAMELOOKUP_TIME_T) ? sys::HttpStage::connect : sys::HttpStage::resolve;
}

sys::HttpFailure CurlTransfer::failure(CURLcode code) const {
  sys::HttpFailure failure;
  failure.stage = stage(code);
  failure.timed_out = code == CURLE_OPERATION_TIMEDOUT;
  failure.certificate = is_certificate_problem(code);
  const std::string peer = text::escape_untrusted(peer_of(request_.url), 300);
  // libcurl takes the end of a connection for the end of a head that broke off.
  const std::string said =
      text::escape_untrusted(code == CURLE_OK      ? "the answer broke off in its headers"
                             : problem_[0] == '\0' ? curl_.easy_strerror(code)
                                                   : problem_.data(),
                             300);
  const std::string within = " within " + format_duration(request_.timeout);
  switch (failure.stage) {
    case sys::HttpStage::resolve:
      failure.message = failure.timed_out ? "the name of " + peer + " was not looked up" + within
                                          : "no address for " + peer + " (" + said + ")";
      break;
    case sys::HttpStage::connect: {
      long number = 0;
      curl_.easy_getinfo(easy_, CURLINFO_OS_ERRNO, &number);
      const std::string why =
          number == 0
              ? said
              : text::ascii_lower(std::generic_category().message(static_cast<int>(number)));
      const std::string target = connected_to(said, peer);
      failure.message = failure.timed_out ? "no connection to " + target + within
                                          : "cannot connect to " + target + ": " + why;
      break;
    }
    case sys::HttpStage::tls:
      if (failure.timed_out) {
        failure.message = "no TLS connection to " + peer + within;
      } else if (code == CURLE_SSL_CACERT_BADFILE) {
        failure.message = "cannot use the CA certificates of \"" +
                          text::escape_untrusted(trust_name_, 300) + "\"";
      } else {
        failure.message = (failure.certificate ? "the certificate of " : "no TLS connection to ") +
                          peer + (failure.certificate ? " is not trusted: " : ": ") + said;
      }
      break;
    case sys::HttpStage::sent:
      failure.message = failure.timed_out ? "no answer from " + peer + within
                                          : "no answer from " + peer + " (" + said + ")";
      break;
  }
  return failure;
}

}  // namespace mage_lineage::platform
