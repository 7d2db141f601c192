#include "commands/metadata_change.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/diff.hpp>
#include <mage_lineage/project/metadata.hpp>
#include <mage_lineage/project/root.hpp>

#include "output/edit_view.hpp"

namespace mage_lineage::commands {
namespace {

using project::MetadataChange;

Result<std::vector<MetadataChange>> changes(const ChangeOptions& options,
                                            MetadataChange::Action action) {
  std::vector<MetadataChange> out = {{"lineage", "enabled", action}};
  for (const std::string& feature : options.features) {
    if (!project::valid_feature_key(feature)) {
      return fail(ErrorCode::usage,
                  "\"" + text::escape_untrusted(feature) + "\" cannot be the key of a feature",
                  "a key is a letter or _, then letters, digits, _, - or .");
    }
    out.push_back({"features", feature, action});
  }
  return out;
}

std::string next_step(const ChangeOptions& options) {
  const std::string where =
      options.project.empty() ? "" : " -C " + text::shell_word(options.project);
  return "mage-lineage check" + where;
}

}  // namespace

void declare_change(cli::Declaration& declaration, ChangeOptions& options,
                    std::string feature_help) {
  cli::declare_project(declaration, options.project);
  declaration.option("--feature", "KEY", options.features, std::move(feature_help)).offers =
      cli::Offers::features;
  declaration.flag("--dry-run", options.dry_run,
                   "print the change as a unified diff and write nothing");
  cli::declare_json(declaration, options.json);
}

Result<cli::ExitCode> change_metadata(const ChangeOptions& options, MetadataChange::Action action,
                                      cli::Context& context) {
  output::EditReport report;
  report.dry_run = options.dry_run;
  report.next = next_step(options);
  auto asked = changes(options, action);
  if (!asked) return fail(std::move(asked).error());
  report.asked = *std::move(asked);
  const auto root =
      project::find_root(context.world.files, options.project.empty() ? "." : options.project);
  if (!root) return fail(root.error());
  report.file = root->path + "/" + project::kMetadataFile;

  std::uint64_t names = 1;
  const auto edit = [&](const sys::FileContent& old) -> Result<std::string> {
    names = old.links;
    auto edited = project::edit_metadata(old.bytes, report.file, report.asked);
    if (!edited) return fail(std::move(edited).error());
    report.applied = std::move(edited->applied);
    report.diff = unified_diff(old.bytes, edited->bytes, std::string("a/") + project::kMetadataFile,
                               std::string("b/") + project::kMetadataFile);
    return std::move(edited->bytes);
  };
  const auto mode = options.dry_run ? sys::ReplaceMode::rehearse : sys::ReplaceMode::write;
  const auto outcome = context.world.replacer.replace(root->path, project::kMetadataFile,
                                                      project::kMaxMetadataBytes, mode, edit);
  if (!outcome) return fail(outcome.error());
  if (*outcome == sys::ReplaceOutcome::replaced && names > 1) {
    context.terminal.warn(text::escape_untrusted(report.file) + " has " + std::to_string(names) +
                          " names (hard links): the others keep the old contents");
  }
  context.terminal.out(options.json ? output::edit_json(report) : output::edit_text(report));
  if (options.dry_run && !options.json) context.terminal.note("dry run: nothing was written");
  return cli::ExitCode::yes;
}

}  // namespace mage_lineage::commands
