#pragma once

#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/openlineage/problem.hpp>
#include <mage_lineage/redact/redactor.hpp>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// A place in a file, counted from 1; a column of 0 is not known.
struct Spot {
  std::size_t line = 1;
  std::size_t column = 0;
};

/// What `validate` tells: for people a line a problem as it is found, and the sum of it; as JSON
/// one document, `{"schema_version", "valid", "files", "problems", "problems_left_out", "totals"}`.
/// Parts of events that look like secrets are not repeated.
class ValidateReport {
 public:
  /// How many problems the JSON document lists, and how large they are together at most; the rest
  /// is counted.
  static constexpr std::size_t kMostInJson = 10'000;
  static constexpr std::size_t kMostBytesInJson = std::size_t{64} << 20U;

  ValidateReport(Terminal& terminal, bool json);

  /// The number of a new file, for the calls below.
  std::size_t begin_file(std::string name);
  void count_event(std::size_t file) { ++files_[file].events; }
  /// One of the inputs could not be read to its end: what was not seen may be invalid.
  void count_unread() { ++unread_; }
  std::size_t events_of(std::size_t file) const { return files_[file].events; }
  void add(std::size_t file, const Spot& spot, const openlineage::Problem& problem);
  /// Prints what is left.
  void finish();
  std::size_t errors() const { return counts_[0]; }

 private:
  struct File {
    std::string name;
    std::size_t events = 0;
    std::size_t errors = 0;
  };

  /// A problem as the JSON document lists it.
  struct Row {
    std::size_t file;
    Spot spot;
    openlineage::Problem problem;
  };

  void list(std::size_t file, const Spot& spot, const openlineage::Problem& problem);
  void write_problems(json::Writer& out) const;
  std::string shown(const std::string& found);
  std::string line_for(const File& file, const Spot& spot, const openlineage::Problem& problem);
  std::string summary() const;
  std::string document() const;

  Terminal& terminal_;
  bool json_;
  std::unique_ptr<redact::Redactor> redactor_;  ///< made for the first problem
  std::vector<File> files_;
  std::array<std::size_t, 3> counts_{};  ///< by severity
  std::string pending_;                  ///< lines that were not printed yet
  std::vector<Row> rows_;
  std::size_t row_bytes_ = 0;
  std::size_t unread_ = 0;
};

/// The JSON Schema of that document: `mage-lineage schema validate`.
std::string_view validation_schema();

}  // namespace mage_lineage::output
