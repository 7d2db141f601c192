#include <mage_lineage/openlineage/event_source.hpp>
#include <mage_lineage/service/receiver.hpp>

#include "cli/command.hpp"
#include "output/receive_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

struct Options {
  std::string listen = "127.0.0.1:0";
  std::string store;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  declaration.option("--listen", "ADDRESS", options.listen,
                     "where to listen, 127.0.0.1:0 by default; port 0 takes a free one");
  declaration
      .option("--store", "FILE", options.store, "add each accepted event to FILE, one a line")
      .offers = cli::Offers::files;
  cli::declare_json(declaration, options.json);
}

/// Keeps accepted events before their senders are told, and shows every request.
class Ledger {
 public:
  Ledger(bool json, output::Terminal& terminal, std::unique_ptr<sys::Output> store)
      : json_(json), terminal_(terminal), store_(std::move(store)) {}

  Result<> take(const service::Received& received) {
    if (store_ && received.accepted && received.api != "token") {
      auto kept = store_->append(openlineage::as_line(std::string(received.body)));
      if (!kept) {
        terminal_.warn(kept.error().message);
        return kept;
      }
    }
    terminal_.out(json_ ? output::received_json(received)
                        : output::received_text(received, terminal_.out_style()));
    return {};
  }

 private:
  bool json_;
  output::Terminal& terminal_;
  std::unique_ptr<sys::Output> store_;
};

Result<ExitCode> run(const Options& options, Context& context) {
  const auto& world = context.world;
  std::unique_ptr<sys::Output> store;
  if (!options.store.empty()) {
    constexpr std::uint32_t kMode = 0644;
    auto opened = world.files.open_output(options.store, kMode);
    if (!opened) return fail(std::move(opened).error());
    store = std::move(*opened);
  }
  Ledger ledger(options.json, context.terminal, std::move(store));
  const auto make_scanner = [&world]() -> std::unique_ptr<sys::JsonScanner> {
    if (!world.open_json_scanner) return nullptr;
    auto scanner = world.open_json_scanner();
    return scanner ? std::move(*scanner) : nullptr;
  };
  service::Receiver receiver(world.clock, world.random, make_scanner,
                             [&ledger](const service::Received& r) { return ledger.take(r); });
  if (!world.open_server) return fail(ErrorCode::internal, "this build has no HTTP server");
  sys::ServerOptions server_options;
  server_options.listen = options.listen;
  auto server = world.open_server(server_options, receiver);
  if (!server) return fail(std::move(server).error());
  const auto url = "http://" + (*server)->address();
  context.terminal.out(options.json ? output::listening_json(url) : output::listening_text(url));
  if (!context.terminal.out_works()) return ExitCode::unusable;  // nobody would know the address
  if (auto served = (*server)->run(); !served) return fail(std::move(served).error());
  return ExitCode::yes;
}

}  // namespace

cli::Command receive() {
  return {
      .path = "receive",
      .section = cli::Section::events,
      .summary = "run a local backend that takes events and shows them",
      .description =
          "Listens for events and answers as real backends do, for trying things out and for "
          "tests.\n"
          "It prints its address first, then a line for each request, until it is interrupted;\n"
          "requests under way are finished.\n"
          "\n"
          "  /events, /api/v1/autopilot/lineage/events  Mage events: 202\n"
          "  /api/v1/autopilot/gateway/token            mints a gateway token for five minutes\n"
          "  /api/data-registry/lineage                 Spotify Portal: 201 with counts, or 400\n"
          "  /api/v1/lineage                            any OpenLineage event: 201, or 400\n"
          "\n"
          "Events are validated; what is refused is answered with the reason. Any bearer token is\n"
          "good, but the Mage and Portal paths need one. An event is in the store before its "
          "sender\n"
          "gets an answer.",
      .examples = {{"mage-lineage receive", "listen on a free port of this machine"},
                   {"mage-lineage receive --listen 127.0.0.1:5000 --store events.ndjson",
                    "listen on a chosen port and keep what comes"}},
      .settings = {},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
