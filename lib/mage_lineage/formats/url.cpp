#include <mage_lineage/formats/url.hpp>

#include <mage_lineage/core/host.hpp>
#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace mage_lineage {
namespace {

constexpr std::size_t kLongestUrl = 8192;
constexpr std::size_t kLongestHost = 253;  // RFC 1035, 2.3.4, in text form

bool is_alnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

Failure malformed(std::string message, std::string hint = {}) {
  return fail(ErrorCode::malformed, std::move(message), std::move(hint));
}

/// RFC 3986, 3.3 and 3.4: unreserved, sub-delims, `:@/?` and whole percent-escapes.
bool is_path_or_query(std::string_view s) {
  constexpr std::string_view kMarks = "-._~!$&'()*+,;=:@/?";
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '%') {
      if (i + 2 >= s.size() || !is_hex(s[i + 1]) || !is_hex(s[i + 2])) return false;
      i += 2;
    } else if (!is_alnum(s[i]) && kMarks.find(s[i]) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

/// RFC 4291, 2.2, without zone and without the mixed IPv4 form.
bool is_ipv6(std::string_view address) {
  const auto gap = address.find("::");
  if (gap != std::string_view::npos && address.find("::", gap + 1) != std::string_view::npos) {
    return false;
  }
  std::size_t groups = 0;
  const auto take_groups = [&groups](std::string_view side) {
    if (side.empty()) return true;
    for (const auto group : text::split(side, ':')) {
      ++groups;
      if (group.empty() || group.size() > 4 || !std::all_of(group.begin(), group.end(), is_hex)) {
        return false;
      }
    }
    return true;
  };
  if (gap == std::string_view::npos) return take_groups(address) && groups == 8;
  return take_groups(address.substr(0, gap)) && take_groups(address.substr(gap + 2)) && groups < 8;
}

/// Names as DNS and container networks have them; what looks like a number is an IPv4 address or
/// refused, because resolvers read `0x7f.1` and `127.1` in ways that nobody expects.
bool is_host_name(std::string_view host) {
  if (host.empty() || host.size() > kLongestHost) return false;
  if (host.back() == '.') host.remove_suffix(1);
  const auto labels = text::split(host, '.');
  const bool shaped = std::all_of(labels.begin(), labels.end(), [](std::string_view label) {
    return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
           std::all_of(label.begin(), label.end(),
                       [](char c) { return is_alnum(c) || c == '-' || c == '_'; });
  });
  const auto last = labels.back();
  const bool numeric = std::all_of(last.begin(), last.end(), is_digit) ||
                       (last.size() > 1 && last[0] == '0' && (last[1] == 'x' || last[1] == 'X'));
  return shaped && (!numeric || is_ipv4(host));
}

Result<> take_authority(std::string_view authority, Url& url) {
  if (authority.find('@') != std::string_view::npos) {
    return malformed(
        "the URL holds user information",
        "take user name and password out of the URL; the key has a setting of its own");
  }
  std::string_view host = authority;
  std::string_view port;
  bool has_port = false;
  const auto bracket = authority.find(']');
  const auto colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    host = authority.substr(0, colon);
    port = authority.substr(colon + 1);
    has_port = true;
  }
  const bool literal = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (host.empty()) return malformed("the URL names no host");
  if (literal ? !is_ipv6(host.substr(1, host.size() - 2)) : !is_host_name(host)) {
    return malformed("\"" + text::escape_untrusted(host, 80) + "\" is not a host name",
                     "write a name of letters, digits, '-', '_' and '.', or an IP address");
  }
  url.host = text::ascii_lower(host);
  if (!has_port) return {};
  const auto number = text::parse_decimal(port);
  if (!number || *number == 0 || *number > 65535) {
    return malformed("\"" + text::escape_untrusted(port, 20) + "\" is not a port",
                     "ports go from 1 to 65535");
  }
  url.port = static_cast<std::uint16_t>(*number);
  return {};
}

}  // namespace

std::string Url::origin() const {
  return scheme() + "://" + host + (port == 0 ? "" : ":" + std::to_string(port));
}

std::string Url::text() const {
  return origin() + path + (query.empty() ? "" : "?" + query);
}

std::string Url::display() const {
  return origin() + path + (query.empty() ? "" : "?…");
}

std::uint16_t Url::effective_port() const {
  if (port != 0) return port;
  return https ? 443 : 80;
}

bool Url::is_loopback() const {
  return is_loopback_host(host);
}

bool operator==(const Url& a, const Url& b) {
  return a.text() == b.text();
}

Result<Url> parse_url(std::string_view text) {
  if (text.size() > kLongestUrl) {
    return fail(ErrorCode::too_large,
                "the URL is longer than " + std::to_string(kLongestUrl) + " bytes");
  }
  Url url;
  std::string_view rest = text;
  const auto scheme_end = rest.find("://");
  const auto first_mark = rest.find_first_of("/?#");
  if (scheme_end != std::string_view::npos && scheme_end < first_mark) {
    const auto scheme = text::ascii_lower(rest.substr(0, scheme_end));
    if (scheme != "https" && scheme != "http") {
      return fail(ErrorCode::unsupported,
                  "\"" + text::escape_untrusted(scheme, 20) + "\" is not a scheme that can be used",
                  "write an http or https URL");
    }
    url.https = scheme == "https";
    rest.remove_prefix(scheme_end + 3);
  }
  const auto authority_end = std::min(rest.find_first_of("/?#"), rest.size());
  const auto authority = take_authority(rest.substr(0, authority_end), url);
  if (!authority) return fail(authority.error());
  rest.remove_prefix(authority_end);
  if (rest.find('#') != std::string_view::npos) {
    return malformed("the URL has a fragment", "take '#' and what follows out of the URL");
  }
  if (!is_path_or_query(rest)) {
    return malformed("the URL holds a character that a URL cannot",
                     "percent-encode spaces, quotes, backslashes and letters beyond ASCII");
  }
  const auto mark = rest.find('?');
  url.path = std::string(rest.substr(0, mark));
  if (mark != std::string_view::npos) url.query = std::string(rest.substr(mark + 1));
  return url;
}

Result<Url> join_url(const Url& base, std::string_view tail) {
  if (!is_path_or_query(tail)) {
    return malformed("the path holds a character that a URL cannot",
                     "percent-encode spaces, quotes, '#', backslashes and letters beyond ASCII");
  }
  Url url = base;
  const auto mark = tail.find('?');
  std::string_view path = tail.substr(0, mark);
  const std::string_view query =
      mark == std::string_view::npos ? std::string_view() : tail.substr(mark + 1);
  while (!path.empty() && path.front() == '/')
    path.remove_prefix(1);
  if (!path.empty()) {
    while (!url.path.empty() && url.path.back() == '/')
      url.path.pop_back();
    url.path += "/" + std::string(path);
  }
  if (!query.empty()) url.query += (url.query.empty() ? "" : "&") + std::string(query);
  if (url.text().size() > kLongestUrl) {
    return fail(ErrorCode::too_large,
                "the URL is longer than " + std::to_string(kLongestUrl) + " bytes");
  }
  return url;
}

std::string display_untrusted_url(std::string_view text) {
  constexpr std::size_t kShown = 200;
  const std::string_view whole = text.substr(0, text.find_first_of("?#"));
  std::string shown(whole);
  const auto slashes = whole.find("//");
  if (slashes != std::string_view::npos) {
    // Browsers take a backslash for a slash; an '@' behind one is still cut, to be on the safe
    // side.
    const auto begin = slashes + 2;
    const auto end = std::min(whole.find('/', begin), whole.size());
    const auto at = whole.substr(begin, end - begin).rfind('@');
    if (at != std::string_view::npos) shown.erase(begin, at + 1);
  }
  return text::escape_untrusted(shown, kShown) + (whole.size() < text.size() ? "?…" : "");
}

}  // namespace mage_lineage
