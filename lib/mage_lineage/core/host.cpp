#include <mage_lineage/core/host.hpp>
#include <mage_lineage/core/text.hpp>

#include <algorithm>

namespace mage_lineage {

bool is_ipv4(std::string_view host) {
  const auto parts = text::split(host, '.');
  return parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           const auto value = text::parse_decimal(part);
           return value && *value <= 255 && (part.size() == 1 || part.front() != '0');
         });
}

bool is_loopback_host(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  return host == "localhost" || host.ends_with(".localhost") || host == "[::1]" ||
         (host.starts_with("127.") && is_ipv4(host));
}

}  // namespace mage_lineage
