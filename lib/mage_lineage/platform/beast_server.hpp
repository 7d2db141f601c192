#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/sys/http_server.hpp>

#include <memory>

namespace mage_lineage::platform {

/// Binds `options.listen`. The server is Boost.Beast with what it leaves to its users: error
/// answers before a connection is closed (400, 408, 413, 417, 431, 501, 505), one Host and at most
/// one Authorization header, no transfer coding but `chunked`, a deadline for each request whatever
/// its pace, a bound on connections. Fails with `invalid` for an address that is none and `io` when
/// it cannot be bound. `handler` must outlive the server.
Result<std::unique_ptr<sys::HttpServer>> open_beast_server(const sys::ServerOptions& options,
                                                           sys::HttpHandler& handler);

}  // namespace mage_lineage::platform
