#include <mage_lineage/core/text.hpp>
#include <mage_lineage/snapshot/contents.hpp>
#include <mage_lineage/snapshot/paging.hpp>

#include <algorithm>

#include "cli/command.hpp"
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
  std::vector<std::string> owners;
  std::vector<std::string> paths;
  bool all = false;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  declare_manifest(declaration, options.file);
  declaration.option("--owner", "KEY", options.owners, "the owner with this key").offers =
      cli::Offers::owners;
  declaration.option("--path", "GLOB", options.paths,
                     "owners whose path fits, \"*\" standing for any text");
  declaration.flag("--all", options.all, "every owner of the manifest");
  cli::declare_project(declaration, options.project);
  cli::declare_json(declaration, options.json);
}

/// The keys that were asked for, each once, in the order of the options and of the manifest.
std::vector<std::string> chosen(const Options& options, const snapshot::Manifest& manifest) {
  std::vector<std::string> keys;
  const auto add = [&keys](const std::string& key) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  };
  for (const auto& key : options.owners)
    add(key);
  for (const auto& owner : manifest.owners) {
    const bool fits =
        std::any_of(options.paths.begin(), options.paths.end(),
                    [&](const auto& glob) { return snapshot::glob_matches(glob, owner.path); });
    if (options.all && options.owners.empty()) {
      keys.push_back(owner.key);
    } else if (options.all || fits) {
      add(owner.key);
    }
  }
  return keys;
}

Result<ExitCode> run(const Options& options, Context& context) {
  if (options.owners.empty() && options.paths.empty() && !options.all) {
    return fail(ErrorCode::usage, "no owner is asked for",
                "name some with --owner or --path, or use --all");
  }
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
  const auto keys = chosen(options, loaded->manifest);
  if (keys.empty()) return fail(ErrorCode::not_found, "no owner of the manifest has such a path");

  const redact::Redactor redactor;
  const snapshot::OwnerIndex owners(loaded->manifest);
  output::ContentsView view(context.terminal, loaded->manifest, options.json);
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
      .no = "the source of an owner changed, or the manifest does not have it",
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
