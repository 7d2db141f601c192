#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>

#include <algorithm>

#include "commands/delivery_options.hpp"
#include "commands/run_event_options.hpp"
#include "output/receipt_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using openlineage::RunState;
using std::chrono::milliseconds;

struct Options {
  std::vector<std::string> command;
  milliseconds interval{60'000};
  RunEventOptions event;
  std::optional<milliseconds> max_time;
  NetworkOptions network;
};

Result<milliseconds> parse_interval(std::string_view given) {
  auto duration = parse_duration(given);
  if (!duration) return fail(std::move(duration).error());
  if (*duration < milliseconds(1000)) return fail(ErrorCode::usage, "write at least 1s");
  return *duration;
}

void declare(Declaration& declaration, Options& options) {
  declare_run_event(declaration, options.event);
  declaration.parsed("--interval", "DURATION", options.interval, &parse_interval,
                     "how often a long run is told to be RUNNING (default: 1m)");
  declaration.parsed("--max-time", "DURATION", options.max_time, &parse_max_time,
                     "how long to wait for the last event after the command ended (default: three "
                     "times the timeout of a request)");
  declare_network(declaration, options.network);
  declaration.argument("COMMAND", options.command, "the command and its arguments, after --")
      .required = true;
}

/// Tells a backend of one run while its command goes on. Whatever goes wrong is said on standard
/// error, once, and changes nothing else.
class Lineage {
 public:
  Lineage(const Options& options, Context& context, openlineage::RunEvent event)
      : options_(options), context_(context), event_(std::move(event)) {}

  /// Makes ready to send; a failure leaves everything untold.
  void open(const settings::Settings& settings) {
    constexpr auto kKind = delivery::RouteKind::openlineage;
    if (delivery::is_turned_off(kKind, settings)) return;
    auto route = delivery::make_route(kKind, settings, options_.network.insecure());
    if (!route) return trouble(route.error());
    route_ = *route;
    DeliveryOptions delivery;
    delivery.network = options_.network;
    auto opened = open_sender(std::move(*route), delivery, settings, context_, 1, Amount::many);
    if (!opened) return trouble(opened.error());
    open_ = std::move(*opened);
    const auto timeout = settings.seconds(settings::Id::event_timeout);
    patience_ = options_.max_time.value_or(3 * timeout.value_or(milliseconds(5000)));
  }

  void tell(RunState state) {
    if (!open_.sender || open_.sender->stopped()) return;
    event_.state = state;
    event_.time = context_.world.clock.now();
    auto made = run_delivery(event_, route_, context_);
    if (!made) return trouble(made.error());
    open_.sender->offer(std::move(*made));
    next_running_ = context_.world.clock.steady() + options_.interval;
  }

  void fail_with(const std::string& why) {
    event_.run.facets.push_back(openlineage::error_facet(why));
    tell(RunState::fail);
  }

  /// Lets requests make progress without waiting; when to come back.
  milliseconds tick() {
    constexpr milliseconds kBusy{10};
    constexpr milliseconds kNever{3'600'000};
    if (!open_.sender) return kNever;
    if (open_.sender->idle() && context_.world.clock.steady() >= next_running_) {
      tell(RunState::running);
    }
    if (!open_.sender->idle()) {
      step(milliseconds(0));
      return kBusy;
    }
    if (open_.sender->stopped()) return kNever;
    const auto left = next_running_ - context_.world.clock.steady();
    return std::max(kBusy, std::chrono::ceil<milliseconds>(left));
  }

  /// Waits for the last fates, unless the person has enough of it.
  void finish() {
    if (!open_.sender) return;
    constexpr milliseconds kSilence{1000};
    const auto& clock = context_.world.clock;
    const auto announce_at = clock.steady() + kSilence;
    const auto until = clock.steady() + patience_;
    bool announced = !context_.terminal.err_is_terminal();
    open_.sender->end_within(patience_);
    while (!open_.sender->idle()) {
      const auto left = std::chrono::ceil<milliseconds>(until - clock.steady());
      step(std::clamp(left, milliseconds(0), milliseconds(100)));
      // A request from before has more time of its own.
      const bool enough = left.count() <= 0 || signal_of(context_) != 0;
      if (enough && !open_.sender->idle()) {
        context_.terminal.warn("lineage: what becomes of the last event is not waited for");
        return;
      }
      if (!announced && clock.steady() >= announce_at) {
        announced = true;
        context_.terminal.note("lineage: waiting for the backend, at most " +
                               format_duration(patience_) + "; Ctrl-C ends it");
      }
    }
  }

 private:
  void step(milliseconds patience) {
    for (const auto& receipt : open_.sender->step(patience)) {
      if (receipt.fate == delivery::Fate::delivered) {
        context_.terminal.detail("lineage: " + receipt.event.step + " delivered");
        continue;
      }
      context_.terminal.warn("lineage: " + receipt.event.step + " " +
                             output::receipt_text(receipt, context_.terminal.err_style()));
      if (!receipt.hint.empty()) {
        context_.terminal.note("  hint: " + text::escape_untrusted(receipt.hint));
      }
    }
  }

  void trouble(const Error& error) {
    context_.terminal.warn("lineage: nothing is sent: " + error.message);
    if (!error.hint.empty()) context_.terminal.note("  hint: " + error.hint);
    open_ = {};
  }

  const Options& options_;
  Context& context_;
  openlineage::RunEvent event_;
  delivery::Route route_;
  OpenSender open_;
  milliseconds patience_{15'000};
  std::chrono::nanoseconds next_running_{0};
};

/// The caller's environment, and who the parent of the command's own runs is.
sys::Environment child_environment(const openlineage::RunEvent& event,
                                   const std::optional<openlineage::Parent>& above,
                                   const Context& context) {
  openlineage::Parent parent;
  parent.run_id = event.run.run_id;
  parent.job = event.job.name;
  if (above) {
    const bool has_root = !above->root_run_id.empty();
    parent.root_run_id = has_root ? above->root_run_id : above->run_id;
    parent.root_job = has_root ? above->root_job : above->job;
  }
  auto environment = context.world.environment;
  environment["OPENLINEAGE_CONTEXT"] = openlineage::context_of(parent);
  environment["OPENLINEAGE_PARENT_ID"] = openlineage::id_of(parent);
  environment["OPENLINEAGE_ROOT_PARENT_ID"] = openlineage::root_id_of(parent);
  return environment;
}

/// Why a command has no end of its own.
std::string no_end(const Error& error) {
  const bool not_started =
      error.code == ErrorCode::not_found || error.code == ErrorCode::permission;
  return not_started ? "the command could not be started"
                     : "the command could not be run, or its end is not known";
}

/// What shells say of a command that could not be started.
int shell_status(const Error& error) {
  return error.code == ErrorCode::not_found ? 127 : 126;
}

Result<ExitCode> run(const Options& options, Context& context) {
  auto settings = context.load_settings();
  if (!settings) return fail(std::move(settings).error());
  const auto above = parent_of_run(options.event, *settings, context);
  if (!above) return fail(above.error());
  auto event = make_run_event(options.event, *above, *settings, context);
  if (!event) return fail(std::move(event).error());
  event->run.run_id = new_run_id(context);

  sys::ForegroundCommand command;
  command.argv = options.command;
  command.environment = child_environment(*event, *above, context);
  Lineage lineage(options, context, std::move(*event));
  lineage.open(*settings);
  lineage.tell(RunState::start);
  command.tick = [&lineage] { return lineage.tick(); };
  const auto end = context.world.process.run_foreground(command);
  if (!end) {
    context.terminal.err(output::error_text(end.error(), context.terminal.err_style()));
    lineage.fail_with(no_end(end.error()));
  } else if (end->signal != 0) {
    lineage.fail_with("the command was ended by signal " + std::to_string(end->signal));
  } else if (end->status != 0) {
    lineage.fail_with("the command ended with exit status " + std::to_string(end->status));
  } else {
    lineage.tell(RunState::complete);
  }
  lineage.finish();
  return static_cast<ExitCode>(end ? end->status : shell_status(end.error()));
}

}  // namespace

cli::Command run_command() {
  return {
      .path = "run",
      .section = cli::Section::events,
      .summary = "run a command, and tell an OpenLineage backend that it started and ended",
      .description =
          "Runs COMMAND with its own input, output, terminal and signals, and sends START, "
          "RUNNING\n"
          "for long runs, and COMPLETE or FAIL. A FAIL names the exit status or signal, never the\n"
          "arguments or the output. The command finds who it is in OPENLINEAGE_CONTEXT,\n"
          "OPENLINEAGE_PARENT_ID and OPENLINEAGE_ROOT_PARENT_ID, for runs of its own.\n"
          "\n"
          "Trouble with lineage is told on standard error and changes nothing: the command is\n"
          "neither delayed at its start nor is its exit status another. It is passed on, 126 "
          "(cannot\n"
          "be run), 127 (not found) and 128 + n (signal n) included.",
      .examples =
          {{"mage-lineage run --job etl/orders --input postgres://db:5432/shop.public.orders "
            "--output s3://lake/orders -- python load_orders.py",
            "run a script and tell what it reads and writes"}},
      .settings = run_event_settings(),
      .passes_status = true,
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
