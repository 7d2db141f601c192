#include "cli/command.hpp"
#include "commands/emit_file.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

void declare(Declaration& declaration, FileOptions& options) {
  auto& file = declaration.option("--from-file", "FILE", options.file,
                                  "the events: one a line, or a single document; - is standard "
                                  "input");
  file.required = true;
  file.offers = cli::Offers::files;
  declaration
      .option("--undelivered", "FILE", options.undelivered,
              "write what was not delivered to a new file, to be sent again")
      .offers = cli::Offers::files;
  declaration.whole_number("--connections", options.connections, 1, 64,
                           "requests under way at once, 1 to 64 (default: 8)");
  declaration.flag("--strict", options.strict,
                   "a date, UUID or URI that is none makes an event invalid");
  declare_delivery(declaration, options.delivery);
}

Result<ExitCode> run(const FileOptions& options, Context& context) {
  return emit_file(options, context);
}

}  // namespace

cli::Command emit() {
  return {
      .path = "emit",
      .section = cli::Section::events,
      .summary = "validate and send the events of a file, and tell what became of each",
      .description =
          "Sends many events, each validated first. For every event one line of JSON is printed "
          "as\n"
          "soon as its fate is known: delivered, rejected (the server said no), unknown (sent, "
          "and\n"
          "not answered) or not_sent. Lines come in the order of the fates, and name the line of\n"
          "the file.\n"
          "\n"
          "Without --route the first event decides: Mage's own events go where Mage's go, all\n"
          "others to the OpenLineage backend. Events of one run keep their order; others may\n"
          "overtake one another. When the server cannot be reached three times in a row, the rest\n"
          "is not tried. An interrupt ends in order, with the fate of every event told.\n"
          "\n"
          "Exit status 1 means that some events were invalid and all others were delivered.",
      .examples = {{"mage-lineage emit --from-file events.ndjson", "send a file of events"},
                   {"producer | mage-lineage emit --from-file - --undelivered again.ndjson",
                    "send what another program writes, and keep what did not arrive"}},
      .settings = delivery_settings(),
      .yes = "every event was delivered",
      .no = "an event is invalid; all others were delivered",
      .undelivered = cli::kUndelivered,
      .make = &cli::make_invocation<FileOptions, declare, run>,
  };
}

}  // namespace mage_lineage::commands
