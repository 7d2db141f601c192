#include <mage_lineage/snapshot/paging.hpp>

#include "cli/command.hpp"
#include "commands/owner_choice.hpp"
#include "commands/snapshot_inputs.hpp"
#include "output/snapshot_show_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

struct Options {
  std::string file;
  bool owners = false;
  std::vector<std::string> types;
  std::vector<std::string> paths;
  std::size_t cursor = 0;
  std::size_t limit = snapshot::kDefaultPage;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  declare_manifest(declaration, options.file);
  declaration.flag("--owners", options.owners, "list owners, a page at a time");
  auto& type = declaration.option("--type", "TYPE", options.types,
                                  "with --owners: owners of this type alone");
  type.choices = {snapshot::kOwnerTypes.begin(), snapshot::kOwnerTypes.end()};
  type.offers = cli::Offers::choices;
  declaration.option("--path", "GLOB", options.paths,
                     "with --owners: owners whose path fits, \"*\" standing for any text");
  declaration.whole_number("--cursor", options.cursor, 0, kLargestPosition,
                           "with --owners: how many to pass over (default: 0)");
  declaration.whole_number("--limit", options.limit, 1, kLargestPosition,
                           "with --owners: how many to show, 500 at most (default: 100)");
  cli::declare_json(declaration, options.json);
}

Result<ExitCode> run(const Options& options, Context& context) {
  const bool pages = !options.types.empty() || !options.paths.empty() || options.cursor > 0 ||
                     options.limit != snapshot::kDefaultPage;
  if (pages && !options.owners) {
    return fail(ErrorCode::usage, "--type, --path, --cursor and --limit choose among owners",
                "add --owners");
  }
  const auto loaded = load_manifest(options.file, context);
  if (!loaded) return fail(loaded.error());
  if (!loaded->hash_matches()) {
    context.terminal.warn("the manifest was changed after it was built: its hash does not match");
  }
  const auto& manifest = loaded->manifest;
  const auto style = context.terminal.out_style();
  if (options.owners) {
    const auto page = snapshot::page_of(
        manifest.owners, options.cursor, options.limit,
        [&options](const auto& owner) { return is_wanted(owner, options.types, options.paths); });
    context.terminal.out(options.json ? output::owners_json(manifest.snapshot_id, page)
                                      : output::owners_text(page, style));
    if (page.next_cursor && !options.json) {
      context.terminal.note("more with --cursor " + std::to_string(*page.next_cursor));
    }
    return ExitCode::yes;
  }
  context.terminal.out(options.json ? output::manifest_json(*loaded)
                                    : output::manifest_text(manifest, style));
  return ExitCode::yes;
}

cli::Command described(std::string_view path, std::string_view summary) {
  return {
      .path = path,
      .section = cli::Section::snapshots,
      .summary = summary,
      .description =
          "Shows what a manifest says: the project, its pipelines as trees of blocks in the order\n"
          "of their dependencies with the file that each block's source is in, integrations,\n"
          "triggers, findings, omissions and totals. --owners lists the owner descriptors as the\n"
          "snapshot service pages them.\n"
          "\n"
          "Nothing but the manifest is read. \"snapshot verify\" compares it with the project.",
      .examples = {{"mage-lineage snapshot show manifest.json", "read a manifest"},
                   {"mage-lineage snapshot show manifest.json --owners --type block --json",
                    "the blocks' descriptors for a script"}},
      .settings = {},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace

cli::Command snapshot_show() {
  return described("snapshot show", "show a manifest to people");
}

cli::Command snapshot_dump() {
  return described("snapshot dump", "the same as snapshot show");
}

}  // namespace mage_lineage::commands
