#include "commands/delivery_options.hpp"

#include <mage_lineage/core/time.hpp>

#include <algorithm>

namespace mage_lineage::commands {
using delivery::RouteKind;

Result<std::optional<std::chrono::milliseconds>> parse_max_time(std::string_view given) {
  auto duration = parse_duration(given);
  if (!duration) return fail(std::move(duration).error());
  if (duration->count() == 0) return fail(ErrorCode::usage, "no time at all is not enough");
  return std::optional(*duration);
}

void declare_delivery(cli::Declaration& declaration, DeliveryOptions& options) {
  declaration.choice("--route", "ROUTE", options.route,
                     {{"direct", std::optional(RouteKind::direct)},
                      {"gateway", std::optional(RouteKind::gateway)},
                      {"openlineage", std::optional(RouteKind::openlineage)}},
                     "where events go; by default what is configured, direct before gateway");
  declaration.parsed("--max-time", "DURATION", options.max_time, &parse_max_time,
                     "give up after this long, retries included (30s, 2m)");
  declaration.flag("--dry-run", options.dry_run, "print what would be sent, and send nothing");
  declare_network(declaration, options.network);
}

std::vector<settings::Id> delivery_settings() {
  using settings::Id;
  return {Id::tenant_id,
          Id::mage_pro_api_endpoint,
          Id::mage_pro_api_key,
          Id::gateway_access_token,
          Id::direct_api_url,
          Id::direct_api_token,
          Id::service_api_key,
          Id::routine_id,
          Id::event_timeout,
          Id::openlineage_url,
          Id::openlineage_endpoint,
          Id::openlineage_api_key,
          Id::openlineage_disabled};
}

bool is_turned_off(RouteKind kind, const settings::Settings& settings, cli::Context& context) {
  if (!delivery::is_turned_off(kind, settings)) return false;
  context.terminal.note("nothing is sent: OPENLINEAGE_DISABLED is true");
  return true;
}

Result<OpenSender> open_sender(delivery::Route route, const DeliveryOptions& options,
                               const settings::Settings& settings, const cli::Context& context,
                               int connections, Amount amount) {
  const auto timeout = settings.seconds(settings::Id::event_timeout);
  if (!timeout) return fail(timeout.error());
  auto http = open_http(options.network, context, connections);
  if (!http) return fail(std::move(http).error());
  delivery::SendOptions send;
  send.timeout = *timeout;
  send.max_connections = connections;
  send.max_time = options.max_time;
  if (!send.max_time && amount == Amount::one) send.max_time = 3 * *timeout;
  OpenSender open;
  open.http = std::move(*http);
  open.sender = std::make_unique<delivery::Sender>(std::move(route), send, *open.http,
                                                   context.world.clock, context.world.random);
  return open;
}

int signal_of(const cli::Context& context) {
  return context.world.interrupted ? context.world.interrupted() : 0;
}

void heed_interrupt(delivery::Sender& sender, const cli::Context& context) {
  if (signal_of(context) != 0) sender.stop("the command was interrupted");
}

std::vector<delivery::Receipt> send_all(OpenSender& open, std::vector<delivery::Delivery> events,
                                        const cli::Context& context) {
  constexpr std::chrono::milliseconds kTick{100};
  std::vector<delivery::Receipt> receipts;
  std::size_t next = 0;
  while (next < events.size() || !open.sender->idle()) {
    while (next < events.size() && open.sender->has_room()) {
      open.sender->offer(std::move(events[next++]));
    }
    heed_interrupt(*open.sender, context);
    for (auto& receipt : open.sender->step(kTick))
      receipts.push_back(std::move(receipt));
  }
  std::sort(receipts.begin(), receipts.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });
  return receipts;
}

cli::ExitCode exit_code_of(const std::vector<delivery::Receipt>& receipts) {
  const bool all = std::all_of(receipts.begin(), receipts.end(), [](const auto& receipt) {
    return receipt.fate == delivery::Fate::delivered;
  });
  return all ? cli::ExitCode::yes : cli::ExitCode::delivery;
}

}  // namespace mage_lineage::commands
