#include <mage_lineage/delivery/probe.hpp>

#include <mage_lineage/delivery/answer.hpp>
#include <mage_lineage/delivery/token.hpp>

namespace mage_lineage::delivery {

bool RouteProbe::good() const {
  return connection.problem.empty() && (!needs_token || token_minted);
}

RouteProbe probe_route(const Route& route, sys::HttpClient& http,
                       std::chrono::milliseconds timeout) {
  RouteProbe probe;
  probe.connection = http.probe(route.events.text(), timeout);
  probe.needs_token = route.mint.has_value();
  if (!probe.needs_token || !probe.connection.problem.empty()) return probe;

  auto request = mint_request(route);
  request.timeout = timeout;
  http.submit(0, std::move(request));
  auto outcomes = http.wait(timeout + std::chrono::seconds(1));
  if (outcomes.empty()) return probe;
  const auto& outcome = outcomes.front();
  probe.token_took = outcome.took;
  if (!outcome.response) {
    probe.token_problem = outcome.failure.message;
    return probe;
  }
  probe.token_status = outcome.response->status;
  if (probe.token_status / 100 != 2) {
    Cleaner cleaner;
    cleaner.hide(route.mint_key);
    cleaner.hide(route.service_key);
    probe.token_problem = "the gateway answered " + describe_answer(*outcome.response, cleaner);
    probe.token_hint = "check MAGE_PRO_API_API_KEY and AUTOPILOT_LINEAGE_TENANT_ID";
    return probe;
  }
  const auto token = read_token(*outcome.response);
  probe.token_minted = token.has_value();
  if (!token) {
    probe.token_problem = token.error().message;
    probe.token_hint = token.error().hint;
  }
  return probe;
}

}  // namespace mage_lineage::delivery
