#include <mage_lineage/platform/beast_server.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/http_message.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <ctime>
#include <thread>
#include <unordered_set>

namespace mage_lineage::platform {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::uint32_t kMostHeadBytes = 16U << 10U;
constexpr std::size_t kReadAtOnce = 8192;
constexpr std::size_t kMostLingeringBytes = std::size_t{4} << 20U;
constexpr milliseconds kLinger{2000};
constexpr milliseconds kSweep{200};

class Connection;

/// What the connections of one thread share.
struct Worker {
  Worker(const sys::ServerOptions& given, sys::HttpHandler& serving, std::atomic<std::size_t>& open,
         std::atomic<bool>& stop)
      : options(given), handler(serving), connections_open(open), stopping(stop) {}

  const sys::ServerOptions& options;
  sys::HttpHandler& handler;
  std::atomic<std::size_t>& connections_open;
  std::atomic<bool>& stopping;
  std::unordered_set<Connection*> connections;  // outlives the handlers, which hold connections
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  asio::steady_timer sweep{context};
  asio::steady_timer retry{context};
  bool draining = false;
  steady_clock::time_point drain_until;
};

/// One connection: a request after another until somebody closes. Every step has a deadline, which
/// the worker's sweep enforces.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Worker& worker, tcp::socket socket) : worker_(worker), socket_(std::move(socket)) {
    worker_.connections.insert(this);
    ++worker_.connections_open;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    worker_.connections.erase(this);
    --worker_.connections_open;
  }

  void start() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    next_request();
  }

  void on_sweep(steady_clock::time_point now) {
    if (worker_.draining && (step_ == Step::idle || now >= worker_.drain_until)) {
      close();
    } else if (now >= deadline_) {
      on_deadline();
    }
  }

 private:
  enum class Step { idle, reading, answering, lingering };

  void expect(Step step, milliseconds within) {
    step_ = step;
    deadline_ = steady_clock::now() + within;
  }

  void on_deadline() {
    if (step_ == Step::reading) {
      timed_out_ = true;  // the read ends with operation_aborted, and is answered with 408
      deadline_ = steady_clock::now() + kLinger;
      error_code ignored;
      socket_.cancel(ignored);
    } else {
      close();
    }
  }

  void close() {
    error_code ignored;
    socket_.close(ignored);
  }

  void next_request() {
    if (worker_.draining) {
      close();
      return;
    }
    parser_.emplace();
    parser_->header_limit(kMostHeadBytes);
    parser_->body_limit(boost::none);  // set once the handler has said what it takes
    timed_out_ = false;
    if (buffer_.size() > 0) {
      read_head();
      return;
    }
    expect(Step::idle, worker_.options.idle_timeout);
    socket_.async_read_some(buffer_.prepare(kReadAtOnce),
                            [self = shared_from_this()](error_code problem, std::size_t n) {
                              self->buffer_.commit(n);
                              if (!problem) self->read_head();
                            });
  }

  void read_head() {
    expect(Step::reading, worker_.options.request_timeout);
    http::async_read_header(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](error_code problem, std::size_t) { self->on_head(problem); });
  }

  void on_head(error_code problem) {
    if (problem) {
      on_read_problem(problem);
      return;
    }
    take_head();
    keep_alive_ = parser_->get().keep_alive();
    if (auto refused = refuse_head(request_, static_cast<int>(parser_->get().version()))) {
      answer(*refused, false);
      return;
    }
    HeadVerdict verdict = judge();
    if (verdict.answer) {
      // The body that is not wanted still lies on the connection.
      answer(*verdict.answer, keep_alive_ && parser_->is_done());
      return;
    }
    const auto length = parser_->content_length();
    if (length && *length > verdict.max_body) {
      answer(plain_error(413, "too_large", "the body is too large"), false);
      return;
    }
    parser_->body_limit(verdict.max_body);
    if (request_.header("expect") != nullptr && !parser_->is_done()) {
      static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
      asio::async_write(socket_, asio::buffer(kGoOn),
                        [self = shared_from_this()](error_code failed, std::size_t) {
                          if (!failed) self->read_body();
                        });
    } else {
      read_body();
    }
  }

  using HeadVerdict = sys::HeadVerdict;

  void take_head() {
    const auto& message = parser_->get();
    request_ = {};
    request_.method = std::string(message.method_string());
    request_.target = origin_form({message.target().data(), message.target().size()});
    for (const auto& field : message) {
      request_.headers.emplace_back(
          text::ascii_lower({field.name_string().data(), field.name_string().size()}),
          std::string(field.value()));
    }
  }

  HeadVerdict judge() {
    try {
      return worker_.handler.judge_head(request_);
    } catch (const std::exception&) {
      return {plain_error(500, "internal", "a fault in the server"), 0};
    }
  }

  void read_body() {
    http::async_read(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](error_code problem, std::size_t) { self->on_body(problem); });
  }

  void on_body(error_code problem) {
    if (problem) {
      on_read_problem(problem);
      return;
    }
    request_.body = std::move(parser_->get().body());
    try {
      answer(worker_.handler.handle(request_), keep_alive_);
    } catch (const std::exception&) {
      answer(plain_error(500, "internal", "a fault in the server"), false);
    }
  }

  void on_read_problem(error_code problem) {
    if (timed_out_) {
      answer(plain_error(408, "timeout", "the request did not arrive in time"), false);
    } else if (problem == http::error::header_limit || problem == http::error::buffer_overflow) {
      answer(plain_error(431, "headers_too_large", "the headers are too large"), false);
    } else if (problem == http::error::body_limit) {
      answer(plain_error(413, "too_large", "the body is too large"), false);
    } else if (problem == http::error::bad_version) {
      answer(plain_error(505, "http_version", "speak HTTP/1.1"), false);
    } else if (problem.category() == http::make_error_code(http::error::bad_method).category() &&
               problem != http::error::end_of_stream && problem != http::error::partial_message) {
      answer(plain_error(400, "bad_request", "this is no HTTP request"), false);
    } else {
      close();
    }
  }

  void answer(sys::ServedResponse response, bool keep_alive) {
    if (!is_sendable(response)) response = plain_error(500, "internal", "a fault in the server");
    expect(Step::answering, worker_.options.response_timeout);
    const bool stay = keep_alive && !worker_.stopping;
    head_ = response_head(response, stay, std::time(nullptr));
    body_ = request_.method == "HEAD" ? nullptr : std::move(response.body);
    const std::array<asio::const_buffer, 2> whole{
        asio::buffer(head_), body_ ? asio::buffer(*body_) : asio::const_buffer()};
    asio::async_write(socket_, whole,
                      [self = shared_from_this(), stay](error_code problem, std::size_t) {
                        if (problem) return;
                        if (stay) {
                          self->next_request();
                        } else {
                          self->begin_lingering();
                        }
                      });
  }

  /// Closing while the peer still sends would reset the connection and take the answer along.
  void begin_lingering() {
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    expect(Step::lingering, kLinger);
    linger();
  }

  void linger() {
    buffer_.clear();
    socket_.async_read_some(buffer_.prepare(kReadAtOnce),
                            [self = shared_from_this()](error_code problem, std::size_t n) {
                              self->lingered_ += n;
                              if (problem || self->lingered_ > kMostLingeringBytes) {
                                self->close();
                              } else {
                                self->linger();
                              }
                            });
  }

  Worker& worker_;
  tcp::socket socket_;
  boost::beast::flat_buffer buffer_{kMostHeadBytes + kReadAtOnce};
  std::optional<http::request_parser<http::string_body>> parser_;
  sys::ServedRequest request_;
  std::string head_;
  std::shared_ptr<const std::string> body_;
  std::size_t lingered_ = 0;
  Step step_ = Step::idle;
  steady_clock::time_point deadline_;
  bool timed_out_ = false;
  bool keep_alive_ = false;
};

void accept_next(Worker& worker);

/// Tells a client beyond the bound to come back, as far as that goes without waiting for it.
void turn_away(tcp::socket socket) {
  const auto response = plain_error(503, "too_many_connections", "too many connections");
  const auto text = response_head(response, false, std::time(nullptr)) + *response.body;
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(text), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

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
    if (worker.connections_open >= worker.options.max_connections) {
      turn_away(std::move(socket));
    } else {
      std::make_shared<Connection>(worker, std::move(socket))->start();
    }
    accept_next(worker);
  });
}

void sweep_next(Worker& worker) {
  worker.sweep.expires_after(kSweep);
  worker.sweep.async_wait([&worker](error_code) {
    const auto now = steady_clock::now();
    // Closing only schedules handlers, so that the set stays as it is under this loop.
    for (auto* connection : worker.connections)
      connection->on_sweep(now);
    if (!worker.draining || !worker.connections.empty()) sweep_next(worker);
  });
}

void drain(Worker& worker) {
  if (worker.draining) return;
  worker.draining = true;
  worker.drain_until = steady_clock::now() + worker.options.drain_timeout;
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

class BeastServer final : public sys::HttpServer {
 public:
  BeastServer(const sys::ServerOptions& options, sys::HttpHandler& handler)
      : options_(options), handler_(handler) {}
  BeastServer(const BeastServer&) = delete;
  BeastServer& operator=(const BeastServer&) = delete;

  ~BeastServer() override {
    // Handlers that were never run hold connections, and those point to their worker.
    for (auto& worker : workers_) {
      error_code ignored;
      worker->acceptor.close(ignored);
      for (auto* connection : worker->connections)
        connection->on_sweep(steady_clock::time_point::max());
    }
  }

  Result<> bind(tcp::endpoint endpoint) {
    for (int i = 0; i < std::max(1, options_.threads); ++i) {
      auto worker = std::make_unique<Worker>(options_, handler_, connections_open_, stopping_);
      error_code problem;
      auto& acceptor = worker->acceptor;
      acceptor.open(endpoint.protocol(), problem);
      if (!problem) acceptor.set_option(tcp::acceptor::reuse_address(true), problem);
      // The threads share the port only among themselves: the first one must not share it.
      if (!problem && options_.threads > 1) {
        using ReusePort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;
        acceptor.set_option(ReusePort(true), problem);
      }
      if (!problem) acceptor.bind(endpoint, problem);
      if (!problem) acceptor.listen(asio::socket_base::max_listen_connections, problem);
      if (problem) {
        return fail(ErrorCode::io, "cannot listen on " + options_.listen + ": " +
                                       text::ascii_lower(problem.message()));
      }
      endpoint = acceptor.local_endpoint();
      workers_.push_back(std::move(worker));
    }
    const auto address = endpoint.address();
    address_ = (address.is_v6() ? "[" + address.to_string() + "]" : address.to_string()) + ":" +
               std::to_string(endpoint.port());
    return {};
  }

  std::string address() const override { return address_; }

  int run() override {
    asio::signal_set signals(workers_.front()->context);
    int stopped_by = 0;
    if (options_.stop_on_signals) {
      signals.add(SIGINT);
      signals.add(SIGTERM);
      signals.async_wait([this, &stopped_by](error_code problem, int signal) {
        if (problem) return;
        stopped_by = signal;
        stop();
      });
    }
    std::vector<std::thread> threads;
    for (auto& worker : workers_) {
      accept_next(*worker);
      sweep_next(*worker);
    }
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      threads.emplace_back([worker = workers_[i].get()] { worker->context.run(); });
    }
    auto& first = *workers_.front();
    while (!first.draining || !first.connections.empty()) {
      if (first.context.run_one() == 0) break;
    }
    for (auto& thread : threads)
      thread.join();
    return stopped_by;
  }

  void stop() override {
    stopping_ = true;
    for (auto& worker : workers_) {
      asio::post(worker->context, [target = worker.get()] { drain(*target); });
    }
  }

 private:
  sys::ServerOptions options_;
  sys::HttpHandler& handler_;
  std::atomic<std::size_t> connections_open_{0};
  std::atomic<bool> stopping_{false};
  std::vector<std::unique_ptr<Worker>> workers_;
  std::string address_;
};

}  // namespace

Result<std::unique_ptr<sys::HttpServer>> open_beast_server(const sys::ServerOptions& options,
                                                           sys::HttpHandler& handler) {
  const auto endpoint = parse_endpoint(options.listen);
  if (!endpoint) return fail(endpoint.error());
  auto server = std::make_unique<BeastServer>(options, handler);
  auto bound = server->bind(*endpoint);
  if (!bound) return fail(bound.error());
  return std::unique_ptr<sys::HttpServer>(std::move(server));
}

}  // namespace mage_lineage::platform
