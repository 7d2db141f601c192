// The reader of addresses under any bytes: an address, and after a line break what is joined to it.
// libcurl, which connects to what was read here, must see the same host, port, path and query.
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/url.hpp>

#include <arpa/inet.h>
#include <curl/curl.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "require.hpp"

using namespace mage_lineage;

namespace {

std::string part_of(CURLU* handle, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(handle, part, &text, flags) != CURLUE_OK) return {};
  const std::unique_ptr<char, decltype(&curl_free)> owned(text, &curl_free);
  return owned.get();
}

/// An IPv6 address has several spellings; all other hosts have one.
std::string normal_host(const std::string& host) {
  if (!host.starts_with('[')) return host;
  std::array<unsigned char, 16> address{};
  const std::string digits = host.substr(1, host.size() - 2);
  require(inet_pton(AF_INET6, digits.c_str(), address.data()) == 1, "brackets hold an address");
  return std::string(address.begin(), address.end());
}

void check_with_curl(const Url& url) {
  const std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> handle(curl_url(), &curl_url_cleanup);
  const std::string text = url.text();
  require(curl_url_set(handle.get(), CURLUPART_URL, text.c_str(), CURLU_PATH_AS_IS) == CURLUE_OK,
          "curl reads it");
  require(part_of(handle.get(), CURLUPART_SCHEME) == url.scheme(), "curl sees the scheme");
  require(normal_host(part_of(handle.get(), CURLUPART_HOST)) == normal_host(url.host),
          "curl sees the host");
  require(part_of(handle.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT) ==
              std::to_string(url.effective_port()),
          "curl sees the port");
  require(part_of(handle.get(), CURLUPART_PATH) == (url.path.empty() ? "/" : url.path),
          "curl sees the path");
  require(part_of(handle.get(), CURLUPART_QUERY) == url.query, "curl sees the query");
  require(part_of(handle.get(), CURLUPART_USER).empty(), "curl sees no user");
  require(part_of(handle.get(), CURLUPART_FRAGMENT).empty(), "curl sees no fragment");
}

void check_url(const Url& url) {
  const auto again = parse_url(url.text());
  require(again && *again == url, "what is written reads as what was read");
  require(again->host == url.host && again->port == url.port && again->path == url.path,
          "part by part");
  require(url.query.empty() || url.display().ends_with("?…"), "a query is hidden when shown");
  require(url.path.empty() || url.path.front() == '/', "a path begins with a slash");
  check_with_curl(url);
}

void check_joined(const Url& base, std::string_view tail) {
  const auto joined = join_url(base, tail);
  if (!joined) return;
  require(joined->origin() == base.origin(), "joining stays at the origin");
  std::string_view kept = base.path;
  while (kept.ends_with('/'))
    kept.remove_suffix(1);
  require(joined->path.starts_with(kept), "the base's path is not lost");
  require(joined->query.starts_with(base.query), "the base's query is not lost");
  const auto mark = tail.find('?');
  if (mark != std::string_view::npos) {
    require(joined->query.ends_with(tail.substr(mark + 1)), "the added query is not lost");
  }
  check_url(*joined);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto line = std::min(input.find('\n'), input.size());
  const std::string_view address = input.substr(0, line);
  const std::string_view tail = input.substr(std::min(line + 1, input.size()));
  const std::string shown = display_untrusted_url(address);
  require(shown.size() <= 4 * 200 + 16, "what is shown is bounded");
  require(text::first_invalid_utf8(shown) == std::nullopt, "what is shown is UTF-8");
  const auto url = parse_url(address);
  if (!url) {
    require(!url.error().message.empty(), "a refusal has a reason");
    return 0;
  }
  check_url(*url);
  check_joined(*url, tail);
  return 0;
}
