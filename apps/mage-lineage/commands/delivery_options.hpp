#pragma once

#include <mage_lineage/delivery/sender.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "commands/network_options.hpp"

namespace mage_lineage::commands {

/// What every command that sends events takes.
struct DeliveryOptions {
  std::optional<delivery::RouteKind> route;
  std::optional<std::chrono::milliseconds> max_time;
  bool dry_run = false;
  NetworkOptions network;
};

/// `--route`, `--max-time`, `--dry-run`, `--cacert` and `--allow-insecure-http`.
void declare_delivery(cli::Declaration& declaration, DeliveryOptions& options);

/// Reads `--max-time`.
Result<std::optional<std::chrono::milliseconds>> parse_max_time(std::string_view given);

/// The settings that routes read, for the commands' environment sections.
std::vector<settings::Id> delivery_settings();

/// Whether the environment turns the route off; then that is said.
bool is_turned_off(delivery::RouteKind kind, const settings::Settings& settings,
                   cli::Context& context);

/// A sender with the client it needs.
struct OpenSender {
  std::unique_ptr<sys::HttpClient> http;
  std::unique_ptr<delivery::Sender> sender;
};

/// How many events a command sends: what bounds its time without `--max-time`.
enum class Amount { one, many };

/// Loads the HTTP library. `connections` is the most requests under way at once. A single event has
/// three times the timeout of a request, many have no bound.
Result<OpenSender> open_sender(delivery::Route route, const DeliveryOptions& options,
                               const settings::Settings& settings, const cli::Context& context,
                               int connections, Amount amount);

/// Sends a few events and waits for the fate of each, in the order of offering. Stops early when
/// the person interrupts.
std::vector<delivery::Receipt> send_all(OpenSender& open, std::vector<delivery::Delivery> events,
                                        const cli::Context& context);

/// The exit code of a command whose events must all arrive.
cli::ExitCode exit_code_of(const std::vector<delivery::Receipt>& receipts);

/// The signal with which the person asked to end, or 0. From the first call on the first such
/// signal does not end the program by itself.
int signal_of(const cli::Context& context);

/// Ends what is under way when the person interrupted: stops the sender, once.
void heed_interrupt(delivery::Sender& sender, const cli::Context& context);

}  // namespace mage_lineage::commands
