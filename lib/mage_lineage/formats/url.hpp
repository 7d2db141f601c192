#pragma once

#include <mage_lineage/core/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace mage_lineage {

/// An absolute http or https URL (RFC 3986) without user information and fragment: what a service's
/// address may be. Made by `parse_url`; path and query are kept byte for byte.
struct Url {
  bool https = true;
  std::string host;        ///< lower case; an IPv6 address stands in brackets
  std::uint16_t port = 0;  ///< 0: the scheme's own
  std::string path;        ///< empty, or begins with `/`
  std::string query;       ///< without the `?`

  std::string scheme() const { return https ? "https" : "http"; }
  /// `https://host[:port]`.
  std::string origin() const;
  /// The whole URL, for sending.
  std::string text() const;
  /// For showing: the query, which may hold a key, is hidden (`?…`).
  std::string display() const;
  /// The port that is connected to.
  std::uint16_t effective_port() const;
  /// True for `localhost`, names below it, 127.0.0.0/8 and [::1]: what stays on this machine.
  bool is_loopback() const;
};

bool operator==(const Url& a, const Url& b);

/// Reads an address strictly; a bare host (`api.example.com:8443/base`) gets `https://`. Fails with
/// `malformed` or `unsupported` (another scheme), never quoting user information or a query.
Result<Url> parse_url(std::string_view text);

/// `base` with `tail` (`path[?query]`, a leading `/` makes no difference) below its path. Neither a
/// path nor a query is lost: both queries stay, the base's first. Fails with `malformed` when
/// `tail` holds what a URL cannot.
Result<Url> join_url(const Url& base, std::string_view tail);

/// An address that a server sent (`Location`), made fit to show: without user information, query
/// and fragment, escaped and cut. It need not be well formed.
std::string display_untrusted_url(std::string_view text);

}  // namespace mage_lineage
