// A sink for delivery benchmarks: reads HTTP requests with a Content-Length on a loopback port and
// answers each with an empty 201. Prints its port, then serves until it is killed. One thread,
// epoll: it costs less than any client that is measured against it.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

namespace {

constexpr std::string_view kAnswer = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";

/// The length of the first whole request in `text`; 0 when there is none.
std::size_t request_length(const std::string& text) {
  const auto head = text.find("\r\n\r\n");
  if (head == std::string::npos) return 0;
  const auto at = text.find("Content-Length: ");
  const std::size_t body =
      at == std::string::npos || at > head ? 0 : std::strtoul(text.c_str() + at + 16, nullptr, 10);
  const std::size_t whole = head + 4 + body;
  return text.size() >= whole ? whole : 0;
}

bool serve(int socket, std::string& pending) {
  std::array<char, 65536> buffer;
  const auto n = read(socket, buffer.data(), buffer.size());
  if (n <= 0) return false;
  pending.append(buffer.data(), static_cast<std::size_t>(n));
  while (const auto length = request_length(pending)) {
    pending.erase(0, length);
    if (write(socket, kAnswer.data(), kAnswer.size()) < 0) return false;
  }
  return true;
}

}  // namespace

int main() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      listen(listener, 128) != 0) {
    return 1;
  }
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  std::printf("%d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  const int poll = epoll_create1(0);
  epoll_event wanted{EPOLLIN, {}};
  wanted.data.fd = listener;
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &wanted);
  std::map<int, std::string> pending;
  while (true) {
    std::array<epoll_event, 64> events;
    const int n = epoll_wait(poll, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < n; ++i) {
      const int fd = events[static_cast<std::size_t>(i)].data.fd;
      if (fd == listener) {
        const int socket = accept(listener, nullptr, nullptr);
        const int on = 1;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        wanted.data.fd = socket;
        epoll_ctl(poll, EPOLL_CTL_ADD, socket, &wanted);
      } else if (!serve(fd, pending[fd])) {
        pending.erase(fd);
        close(fd);
      }
    }
  }
}
