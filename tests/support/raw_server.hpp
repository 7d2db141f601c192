#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace test_support {

/// One accepted connection, for scripts that misbehave on purpose.
class RawConnection {
 public:
  explicit RawConnection(int socket) : socket_(socket) {}
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;
  ~RawConnection() { close(); }

  /// Reads one request with a Content-Length; empty when the peer is gone or silent for ten
  /// seconds.
  std::string read_request() {
    pollfd peer{socket_, POLLIN, 0};
    std::string got;
    while (true) {
      const auto head = got.find("\r\n\r\n");
      if (head != std::string::npos) {
        std::size_t length = 0;
        const auto at = got.find("Content-Length: ");
        if (at != std::string::npos && at < head) length = std::stoul(got.substr(at + 16));
        if (got.size() >= head + 4 + length) return got;
      }
      char buffer[4096];
      if (::poll(&peer, 1, 10000) <= 0) return {};
      const auto n = ::recv(socket_, buffer, sizeof buffer, 0);
      if (n <= 0) return {};
      got.append(buffer, static_cast<std::size_t>(n));
    }
  }

  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto n = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }

  void answer(int status, std::string_view body, std::string_view headers = "") {
    send("HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n" + std::string(headers) + "\r\n" + std::string(body));
  }

  /// Waits until the peer closes the connection, at most ten seconds.
  void wait_for_close() {
    pollfd peer{socket_, POLLIN, 0};
    char byte = 0;
    while (::poll(&peer, 1, 10000) > 0 && ::recv(socket_, &byte, 1, 0) > 0) {
    }
  }

  /// Sends one byte after another, with a pause before each, until the peer has had enough.
  void drip(char byte, int pause_ms) {
    pollfd peer{socket_, POLLIN, 0};
    while (::poll(&peer, 1, pause_ms) == 0 && send({&byte, 1})) {
    }
  }

  void reset() {
    const linger now{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close();
  }

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

 private:
  int socket_;
};

/// A TCP server on a free loopback port that runs one script a connection, each in a thread of its
/// own.
class RawServer {
 public:
  using Script = std::function<void(RawConnection&, int number)>;

  explicit RawServer(Script script) : script_(std::move(script)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size);
    ::listen(listener_, 64);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;
  ~RawServer() {
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    ::close(listener_);
    for (auto& worker : workers_)
      worker.join();
  }

  std::string url(const std::string& path = "/") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }
  int port() const { return port_; }
  int connections() const { return connections_; }

 private:
  void accept_all() {
    while (true) {
      const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (socket < 0) return;
      const int number = connections_++;
      workers_.emplace_back([this, socket, number] {
        RawConnection connection(socket);
        script_(connection, number);
      });
    }
  }

  Script script_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> connections_{0};
  std::thread acceptor_;
  std::vector<std::thread> workers_;
};

/// A loopback port on which nobody listens: bound, and thereby kept from others, but refusing.
class DeadPort {
 public:
  DeadPort() {
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(socket_, reinterpret_cast<sockaddr*>(&address), size);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  }
  DeadPort(const DeadPort&) = delete;
  DeadPort& operator=(const DeadPort&) = delete;
  ~DeadPort() { ::close(socket_); }
  std::string url(const std::string& path = "/") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }

 private:
  int socket_ = -1;
  int port_ = 0;
};

}  // namespace test_support
