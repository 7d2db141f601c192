#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/validator.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/openlineage/event_source.hpp>
#include <mage_lineage/openlineage/run_cycle.hpp>

#include <utility>

#include "cli/command.hpp"
#include "output/validate_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using openlineage::Target;

struct Options {
  std::vector<std::string> files;
  bool strict = false;
  bool lint_errors = false;
  Target target = Target::any;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  auto& files = declaration.argument(
      "FILE", options.files, "events, one a line or one over several lines; - is standard input");
  files.required = true;
  files.offers = cli::Offers::files;
  declaration.flag("--strict", options.strict,
                   "formats that are not kept (date-time, UUID, URI) are errors");
  declaration.flag("--lint-errors", options.lint_errors, "lints are errors");
  declaration.choice("--target", "NAME", options.target,
                     {{"portal", Target::portal}, {"marquez", Target::marquez}},
                     "also apply the rules of a consumer");
  cli::declare_json(declaration, options.json);
}

/// The place of a problem in its file: of the value it names, where the event has several lines.
output::Spot spot_of(const openlineage::EventText& event, const openlineage::Problem& problem) {
  std::string position = problem.position;
  if (position.empty() && event.text.find('\n') != std::string_view::npos) {
    const auto at = json::locate(event.text, problem.pointer);
    if (at) position = json::line_and_column(event.text, *at);
  }
  const auto parts = text::split(position, ':');
  const auto line = text::parse_decimal(parts.front());
  const auto column = text::parse_decimal(parts.back());
  return {event.line + (line ? static_cast<std::size_t>(*line) - 1 : 0),
          column ? static_cast<std::size_t>(*column) : 0};
}

/// Reads all files and tells the report what is wrong.
class Validation {
 public:
  /// From here on a fast reader of JSON is worth its loading.
  static constexpr std::size_t kManyEvents = 200;

  Validation(const Options& options, Context& context, output::ValidateReport& report)
      : options_(options),
        context_(context),
        report_(report),
        validator_({options.strict, options.target}) {}

  /// Fails when the file cannot be opened or read to its end.
  Result<> read(const std::string& path) {
    auto input = context_.world.files.open(path);
    if (!input) return fail(std::move(input).error());
    const std::size_t file = report_.begin_file(path == "-" ? "standard input" : path);
    openlineage::EventSource source(std::move(*input));
    for (;;) {
      const auto event = source.next();
      if (!event) return fail(event.error());
      if (!event->has_value()) break;
      judge(**event, file);
    }
    if (report_.events_of(file) == 0) {
      report_.add(file, {1, 0},
                  {openlineage::Severity::error, "json", {}, "no event", "an event", {}});
    }
    return {};
  }

  void finish() {
    for (auto& placed : cycle_.finish()) {
      tell(placed.place.file, {placed.place.line, 0}, std::move(placed.problem));
    }
  }

 private:
  std::unique_ptr<sys::JsonScanner> open_scanner() {
    if (!context_.world.open_json_scanner) return nullptr;
    auto scanner = context_.world.open_json_scanner();
    if (!scanner) {
      context_.terminal.detail("reading without simdjson: " + scanner.error().message);
      return nullptr;
    }
    return std::move(*scanner);
  }

  void judge(const openlineage::EventText& event, std::size_t file) {
    report_.count_event(file);
    if (++events_ == kManyEvents) validator_.use(open_scanner());
    if (event.too_large) {
      return report_.add(file, {event.line, 0},
                         {openlineage::Severity::error,
                          "too_large",
                          {},
                          "more than 64 MiB",
                          "a smaller event",
                          {}});
    }
    const auto& judgement = validator_.judge(event.text);
    for (const auto& problem : judgement.problems)
      tell(file, spot_of(event, problem), problem);
    openlineage::Problems now;
    cycle_.add(judgement, {static_cast<std::uint32_t>(file), event.line}, now);
    for (const auto& problem : now)
      tell(file, spot_of(event, problem), problem);
  }

  void tell(std::size_t file, const output::Spot& spot, openlineage::Problem problem) {
    if (options_.lint_errors && problem.severity == openlineage::Severity::lint) {
      problem.severity = openlineage::Severity::error;
    }
    report_.add(file, spot, problem);
  }

  const Options& options_;
  Context& context_;
  output::ValidateReport& report_;
  event::Validator validator_;
  openlineage::RunCycle cycle_;
  std::size_t events_ = 0;
};

Result<ExitCode> run(const Options& options, Context& context) {
  output::ValidateReport report(context.terminal, options.json);
  Validation validation(options, context, report);
  bool unusable = false;
  for (const std::string& path : options.files) {
    if (auto read = validation.read(path); !read) {
      unusable = true;
      report.count_unread();
      context.terminal.err(options.json
                               ? output::error_json(read.error())
                               : output::error_text(read.error(), context.terminal.err_style()));
    }
  }
  validation.finish();
  report.finish();
  if (unusable) return ExitCode::unusable;
  return report.errors() == 0 ? ExitCode::yes : ExitCode::no;
}

}  // namespace

cli::Command validate() {
  return {
      .path = "validate",
      .section = cli::Section::events,
      .summary = "tell everything that is wrong with OpenLineage events, and what would be right",
      .description =
          "Judges events by the core schema 2-0-2, by every standard facet at the version that it\n"
          "declares, by the formats of times, UUIDs and URIs, and by the naming conventions. Over\n"
          "several events it follows the runs: one START, one end, known parents. Mage's own "
          "events\n"
          "must carry nothing but metadata.\n"
          "\n"
          "Each problem is told with its file, line and JSON pointer, what was found and what is "
          "right.\n"
          "Errors make the event invalid. A format that is not kept is a warning without --strict; "
          "a\n"
          "lint is about names and runs that consumers will not link.",
      .examples = {{"mage-lineage validate events.ndjson", "judge a file with one event a line"},
                   {"mage-lineage validate --strict --target portal event.json",
                    "judge an event as Spotify Portal will"},
                   {"kcat -b broker -t lineage -C -e | mage-lineage validate --json - | jq .totals",
                    "count what is wrong in a stream"}},
      .settings = {},
      .yes = "every event is valid",
      .no = "an event is not valid",
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
