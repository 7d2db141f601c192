#include "output/validate_view.hpp"

#include <mage_lineage/core/text.hpp>

#include <utility>

#include "output/layout.hpp"

namespace mage_lineage::output {
namespace {

using openlineage::Problem;
using openlineage::Severity;

std::string painted(Severity severity, const Style& style) {
  const std::string word(openlineage::to_string(severity));
  return severity == Severity::error ? style.red(word) : style.yellow(word);
}

}  // namespace

ValidateReport::ValidateReport(Terminal& terminal, bool json) : terminal_(terminal), json_(json) {}

std::size_t ValidateReport::begin_file(std::string name) {
  files_.push_back({std::move(name)});
  return files_.size() - 1;
}

std::string ValidateReport::shown(const std::string& found) {
  if (redactor_ == nullptr) redactor_ = std::make_unique<redact::Redactor>();
  return redactor_->redact(found).text;
}

void ValidateReport::add(std::size_t file, const Spot& spot, const Problem& problem) {
  constexpr std::size_t kPiece = std::size_t{64} << 10U;
  ++counts_[static_cast<std::size_t>(problem.severity)];
  if (problem.severity == Severity::error) ++files_[file].errors;
  if (!json_) {
    pending_ += line_for(files_[file], spot, problem);
    if (pending_.size() > kPiece) terminal_.out(std::exchange(pending_, {}));
    return;
  }
  list(file, spot, problem);
}

void ValidateReport::list(std::size_t file, const Spot& spot, const Problem& problem) {
  if (rows_.size() == kMostInJson || row_bytes_ > kMostBytesInJson) return;
  Row row{file, spot, problem};
  row.problem.found = shown(problem.found);
  row_bytes_ += row.problem.pointer.size() + row.problem.found.size() + problem.expected.size();
  // The first that does not fit and all after it are left out.
  if (row_bytes_ <= kMostBytesInJson) rows_.push_back(std::move(row));
}

std::string ValidateReport::line_for(const File& file, const Spot& spot, const Problem& problem) {
  const Style style = terminal_.out_style();
  const std::string where = problem.pointer.empty() ? "event" : problem.pointer;
  std::string place = text::escape_untrusted(file.name) + ":" + std::to_string(spot.line) + ":";
  if (spot.column > 0) place += std::to_string(spot.column) + ":";
  return style.bold(place) + " " + painted(problem.severity, style) + ": " +
         text::escape_untrusted(where, 512) + ": found " + shown(problem.found) + ", expected " +
         problem.expected + " " + style.dim("[" + std::string(problem.rule) + "]") + "\n";
}

std::string ValidateReport::summary() const {
  std::size_t events = 0;
  for (const File& file : files_)
    events += file.events;
  const Style style = terminal_.out_style();
  const std::string read = text::count_of(events, "event", "events") + " in " +
                           text::count_of(files_.size(), "file", "files");
  const std::string verdict = counts_[0] > 0 ? style.red("invalid")
                              : unread_ > 0  ? style.yellow("not all was read")
                                             : style.green("valid");
  if (counts_[0] + counts_[1] + counts_[2] == 0) return verdict + ": " + read + "\n";
  return verdict + ": " + read + ", " + text::count_of(counts_[0], "error", "errors") + ", " +
         text::count_of(counts_[1], "warning", "warnings") + ", " +
         text::count_of(counts_[2], "lint", "lints") + "\n";
}

void ValidateReport::write_problems(json::Writer& out) const {
  out.begin_array();
  for (const auto& [file, spot, problem] : rows_) {
    out.begin_object().member("file", files_[file].name).member("line", spot.line);
    if (spot.column > 0) out.member("column", spot.column);
    out.member("pointer", problem.pointer)
        .member("severity", openlineage::to_string(problem.severity))
        .member("rule", problem.rule)
        .member("found", problem.found)
        .member("expected", problem.expected)
        .end_object();
  }
  out.end_array();
}

std::string ValidateReport::document() const {
  json::Writer out(json::Style::pretty);
  std::size_t events = 0;
  out.begin_object().member("schema_version", "1.0").member("valid", counts_[0] + unread_ == 0);
  out.key("files").begin_array();
  for (const File& file : files_) {
    events += file.events;
    out.begin_object()
        .member("path", file.name)
        .member("events", file.events)
        .member("errors", file.errors)
        .end_object();
  }
  out.end_array();
  write_problems(out.key("problems"));
  const std::size_t all = counts_[0] + counts_[1] + counts_[2];
  out.member("problems_left_out", all - rows_.size());
  out.key("totals")
      .begin_object()
      .member("events", events)
      .member("errors", counts_[0])
      .member("warnings", counts_[1])
      .member("lints", counts_[2])
      .end_object()
      .end_object();
  return out.text() + "\n";
}

void ValidateReport::finish() {
  terminal_.out(json_ ? document() : std::exchange(pending_, {}) + summary());
}

}  // namespace mage_lineage::output
