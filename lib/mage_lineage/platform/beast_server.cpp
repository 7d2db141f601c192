#include <mage_lineage/platform/beast_server.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/http_message.hpp>

#include <mage_lineage/platform/beast_connection.hpp>

#include <sys/resource.h>
#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace mage_lineage::platform {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kSweep{200};
constexpr int kTooManyConnections = 503;

/// One thread of the server: its connections, and its way to new ones.
struct Worker {
  Worker(const sys::ServerOptions& options, sys::HttpHandler& handler,
         std::atomic<std::size_t>& connections_open, std::atomic<bool>& stopping,
         asio::io_context& background)
      : host{options, handler, connections_open, stopping, background} {}

  BeastHost host;
  tcp::acceptor acceptor{host.context};
  asio::steady_timer sweep{host.context};
  asio::steady_timer retry{host.context};
};

void accept_next(Worker& worker) {
  worker.acceptor.async_accept([&worker](error_code problem, tcp::socket socket) {
    if (!worker.acceptor.is_open()) return;
    if (problem) {  // out of descriptors, most likely: some will be free again
      worker.retry.expires_after(milliseconds(100));
      worker.retry.async_wait([&worker](error_code stopped) {
        if (!stopped) accept_next(worker);
      });
      return;
    }
    auto& host = worker.host;
    if (host.connections_open >= host.options.max_connections) {
      turn_away(std::move(socket));
      host.handler.answered({}, {kTooManyConnections, 0, {}});
    } else {
      serve_connection(host, std::move(socket));
    }
    accept_next(worker);
  });
}

void sweep_next(Worker& worker) {
  worker.sweep.expires_after(kSweep);
  worker.sweep.async_wait([&worker](error_code) {
    sweep_connections(worker.host, steady_clock::now());
    if (!worker.host.draining || !worker.host.connections.empty()) sweep_next(worker);
  });
}

void drain(Worker& worker) {
  if (worker.host.draining) return;
  worker.host.draining = true;
  worker.host.drain_until = steady_clock::now() + worker.host.options.drain_timeout;
  error_code ignored;
  worker.acceptor.close(ignored);
  worker.retry.cancel();
  worker.sweep.cancel();
}

Result<tcp::endpoint> parse_endpoint(const std::string& listen) {
  const auto bad = [&] {
    return fail(
        ErrorCode::invalid,
        "\"" + text::escape_untrusted(listen, 100) + "\" is not an address to listen on",
        "write a numeric address and a port, such as 127.0.0.1:8080; port 0 takes a free one");
  };
  const auto colon = listen.rfind(':');
  if (colon == std::string::npos) return bad();
  std::string host = listen.substr(0, colon);
  const auto port = text::parse_decimal(std::string_view(listen).substr(colon + 1));
  if (!port || *port > 65535) return bad();
  if (host == "localhost") host = "127.0.0.1";
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string::npos) {
    return bad();
  }
  error_code problem;
  const auto address = asio::ip::make_address(host, problem);
  if (problem) return bad();
  return tcp::endpoint(address, static_cast<unsigned short>(*port));
}

/// Lets the process hold as many descriptors as the connections need. Fails with `invalid` when the
/// system does not.
Result<> allow_descriptors(std::size_t connections) {
  constexpr std::size_t kOthers = 64;  // files that requests read, listeners, timers
  const auto needed = static_cast<rlim_t>(connections + kOthers);
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) return {};
  limit.rlim_cur = std::min(needed, limit.rlim_max);
  if (limit.rlim_cur < needed || setrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return fail(ErrorCode::invalid,
                "the system allows " + std::to_string(limit.rlim_max) +
                    " open files, too few for " + std::to_string(connections) + " connections",
                "raise the limit (ulimit -Hn), or allow fewer connections");
  }
  return {};
}

error_code listen_on(tcp::acceptor& acceptor, const tcp::endpoint& endpoint, bool shared) {
  error_code problem;
  acceptor.open(endpoint.protocol(), problem);
  if (!problem) acceptor.set_option(tcp::acceptor::reuse_address(true), problem);
  if (!problem && shared) {
    using ReusePort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;
    acceptor.set_option(ReusePort(true), problem);
  }
  if (!problem) acceptor.bind(endpoint, problem);
  if (!problem) acceptor.listen(asio::socket_base::max_listen_connections, problem);
  return problem;
}

Failure no_thread(const std::system_error& problem) {
  return fail(ErrorCode::io,
              "cannot start a thread: " + text::ascii_lower(problem.code().message()),
              "the limits of this user or container on processes or memory are too low");
}

class BeastServer final : public sys::HttpServer {
 public:
  BeastServer(sys::ServerOptions options, sys::HttpHandler& handler)
      : options_(std::move(options)), handler_(handler) {}
  BeastServer(const BeastServer&) = delete;
  BeastServer& operator=(const BeastServer&) = delete;

  ~BeastServer() override {
    if (signals_) release_signals();
    // Handlers that were never run hold connections, and those point to their worker.
    for (auto& worker : workers_) {
      error_code ignored;
      worker->acceptor.close(ignored);
      sweep_connections(worker->host, steady_clock::time_point::max());
    }
  }

  Result<> bind(tcp::endpoint endpoint) {
    // The threads share the port among themselves, and would with any other program that does the
    // same: another server of this kind, for one. Who shares nothing finds out.
    if (options_.threads > 1 && endpoint.port() != 0) {
      asio::io_context context;
      tcp::acceptor alone(context);
      if (const auto problem = listen_on(alone, endpoint, false)) return cannot_listen(problem);
    }
    for (int i = 0; i < std::max(1, options_.threads); ++i) {
      auto worker =
          std::make_unique<Worker>(options_, handler_, connections_open_, stopping_, background_);
      const auto problem = listen_on(worker->acceptor, endpoint, options_.threads > 1);
      if (problem) return cannot_listen(problem);
      endpoint = worker->acceptor.local_endpoint();
      workers_.push_back(std::move(worker));
    }
    // From here on, so that it ends in order whenever its address is known.
    if (options_.stop_on_signals) signals_.emplace(workers_.front()->host.context, SIGINT, SIGTERM);
    const auto address = endpoint.address();
    address_ = (address.is_v6() ? "[" + address.to_string() + "]" : address.to_string()) + ":" +
               std::to_string(endpoint.port());
    return {};
  }

  std::string address() const override { return address_; }

  Result<> run() override {
    if (signals_) {
      signals_->async_wait([this](error_code problem, int) {
        if (!problem) stop();
      });
    }
    asio::signal_set hangups(workers_.front()->host.context);
    if (options_.on_hangup) {
      hangups.add(SIGHUP);
      await_hangup(hangups);
    }
    for (auto& worker : workers_) {
      accept_next(*worker);
      sweep_next(*worker);
    }
    auto more_background_work = asio::make_work_guard(background_);
    std::vector<std::thread> background_threads;
    std::vector<std::thread> threads;
    Result<> ended;
    try {
      for (int i = 0; i < std::max(1, options_.background_threads); ++i) {
        background_threads.emplace_back([this] { background_.run(); });
      }
      for (std::size_t i = 1; i < workers_.size(); ++i) {
        threads.emplace_back([worker = workers_[i].get()] { worker->host.context.run(); });
      }
    } catch (const std::system_error& problem) {
      ended = no_thread(problem);
      stop();
    }
    auto& first = workers_.front()->host;
    while (!first.draining || !first.connections.empty()) {
      if (first.context.run_one() == 0) break;
    }
    for (auto& thread : threads)
      thread.join();
    more_background_work.reset();  // only now nobody hands over more of it
    for (auto& thread : background_threads)
      thread.join();
    return ended;
  }

  void stop() override {
    stopping_ = true;
    for (auto& worker : workers_) {
      asio::post(worker->host.context, [target = worker.get()] { drain(*target); });
    }
  }

 private:
  /// Who was asked to stop is on the way: being asked again must not break off the rest of it.
  void release_signals() {
    sigset_t both;
    sigset_t before;
    sigemptyset(&both);
    sigaddset(&both, SIGINT);
    sigaddset(&both, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &both, &before);
    signals_.reset();  // gives the signals their default action
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_IGN);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  Failure cannot_listen(error_code problem) const {
    return fail(ErrorCode::io, "cannot listen on " + options_.listen + ": " +
                                   text::ascii_lower(problem.message()));
  }

  void await_hangup(asio::signal_set& hangups) {
    hangups.async_wait([this, &hangups](error_code problem, int) {
      if (problem) return;
      options_.on_hangup();
      await_hangup(hangups);
    });
  }

  sys::ServerOptions options_;
  sys::HttpHandler& handler_;
  std::atomic<std::size_t> connections_open_{0};
  std::atomic<bool> stopping_{false};
  asio::io_context background_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::optional<asio::signal_set> signals_;
  std::string address_;
};

}  // namespace

Result<std::unique_ptr<sys::HttpServer>> open_beast_server(const sys::ServerOptions& options,
                                                           sys::HttpHandler& handler) {
  const auto endpoint = parse_endpoint(options.listen);
  if (!endpoint) return fail(endpoint.error());
  if (auto allowed = allow_descriptors(options.max_connections); !allowed) {
    return fail(std::move(allowed).error());
  }
  auto server = std::make_unique<BeastServer>(options, handler);
  auto bound = server->bind(*endpoint);
  if (!bound) return fail(bound.error());
  return std::unique_ptr<sys::HttpServer>(std::move(server));
}

}  // namespace mage_lineage::platform
