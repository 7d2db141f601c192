#include <mage_lineage/platform/beast_connection.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/http_head.hpp>
#include <mage_lineage/platform/http_message.hpp>

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <ctime>

namespace mage_lineage::platform {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr std::uint32_t kMostHeadBytes = 16U << 10U;
constexpr std::size_t kReadAtOnce = 8192;
constexpr std::size_t kMostLingeringBytes = std::size_t{4} << 20U;
constexpr milliseconds kLinger{2000};

}  // namespace

/// One connection: a request after another until somebody closes. Every step has a deadline, which
/// the host's sweep enforces.
class BeastConnection : public std::enable_shared_from_this<BeastConnection> {
 public:
  BeastConnection(BeastHost& host, tcp::socket socket) : host_(host), socket_(std::move(socket)) {
    host_.connections.insert(this);
    ++host_.connections_open;
  }
  BeastConnection(const BeastConnection&) = delete;
  BeastConnection& operator=(const BeastConnection&) = delete;
  ~BeastConnection() {
    host_.connections.erase(this);
    --host_.connections_open;
  }

  void start() {
    error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    next_request();
  }

  void on_sweep(steady_clock::time_point now) {
    if (step_ == Step::working) return;  // the work has a bound of its own, and its answer follows
    if (host_.draining && (step_ == Step::idle || now >= host_.drain_until)) {
      close();
    } else if (now >= deadline_) {
      on_deadline();
    }
  }

 private:
  enum class Step { idle, reading, working, answering, lingering };

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
    if (host_.draining) {
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
    expect(Step::idle, host_.options.idle_timeout);
    socket_.async_read_some(buffer_.prepare(kReadAtOnce),
                            [self = shared_from_this()](error_code problem, std::size_t n) {
                              self->buffer_.commit(n);
                              if (!problem) self->read_head();
                            });
  }

  void read_head() {
    began_ = steady_clock::now();
    request_ = {};
    scanner_ = HeadScanner(kMostHeadBytes);
    expect(Step::reading, host_.options.request_timeout);
    scan_head();
  }

  void scan_head() {
    const auto bytes = buffer_.cdata();
    switch (scanner_.scan({static_cast<const char*>(bytes.data()), bytes.size()})) {
      case HeadScanner::State::more:
        socket_.async_read_some(buffer_.prepare(kReadAtOnce),
                                [self = shared_from_this()](error_code problem, std::size_t n) {
                                  self->buffer_.commit(n);
                                  if (problem) {
                                    self->on_read_problem(problem);
                                  } else {
                                    self->scan_head();
                                  }
                                });
        return;
      case HeadScanner::State::whole:
        parse_head();
        return;
      case HeadScanner::State::malformed:
        answer(plain_error(400, "bad_request", "this is no HTTP request"), false);
        return;
      case HeadScanner::State::target_too_long:
        answer(plain_error(414, "target_too_long", "the target is too long"), false);
        return;
      case HeadScanner::State::too_large:
        on_read_problem(http::error::header_limit);
    }
  }

  void parse_head() {
    error_code problem;
    buffer_.consume(scanner_.begin());
    const auto length = scanner_.end() - scanner_.begin();
    const auto used = parser_->put(asio::buffer(buffer_.cdata(), length), problem);
    buffer_.consume(used);
    if (problem || !parser_->is_header_done()) {
      on_read_problem(problem ? problem : make_error_code(http::error::bad_field));
    } else {
      on_head();
    }
  }

  void on_head() {
    take_head();
    keep_alive_ = parser_->get().keep_alive();
    if (auto refused = refuse_head(request_, static_cast<int>(parser_->get().version()))) {
      answer(*refused, false);
      return;
    }
    sys::HeadVerdict verdict = judge();
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

  void take_head() {
    const auto& message = parser_->get();
    request_.method = std::string(message.method_string());
    request_.target = origin_form({message.target().data(), message.target().size()});
    for (const auto& field : message) {
      request_.headers.emplace_back(
          text::ascii_lower({field.name_string().data(), field.name_string().size()}),
          std::string(field.value()));
    }
  }

  sys::HeadVerdict judge() {
    try {
      return host_.handler.judge_head(request_);
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
      auto handling = host_.handler.handle(request_);
      if (handling.later) {
        work(std::move(handling.later));
      } else {
        answer(std::move(handling.now), keep_alive_);
      }
    } catch (const std::exception&) {
      answer(plain_error(500, "internal", "a fault in the server"), false);
    }
  }

  /// The answer is made on a background thread and sent from this connection's own.
  void work(std::function<sys::ServedResponse()> later) {
    step_ = Step::working;
    asio::post(host_.background, [self = shared_from_this(), later = std::move(later)]() mutable {
      sys::ServedResponse made;
      try {
        made = later();
      } catch (const std::exception&) {
        made = plain_error(500, "internal", "a fault in the server");
      }
      later = nullptr;
      auto& context = self->host_.context;
      asio::post(context, [self = std::move(self), made = std::move(made)]() mutable {
        self->answer(std::move(made), self->keep_alive_);
      });
    });
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
    expect(Step::answering, host_.options.response_timeout);
    const bool stay = keep_alive && !host_.stopping;
    head_ = response_head(response, stay, std::time(nullptr));
    body_ = request_.method == "HEAD" ? nullptr : std::move(response.body);
    status_ = response.status;
    const std::array<asio::const_buffer, 2> whole{
        asio::buffer(head_), body_ ? asio::buffer(*body_) : asio::const_buffer()};
    asio::async_write(socket_, whole,
                      [self = shared_from_this(), stay](error_code problem, std::size_t sent) {
                        self->tell_answered(sent);
                        if (problem) return;
                        if (stay) {
                          self->next_request();
                        } else {
                          self->begin_lingering();
                        }
                      });
  }

  void tell_answered(std::size_t sent) {
    const auto body = sent > head_.size() ? sent - head_.size() : 0;
    host_.handler.answered(request_, {status_, body, steady_clock::now() - began_});
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

  BeastHost& host_;
  tcp::socket socket_;
  boost::beast::flat_buffer buffer_{kMostHeadBytes + kReadAtOnce};
  HeadScanner scanner_{kMostHeadBytes};
  std::optional<http::request_parser<http::string_body>> parser_;
  sys::ServedRequest request_;
  std::string head_;
  std::shared_ptr<const std::string> body_;
  int status_ = 0;
  std::size_t lingered_ = 0;
  Step step_ = Step::idle;
  steady_clock::time_point began_;
  steady_clock::time_point deadline_;
  bool timed_out_ = false;
  bool keep_alive_ = false;
};

void serve_connection(BeastHost& host, tcp::socket socket) {
  std::make_shared<BeastConnection>(host, std::move(socket))->start();
}

void sweep_connections(BeastHost& host, steady_clock::time_point now) {
  // Closing only schedules handlers, so that the set stays as it is under this loop.
  for (auto* connection : host.connections)
    connection->on_sweep(now);
}

void turn_away(tcp::socket socket) {
  auto response = plain_error(503, "too_many_connections", "too many connections");
  response.headers.emplace_back("Retry-After", "1");
  const auto text = response_head(response, false, std::time(nullptr)) + *response.body;
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(text), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
}

}  // namespace mage_lineage::platform
