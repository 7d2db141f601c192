#include "commands/emit_file.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/event.hpp>
#include <mage_lineage/event/validator.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/openlineage/event_reader.hpp>
#include <mage_lineage/openlineage/event_source.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <optional>

#include "commands/secret_watch.hpp"
#include "output/receipt_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::ExitCode;
using delivery::Delivery;
using delivery::Fate;
using delivery::Receipt;
using delivery::RouteKind;

/// What the events of a file are sent as: found out from the first of them.
struct Plan {
  bool off = false;  ///< the environment has nothing sent
  delivery::Route route;
  openlineage::Target target = openlineage::Target::any;
};

/// True for the text of a Mage event. Cheap: the validator looks at the rest.
bool is_mage_event(std::string_view text) {
  return text.find("\"event_id\"") != std::string_view::npos && json::locate(text, "/event_id") &&
         json::locate(text, "/openlineage");
}

Result<Plan> make_plan(std::string_view first, const FileOptions& options,
                       const settings::Settings& settings, Context& context) {
  RouteKind kind = RouteKind::openlineage;
  if (options.delivery.route || is_mage_event(first)) {
    const auto chosen = delivery::choose_route(options.delivery.route, settings);
    if (!chosen) return fail(chosen.error());
    kind = *chosen;
  }
  Plan plan;
  plan.off = is_turned_off(kind, settings, context);
  if (plan.off) return plan;
  auto route = delivery::make_route(kind, settings, options.delivery.network.insecure());
  if (!route) return fail(std::move(route).error());
  plan.route = std::move(*route);
  if (plan.route.portal) plan.target = openlineage::Target::portal;
  return plan;
}

std::unique_ptr<sys::JsonScanner> open_scanner(const Context& context) {
  if (!context.world.open_json_scanner) return nullptr;
  auto scanner = context.world.open_json_scanner();
  return scanner ? std::move(*scanner) : nullptr;
}

/// Sends the events of one file and tells the fate of each as soon as it is known, however long the
/// next one takes to come.
class FileSender {
 public:
  FileSender(const FileOptions& options, Context& context, openlineage::EventSource source)
      : options_(options),
        context_(context),
        source_(std::move(source)),
        secrets_(context.terminal) {
    if (options.delivery.max_time) deadline_ = now() + *options.delivery.max_time;
  }

  Result<ExitCode> run() {
    while (reading_ || !idle())
      advance();
    flush();
    secrets_.finish();
    if (taken_ > 0 && !off_) {
      context_.terminal.note(output::fates_text(counts_));
    } else if (taken_ == 0 && !problem_) {
      context_.terminal.note("no event in " + options_.file);
    }
    if (problem_) return fail(*problem_);
    return exit_code();
  }

 private:
  Result<> prepare(std::string_view first) {
    auto settings = context_.load_settings();
    if (!settings) return fail(std::move(settings).error());
    auto plan = make_plan(first, options_, *settings, context_);
    if (!plan) return fail(std::move(plan).error());
    off_ = plan->off;
    if (off_) return {};
    kind_ = plan->route.kind;
    validator_.emplace(openlineage::JudgeOptions{options_.strict, plan->target}, nullptr);
    if (!options_.undelivered.empty()) {
      auto kept = open_undelivered();
      if (!kept) return kept;
    }
    if (options_.delivery.dry_run) return {};
    auto delivery = options_.delivery;
    if (deadline_) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - now());
      delivery.max_time = std::max(left, std::chrono::milliseconds(1));
    }
    auto open = open_sender(std::move(plan->route), delivery, *settings, context_,
                            options_.connections, Amount::many);
    if (!open) return fail(std::move(open).error());
    open_ = std::move(*open);
    return {};
  }

  /// A file of its own: adding to an old one would mix up what belongs to which run, and adding to
  /// the input would never end.
  Result<> open_undelivered() {
    if (context_.world.files.canonical(options_.undelivered)) {
      return fail(ErrorCode::conflict,
                  "\"" + text::escape_untrusted(options_.undelivered) + "\" is already there",
                  "name a new file for --undelivered");
    }
    constexpr std::uint32_t kMode = 0600;
    auto opened = context_.world.files.open_output(options_.undelivered, kMode);
    if (!opened) return fail(std::move(opened).error());
    undelivered_ = std::move(*opened);
    return {};
  }

  std::chrono::nanoseconds now() const { return context_.world.clock.steady(); }
  bool idle() const { return !open_.sender || open_.sender->idle(); }
  bool takes_more() const {
    const auto* sender = open_.sender.get();
    return sender == nullptr || sender->stopped() || sender->has_room();
  }

  /// Offers as much as is there and the sender takes, and lets it go on with that.
  void advance() {
    auto* sender = open_.sender.get();
    if (sender != nullptr) heed_interrupt(*sender, context_);
    while (reading_ && takes_more() && read_event()) {
      if (out_.size() > kFlushBytes) flush();
    }
    sender = open_.sender.get();
    if (sender == nullptr) return;
    // While the input is quiet it has to be looked at now and then.
    const std::chrono::milliseconds patience(reading_ && takes_more() ? 20 : 100);
    for (auto& receipt : sender->step(patience)) {
      const auto at = lines_.find(receipt.number);
      const std::size_t line = at->second;
      lines_.erase(at);
      tell(line, receipt);
    }
    flush_when_due();
  }

  /// Takes the next event when it is there, for which it waits if there is nothing else to do.
  bool read_event() {
    using std::chrono::milliseconds;
    auto ready = source_.ready(milliseconds(0));
    if (ready && !*ready && must_end()) {
      reading_ = false;
      context_.terminal.warn("the input was not read to its end");
      return false;
    }
    if (ready && !*ready && idle()) {
      flush();
      ready = source_.ready(milliseconds(100));
    }
    if (!ready) end_reading(ready.error());
    if (!ready || !*ready) return false;
    const auto event = source_.next();
    if (!event) end_reading(event.error());
    if (!event || !*event) {
      reading_ = false;
      return false;
    }
    if (taken_ == 0) {
      if (auto prepared = prepare((*event)->text); !prepared) {
        end_reading(prepared.error());
        return false;
      }
    }
    ++taken_;
    if (!off_) take(**event);  // else read to the end all the same: its writer goes on undisturbed
    return true;
  }

  /// True when the person has enough, or the time is up: only what is there already gets its fate.
  bool must_end() {
    if (deadline_ && now() >= *deadline_) late_ = true;
    return late_ || (open_.sender && signal_of(context_) != 0);
  }

  /// What is under way still comes to its end.
  void end_reading(Error problem) {
    reading_ = false;
    if (!problem_) problem_ = std::move(problem);
  }

  /// Judges one event, and offers it or says why not.
  void take(const openlineage::EventText& event) {
    auto* sender = open_.sender.get();
    // Loading the fast reader pays off for much text alone.
    constexpr std::uint64_t kMuch = std::uint64_t{64} << 10U;
    if (taken_bytes_ < kMuch && taken_bytes_ + event.text.size() >= kMuch) {
      validator_->use(open_scanner(context_));
    }
    taken_bytes_ += event.text.size();
    Receipt receipt;
    receipt.event.body = std::string(event.text);
    if (sender != nullptr && sender->stopped()) {
      receipt.message = "not tried: " + sender->stop_reason();
    } else if (event.too_large) {
      receipt.message = "the event is too large";
      ++invalid_;
    } else if (const auto& judgement = validator_->judge(event.text);
               openlineage::has_errors(judgement.problems)) {
      receipt.message = "invalid event: " + openlineage::first_error(judgement.problems);
      ++invalid_;
    } else if (auto problem = shape(receipt.event, judgement); !problem.empty()) {
      receipt.message = std::move(problem);
      ++invalid_;
    } else {
      if (!judgement.is_mage_event && !judgement.has_mage_facet) secrets_.look_at(event);
      if (sender == nullptr) {
        out_ += receipt.event.body + "\n";
      } else {
        lines_.emplace(offered_++, event.line);
        sender->offer(std::move(receipt.event));
      }
      return;
    }
    tell(event.line, receipt);
  }

  /// Makes what is sent of an event's text; the reason when the route does not take it.
  std::string shape(Delivery& event, const openlineage::Judgement& judgement) const {
    if (kind_ == RouteKind::openlineage) {
      event.group = judgement.run_id;
      event.step = judgement.event_type;
      if (!judgement.is_mage_event) return {};
    }
    const auto document = json::parse(event.body, openlineage::event_parse_options());
    if (!document) return "the event is not taken apart: " + document.error().message;
    if (kind_ == RouteKind::openlineage) {  // a third party gets the envelope alone
      const auto* envelope = document->find("openlineage");
      if (envelope == nullptr) return "the event has no OpenLineage envelope";
      event.body = json::write(*envelope, json::Style::compact);
      return {};
    }
    const auto* id = document->find("event_id");
    if (id == nullptr || id->as_string() == nullptr) {
      return std::string("the ") + delivery::to_string(kind_) +
             " route takes events of Mage alone; send this one with --route openlineage";
    }
    event.id = id->text;
    return {};
  }

  void tell(std::size_t line, const Receipt& receipt) {
    counts_.add(receipt.fate);
    if (!options_.delivery.dry_run)
      out_ += output::receipt_line(line, receipt);
    else
      context_.terminal.warn("line " + std::to_string(line) + ": " + receipt.message);
    if (!undelivered_ || receipt.fate == Fate::delivered || receipt.event.body.empty()) return;
    if (auto kept = undelivered_->append(openlineage::as_line(receipt.event.body)); !kept) {
      undelivered_.reset();
      end_reading(kept.error());
    }
  }

  void flush() {
    if (!out_.empty()) context_.terminal.out(out_);
    out_.clear();
    flushed_at_ = now();
  }

  /// A person sees each fate at once; a program may wait a moment, and is spared a write for each.
  void flush_when_due() {
    constexpr std::chrono::milliseconds kMoment{20};
    if (context_.terminal.out_is_terminal() || now() - flushed_at_ >= kMoment) flush();
  }

  ExitCode exit_code() const {
    const int signal = open_.sender ? signal_of(context_) : 0;
    if (signal == SIGINT) return ExitCode::interrupted;
    if (signal == SIGTERM) return ExitCode::terminated;
    if (off_) return ExitCode::yes;
    if (late_) return ExitCode::delivery;
    if (counts_.total() == counts_.of(Fate::delivered)) return ExitCode::yes;
    // What was not even valid is an answer; what did not arrive is a failure.
    return counts_.total() - counts_.of(Fate::delivered) == invalid_ ? ExitCode::no
                                                                     : ExitCode::delivery;
  }

  static constexpr std::size_t kFlushBytes = std::size_t{64} << 10U;

  const FileOptions& options_;
  Context& context_;
  openlineage::EventSource source_;
  SecretWatch secrets_;
  std::optional<std::chrono::nanoseconds> deadline_;
  bool reading_ = true;
  bool off_ = false;
  bool late_ = false;             ///< the time was up before the input ended
  std::optional<Error> problem_;  ///< why reading ended before the input did
  std::uint64_t taken_ = 0;
  RouteKind kind_ = RouteKind::openlineage;
  std::optional<event::Validator> validator_;
  OpenSender open_;
  std::unique_ptr<sys::Output> undelivered_;
  std::uint64_t taken_bytes_ = 0;
  std::uint64_t offered_ = 0;
  std::map<std::uint64_t, std::size_t> lines_;  ///< of the events on their way
  output::FateCounts counts_;
  std::uint64_t invalid_ = 0;
  std::string out_;
  std::chrono::nanoseconds flushed_at_{};
};

}  // namespace

Result<ExitCode> emit_file(const FileOptions& options, Context& context) {
  auto input = context.world.files.open(options.file);
  if (!input) return fail(std::move(input).error());
  return FileSender(options, context, openlineage::EventSource(std::move(*input))).run();
}

}  // namespace mage_lineage::commands
