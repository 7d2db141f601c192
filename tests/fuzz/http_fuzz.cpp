// The edge of the HTTP server under any bytes: an input is what a client sends over one connection.
#include <mage_lineage/platform/beast_connection.hpp>
#include <mage_lineage/platform/http_message.hpp>

#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

using namespace mage_lineage;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "broken promise: " << what << "\n";
  std::abort();
}

constexpr std::size_t kMostBody = 100;

/// Holds what a handler may rely on.
class Strict final : public sys::HttpHandler {
 public:
  sys::HeadVerdict judge_head(sys::ServedRequest& request) override {
    require(!request.method.empty(), "a request has a method");
    require(request.target == "*" || request.target.starts_with('/'), "a target is a path or *");
    require(request.body.empty(), "no body is there before the head is judged");
    std::size_t authorizations = 0;
    std::size_t bytes = 0;
    for (const auto& [name, value] : request.headers) {
      require(!name.empty() && std::none_of(name.begin(), name.end(),
                                            [](char c) { return c >= 'A' && c <= 'Z'; }),
              "names are in lower case");
      require(value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos,
              "a value is one line");
      authorizations += name == "authorization" ? 1 : 0;
      bytes += name.size() + value.size();
    }
    require(authorizations <= 1, "there is at most one Authorization header");
    require(bytes <= 16U << 10U, "a head is bounded");
    require(request.header("content-length") == nullptr ||
                request.header("transfer-encoding") == nullptr,
            "a body's length is said once");
    if (request.target == "/refused") return {platform::plain_error(401, "no", "no"), 0};
    return {std::nullopt, kMostBody};
  }
  sys::Handling handle(sys::ServedRequest& request) override {
    require(request.body.size() <= kMostBody, "a body is bounded");
    sys::ServedResponse response;
    response.body = std::make_shared<const std::string>("(" + request.body + ")");
    return response;
  }
};

/// Everything that was sent back has to be whole answers, one after the other.
void check_answers(std::string_view sent) {
  while (!sent.empty()) {
    if (sent.starts_with("HTTP/1.1 100 Continue\r\n\r\n")) {
      sent.remove_prefix(25);
      continue;
    }
    require(sent.starts_with("HTTP/1.1 "), "an answer begins with its status");
    const auto end = sent.find("\r\n\r\n");
    require(end != std::string_view::npos, "an answer has a whole head");
    const auto head = sent.substr(0, end);
    constexpr std::string_view kLength = "\r\nContent-Length: ";
    const auto at = head.find(kLength);
    require(at != std::string_view::npos, "an answer tells its length");
    const auto length =
        std::strtoul(std::string(head.substr(at + kLength.size(), 10)).c_str(), nullptr, 10);
    sent.remove_prefix(end + 4);
    // The answer to HEAD has the length of a body that does not follow.
    if (sent.substr(0, 9) == "HTTP/1.1 " || sent.empty()) continue;
    require(length <= sent.size(), "an answer has a whole body");
    sent.remove_prefix(length);
  }
}

void write_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string read_all(int socket) {
  std::string got;
  std::array<char, 4096> buffer{};
  while (true) {
    const auto n = ::recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (n <= 0) return got;
    got.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMostInput = 40'000;  // what a socket takes without a reader
  if (size > kMostInput) return 0;
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return 0;
  write_all(ends[1], {reinterpret_cast<const char*>(data), size});
  ::shutdown(ends[1], SHUT_WR);
  Strict handler;
  const sys::ServerOptions options;
  std::atomic<std::size_t> open{0};
  std::atomic<bool> stopping{false};
  boost::asio::io_context background;  // idle: this handler has every answer at once
  {
    platform::BeastHost host{options, handler, open, stopping, background};
    boost::asio::ip::tcp::socket socket(host.context);
    socket.assign(boost::asio::ip::tcp::v4(), ends[0]);
    platform::serve_connection(host, std::move(socket));
    host.context.run();
    require(host.connections.empty() && open == 0, "a connection ends with its client's bytes");
  }
  check_answers(read_all(ends[1]));
  ::close(ends[1]);
  return 0;
}
