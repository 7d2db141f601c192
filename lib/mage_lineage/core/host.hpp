#pragma once

#include <string_view>

namespace mage_lineage {

/// Four decimal numbers of at most 255 without leading zeros: the one spelling that every resolver
/// reads alike.
bool is_ipv4(std::string_view host);

/// True for a host that is this machine: `localhost` and names below it (RFC 6761, section 6.3),
/// 127.0.0.0/8, `[::1]`. Takes the host of a URL, in lower case.
bool is_loopback_host(std::string_view host);

}  // namespace mage_lineage
