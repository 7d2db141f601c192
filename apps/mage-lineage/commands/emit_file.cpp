#include "commands/emit_file.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/event.hpp>
#include <mage_lineage/event/validator.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/openlineage/event_source.hpp>

#include <csignal>
#include <map>
#include <optional>

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
  delivery::Route route;
  openlineage::Target target = openlineage::Target::any;
};

/// True for the text of a Mage event. Cheap: the validator looks at the rest.
bool is_mage_event(std::string_view text) {
  return text.find("\"event_id\"") != std::string_view::npos && json::locate(text, "/event_id") &&
         json::locate(text, "/openlineage");
}

Result<Plan> make_plan(std::string_view first, const FileOptions& options,
                       const settings::Settings& settings) {
  RouteKind kind = RouteKind::openlineage;
  if (options.delivery.route || is_mage_event(first)) {
    const auto chosen = delivery::choose_route(options.delivery.route, settings);
    if (!chosen) return fail(chosen.error());
    kind = *chosen;
  }
  auto route = delivery::make_route(kind, settings, options.delivery.network.insecure());
  if (!route) return fail(std::move(route).error());
  Plan plan;
  plan.route = std::move(*route);
  if (plan.route.portal) plan.target = openlineage::Target::portal;
  return plan;
}

std::unique_ptr<sys::JsonScanner> open_scanner(const Context& context) {
  if (!context.world.open_json_scanner) return nullptr;
  auto scanner = context.world.open_json_scanner();
  return scanner ? std::move(*scanner) : nullptr;
}

/// Warns of events that hold what looks like a secret. Those of Mage are refused for it; a third
/// party's are its own affair, and go out.
class SecretWatch {
 public:
  explicit SecretWatch(output::Terminal& terminal) : terminal_(terminal) {}

  void look_at(const openlineage::EventText& event) {
    if (!redactor_) redactor_.emplace();
    // The text as it stands tells as much as its leaves where nothing in it is escaped.
    const bool escaped = event.text.find('\\') != std::string_view::npos;
    if (!escaped && !redactor_->looks_secret(event.text)) return;
    json::ParseOptions options;
    options.max_bytes = openlineage::kMostEventBytes;
    options.max_depth = openlineage::kMostEventDepth;
    const auto document = json::parse(event.text, options);
    if (!document) return;
    const auto leaves = event::secret_leaves(*document, *redactor_);
    if (leaves.empty() || ++found_ > kMostTold) return;
    terminal_.warn("line " + std::to_string(event.line) +
                   ": the event holds what looks like a secret at " +
                   text::escape_untrusted(leaves.front(), 200));
  }

  void finish() {
    if (found_ <= kMostTold) return;
    terminal_.warn(text::count_of(found_ - kMostTold, "more event holds", "more events hold") +
                   " what looks like a secret");
  }

 private:
  static constexpr std::size_t kMostTold = 10;
  output::Terminal& terminal_;
  std::optional<redact::Redactor> redactor_;
  std::size_t found_ = 0;
};

/// The first error in a line.
std::string why_invalid(const openlineage::Judgement& judgement) {
  for (const auto& problem : judgement.problems) {
    if (problem.severity != openlineage::Severity::error) continue;
    return "invalid event: " + (problem.pointer.empty() ? "" : problem.pointer + ": ") +
           problem.found + (problem.expected.empty() ? "" : "; expected " + problem.expected);
  }
  return "invalid event";
}

/// Sends the events of one file and tells the fate of each as soon as it is known.
class FileSender {
 public:
  FileSender(const FileOptions& options, Context& context, openlineage::EventSource source)
      : options_(options),
        context_(context),
        source_(std::move(source)),
        secrets_(context.terminal) {}

  Result<ExitCode> run() {
    auto first = source_.next();
    if (!first) return fail(std::move(first).error());
    if (!*first) {
      context_.terminal.note("no event in " + options_.file);
      return ExitCode::yes;
    }
    auto prepared = prepare((*first)->text);
    if (!prepared) return fail(std::move(prepared).error());
    pending_ = *first;
    while (pending_ || (open_.sender && !open_.sender->idle())) {
      auto moved = advance();
      if (!moved) {
        flush();
        return fail(std::move(moved).error());
      }
    }
    flush();
    secrets_.finish();
    context_.terminal.note(output::fates_text(counts_));
    return exit_code();
  }

 private:
  Result<> prepare(std::string_view first) {
    auto settings = context_.load_settings();
    if (!settings) return fail(std::move(settings).error());
    auto plan = make_plan(first, options_, *settings);
    if (!plan) return fail(std::move(plan).error());
    kind_ = plan->route.kind;
    validator_.emplace(openlineage::JudgeOptions{options_.strict, plan->target}, nullptr);
    if (!options_.undelivered.empty()) {
      auto kept = open_undelivered();
      if (!kept) return kept;
    }
    if (options_.delivery.dry_run) return {};
    auto open = open_sender(std::move(plan->route), options_.delivery, *settings, context_,
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

  /// Offers as much as the sender takes, then waits for some fate.
  Result<> advance() {
    auto* sender = open_.sender.get();
    if (sender != nullptr) heed_interrupt(*sender, context_);
    while (pending_ && (sender == nullptr || sender->stopped() || sender->has_room())) {
      if (auto taken = take(*pending_); !taken) return taken;
      auto next = source_.next();
      if (!next) return fail(std::move(next).error());
      pending_ = *next;
      if (out_.size() > kFlushBytes) flush();
    }
    if (sender == nullptr) return {};
    constexpr std::chrono::milliseconds kTick{100};
    for (auto& receipt : sender->step(kTick)) {
      const auto at = lines_.find(receipt.number);
      const std::size_t line = at->second;
      lines_.erase(at);
      auto told = tell(line, receipt);
      if (!told) return told;
    }
    flush_when_due();
    return {};
  }

  /// Judges one event, and offers it or says why not.
  Result<> take(const openlineage::EventText& event) {
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
      receipt.message = why_invalid(judgement);
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
      return {};
    }
    return tell(event.line, receipt);
  }

  /// Makes what is sent of an event's text; the reason when the route does not take it.
  std::string shape(Delivery& event, const openlineage::Judgement& judgement) const {
    if (kind_ == RouteKind::openlineage) {
      event.group = judgement.run_id;
      event.step = judgement.event_type;
      if (judgement.is_mage_event) {
        const auto document = json::parse(event.body);
        if (document)
          event.body = json::write(*document->find("openlineage"), json::Style::compact);
      }
      return {};
    }
    const auto document = json::parse(event.body);
    const auto* id = document ? document->find("event_id") : nullptr;
    if (id == nullptr || id->as_string() == nullptr) {
      return std::string("the ") + delivery::to_string(kind_) +
             " route takes events of Mage alone; send this one with --route openlineage";
    }
    event.id = id->text;
    return {};
  }

  Result<> tell(std::size_t line, const Receipt& receipt) {
    counts_.add(receipt.fate);
    if (!options_.delivery.dry_run)
      out_ += output::receipt_line(line, receipt);
    else
      context_.terminal.warn("line " + std::to_string(line) + ": " + receipt.message);
    if (!undelivered_ || receipt.fate == Fate::delivered) return {};
    return undelivered_->append(as_line(receipt.event.body));
  }

  /// A document over several lines becomes one line.
  static std::string as_line(const std::string& body) {
    if (body.find_first_of("\r\n") == std::string::npos) return body + "\n";
    const auto document = json::parse(body);
    return (document ? json::write(*document, json::Style::compact) : body) + "\n";
  }

  void flush() {
    context_.terminal.out(out_);
    out_.clear();
    flushed_at_ = context_.world.clock.steady();
  }

  /// A person sees each fate at once; a program may wait a moment, and is spared a write for each.
  void flush_when_due() {
    constexpr std::chrono::milliseconds kMoment{20};
    if (context_.terminal.out_is_terminal() ||
        context_.world.clock.steady() - flushed_at_ >= kMoment) {
      flush();
    }
  }

  ExitCode exit_code() const {
    const int signal = context_.world.interrupted ? context_.world.interrupted() : 0;
    if (signal == SIGINT) return ExitCode::interrupted;
    if (signal == SIGTERM) return ExitCode::terminated;
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
  std::optional<openlineage::EventText> pending_;
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
