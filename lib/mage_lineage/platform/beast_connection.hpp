#pragma once

#include <mage_lineage/sys/http_server.hpp>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <unordered_set>

namespace mage_lineage::platform {

class BeastConnection;

/// What the connections of one thread share, and what all threads of a server share by reference.
struct BeastHost {
  const sys::ServerOptions& options;
  sys::HttpHandler& handler;
  std::atomic<std::size_t>& connections_open;
  std::atomic<bool>& stopping;
  boost::asio::io_context& background;

  std::unordered_set<BeastConnection*> connections{};  // outlives the handlers, which hold them
  boost::asio::io_context context{1};
  bool draining = false;
  std::chrono::steady_clock::time_point drain_until{};
};

/// Serves a connection until somebody closes it. It lives as long as it waits for something.
void serve_connection(BeastHost& host, boost::asio::ip::tcp::socket socket);

/// Enforces the deadlines of the host's connections; called some times a second.
void sweep_connections(BeastHost& host, std::chrono::steady_clock::time_point now);

/// Tells a client beyond the bound to come back, as far as that goes without waiting for it.
void turn_away(boost::asio::ip::tcp::socket socket);

}  // namespace mage_lineage::platform
