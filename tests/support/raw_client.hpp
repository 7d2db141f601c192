#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace test_support {

/// A TCP connection to a loopback port, for requests that no client would send. Waits at most ten
/// seconds for anything.
class RawClient {
 public:
  explicit RawClient(int port) {
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient() { ::close(socket_); }

  /// False when nobody listened.
  bool connected() const { return connected_; }

  /// Sends as much as the peer takes: it may answer and close before the end.
  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto n = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  void finish_sending() { ::shutdown(socket_, SHUT_WR); }

  /// One status line with its headers and the empty line.
  std::string read_head() {
    while (got_.find("\r\n\r\n") == std::string::npos && more()) {
    }
    return take(std::min(got_.find("\r\n\r\n"), got_.size()) + 4);
  }

  /// One answer, whose length is told by Content-Length.
  std::string read_answer() {
    const auto head = read_head();
    const auto at = head.find("Content-Length: ");
    const std::size_t length = at == std::string::npos ? 0 : std::stoul(head.substr(at + 16));
    while (got_.size() < length && more()) {
    }
    return head + take(length);
  }

  std::string read_to_end() {
    while (more()) {
    }
    return take(got_.size());
  }

 private:
  bool more() {
    pollfd peer{socket_, POLLIN, 0};
    char buffer[4096];
    if (::poll(&peer, 1, 10'000) <= 0) return false;
    const auto n = ::recv(socket_, buffer, sizeof buffer, 0);
    if (n > 0) got_.append(buffer, static_cast<std::size_t>(n));
    return n > 0;
  }

  std::string take(std::size_t n) {
    std::string taken = got_.substr(0, n);
    got_.erase(0, n);
    return taken;
  }

  int socket_ = -1;
  bool connected_ = false;
  std::string got_;
};

}  // namespace test_support
