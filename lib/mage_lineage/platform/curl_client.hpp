#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/sys/environment.hpp>
#include <mage_lineage/sys/http_client.hpp>
#include <mage_lineage/sys/world.hpp>

#include <memory>

namespace mage_lineage::platform {

struct CurlApi;
struct CurlTrust;

/// Makes an HttpClient on a libcurl that is loaded: `curl` must outlive it. A request that libcurl
/// cannot even begin, for want of memory, ends as a failure to connect.
std::unique_ptr<sys::HttpClient> make_curl_client(const CurlApi& curl, CurlTrust trust,
                                                  int max_connections);

/// Makes an HttpClient on libcurl, which is loaded now. The CA store is the first that is named by
/// `options.ca_file`, `CURL_CA_BUNDLE`, `SSL_CERT_FILE` and `SSL_CERT_DIR` of `environment`, else
/// the system's; it is read when a TLS connection is made, not before. Proxies are libcurl's to
/// find (`https_proxy`, `no_proxy`, …). Certificates are always verified, TLS is at least 1.2.
/// Fails as open_module does, and with `io` when libcurl cannot be used.
Result<std::unique_ptr<sys::HttpClient>> open_curl_client(const sys::HttpClientOptions& options,
                                                          const sys::Environment& environment);

}  // namespace mage_lineage::platform
