#include <mage_lineage/snapshot/contents.hpp>

#include "cli/command.hpp"
#include "commands/owner_choice.hpp"
#include "commands/snapshot_inputs.hpp"
#include "output/snapshot_contents_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

struct Options {
  std::string file;
  std::string project;
  ContentChoice choice;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  declare_manifest(declaration, options.file);
  declaration.option("--owner", "KEY", options.choice.keys, "the owner with this key").offers =
      cli::Offers::owners;
  declaration.option("--path", "GLOB", options.choice.globs,
                     "owners whose path fits, \"*\" standing for any text");
  declaration.flag("--all", options.choice.all, "every owner of the manifest");
  cli::declare_project(declaration, options.project);
  cli::declare_json(declaration, options.json);
}

Result<ExitCode> run(const Options& options, Context& context) {
  if (options.choice.empty()) return no_owner_asked_for();
  const auto loaded = load_manifest(options.file, context);
  if (!loaded) return fail(loaded.error());
  if (!loaded->hash_matches()) {
    return fail(ErrorCode::invalid,
                "the manifest was changed after it was built: its hash does not match");
  }
  const auto settings = context.load_settings();
  if (!settings) return fail(settings.error());
  const auto limits = read_limits(*settings);
  if (!limits) return fail(limits.error());
  const auto opened = require_project(options.project, context);
  if (!opened) return fail(opened.error());
  const auto keys = chosen_keys(options.choice, loaded->manifest.owners);
  if (keys.empty()) return fail(ErrorCode::not_found, "no owner of the manifest has such a path");

  const redact::Redactor redactor;
  const snapshot::OwnerIndex owners(loaded->manifest);
  output::ContentsView view(context.terminal, loaded->manifest.snapshot_id, options.json);
  for (const auto& key : keys) {
    view.add(snapshot::read_content(*opened->tree, owners, {key, {}}, limits->file_bytes, redactor),
             owners.find(key));
  }
  view.finish();
  return view.all_ok() ? ExitCode::yes : ExitCode::no;
}

}  // namespace

cli::Command snapshot_contents() {
  return {
      .path = "snapshot contents",
      .section = cli::Section::snapshots,
      .summary = "show the redacted source that a manifest describes, while it still does",
      .description =
          "Reads the files of owners again and shows their redacted text, if it is still what the\n"
          "manifest describes. Otherwise a marker says why not: source_changed for a file that is\n"
          "gone, became something else or is no longer let in, content_changed for another text,\n"
          "unknown_owner for a key that the manifest does not have. Stale text is never shown.",
      .examples = {{"mage-lineage snapshot contents manifest.json --path 'data_loaders/*'",
                    "read the data loaders' source"},
                   {"mage-lineage snapshot contents manifest.json --all --json",
                    "all content as the snapshot service would answer it"}},
      .settings = limit_settings(),
      .yes = "the source of every owner asked for is as described",
      .no = "the source of an owner changed, or the manifest does not have it",
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
