#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/event/validator.hpp>
#include <mage_lineage/service/graph.hpp>
#include <mage_lineage/sys/clock.hpp>
#include <mage_lineage/sys/http_server.hpp>
#include <mage_lineage/sys/random.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mage_lineage::service {

/// A request to the receiver and how it was answered; the views live as long as the call.
struct Received {
  std::string_view api;   ///< `gateway`, `direct`, `portal`, `openlineage`, or `token`
  std::string_view body;  ///< the event as it came
  int status = 0;
  bool accepted = false;
  std::string kind;     ///< `block.updated`, `RunEvent START`; empty when that cannot be told
  std::string subject;  ///< what it is about: a namespace and name, an object
  std::string problem;  ///< why it was refused
  std::optional<Graph> graph;
};

/// Where a request is told: to a person, and to the store. When it fails, the sender gets a 500, so
/// that nothing counts as delivered that is not kept.
using OnReceived = std::function<Result<>(const Received&)>;

/// A backend for trying things out and for tests: Mage's Autopilot (direct and through the gateway,
/// token included), Spotify Portal, and the common `/api/v1/lineage`. Events are validated as those
/// would: a Mage event against its schema, Portal's by Portal's rules, others by the spec. Any
/// nonempty bearer token is good but an expired one of its own. One thread at a time.
class Receiver final : public sys::HttpHandler {
 public:
  Receiver(sys::Clock& clock, sys::Random& random,
           std::function<std::unique_ptr<sys::JsonScanner>()> make_scanner, OnReceived on_received);

  sys::HeadVerdict judge_head(sys::ServedRequest& request) override;
  sys::Handling handle(sys::ServedRequest& request) override;

  static constexpr std::size_t kMostBody = std::size_t{16} << 20U;
  static constexpr std::chrono::seconds kTokenLifetime{300};

 private:
  sys::ServedResponse mint(const sys::ServedRequest& request);
  sys::ServedResponse take_mage_event(std::string_view api, const sys::ServedRequest& request);
  sys::ServedResponse take_portal_event(const sys::ServedRequest& request);
  sys::ServedResponse take_openlineage_event(const sys::ServedRequest& request);
  sys::ServedResponse tell(Received received, sys::ServedResponse response);
  bool is_expired(const std::string& token) const;

  sys::Clock& clock_;
  sys::Random& random_;
  OnReceived on_received_;
  event::Validator mage_;
  event::Validator portal_;
  event::Validator openlineage_;
  std::unordered_map<std::string, std::chrono::nanoseconds> tokens_;  ///< minted, with their end
  std::deque<std::string> token_order_;
};

}  // namespace mage_lineage::service
