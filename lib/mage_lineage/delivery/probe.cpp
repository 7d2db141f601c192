#include <mage_lineage/delivery/probe.hpp>

#include <mage_lineage/delivery/answer.hpp>
#include <mage_lineage/delivery/minter.hpp>

#include <utility>

namespace mage_lineage::delivery {
namespace {

sys::HttpOutcome no_answer() {
  sys::HttpOutcome outcome;
  outcome.failure.message = "the gateway gave no answer to the mint request in time";
  return outcome;
}

}  // namespace

bool RouteProbe::good() const {
  return connection.problem.empty() && (!needs_token || token_minted);
}

RouteProbe probe_route(const Route& route, sys::HttpClient& http,
                       std::chrono::milliseconds timeout) {
  RouteProbe probe;
  probe.connection = http.probe(route.events.text(), timeout);
  probe.needs_token = route.mint.has_value();
  if (!probe.needs_token || !probe.connection.problem.empty()) return probe;

  Minter minter(route);
  auto request = minter.begin({});
  request.timeout = timeout;
  http.submit(0, std::move(request));
  auto outcomes = http.wait(timeout + std::chrono::seconds(1));
  if (outcomes.empty()) outcomes.push_back(no_answer());
  auto cleaner = Cleaner::for_route(route);
  probe.token_minted = minter.take(outcomes.front(), cleaner) == Minter::Next::ready;
  const auto& report = minter.report();
  probe.token_took = report.took;
  probe.token_status = report.status;
  if (probe.token_minted) return probe;
  probe.token_problem = report.problem;
  probe.token_hint = minter.hint();
  return probe;
}

}  // namespace mage_lineage::delivery
