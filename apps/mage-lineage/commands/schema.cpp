#include <mage_lineage/event/event.hpp>
#include <mage_lineage/service/openapi.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>

#include "cli/command.hpp"
#include "output/delivery_schemas.hpp"
#include "output/grant_view.hpp"
#include "output/project_schemas.hpp"
#include "output/service_view.hpp"
#include "output/snapshot_schemas.hpp"
#include "output/validate_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

using Schema = std::string_view (*)();

struct Options {
  Schema schema = nullptr;
};

void declare(Declaration& declaration, Options& options) {
  auto& name =
      declaration.choice("NAME", "NAME", options.schema,
                         {{"access-log", Schema{&output::access_log_schema}},
                          {"check", Schema{&output::check_schema}},
                          {"config", Schema{&output::config_schema}},
                          {"emit", Schema{&output::emit_schema}},
                          {"emit-line", Schema{&output::emit_line_schema}},
                          {"emit-run", Schema{&output::emit_run_schema}},
                          {"event", Schema{&event::event_schema}},
                          {"grant-inspect", Schema{&output::grant_inspect_schema}},
                          {"grant-verify", Schema{&output::grant_verify_schema}},
                          {"manifest", Schema{&snapshot::manifest_schema}},
                          {"metadata-change", Schema{&output::metadata_change_schema}},
                          {"openapi", Schema{&service::openapi_document}},
                          {"receive-line", Schema{&output::receive_line_schema}},
                          {"redact", Schema{&output::redact_schema}},
                          {"redact-rules", Schema{&output::redact_rules_schema}},
                          {"snapshot-allowlist", Schema{&output::allowlist_schema}},
                          {"snapshot-allowlist-verdict", Schema{&output::allowlist_verdict_schema}},
                          {"snapshot-contents", Schema{&output::contents_schema}},
                          {"snapshot-diff", Schema{&output::diff_schema}},
                          {"snapshot-owners", Schema{&output::owners_schema}},
                          {"snapshot-verify", Schema{&output::verify_schema}},
                          {"status", Schema{&output::status_schema}},
                          {"validate", Schema{&output::validation_schema}}},
                         "the document whose schema to print");
  name.argument = true;
  name.required = true;
}

Result<ExitCode> run(const Options& options, Context& context) {
  context.terminal.out(options.schema());
  return ExitCode::yes;
}

}  // namespace

cli::Command schema() {
  return {
      .path = "schema",
      .section = cli::Section::help,
      .summary = "print the JSON Schema of a document that this program writes",
      .description =
          "Prints a JSON Schema (2020-12), or for openapi the OpenAPI 3.1 document of the "
          "snapshot\n"
          "service. Within a schema_version members are added, never renamed or removed.",
      .examples = {{"mage-lineage schema manifest > manifest.schema.json",
                    "check manifests with any validator"},
                   {"mage-lineage schema openapi > openapi.json",
                    "make a client of the snapshot service in any language"}},
      .settings = {},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
