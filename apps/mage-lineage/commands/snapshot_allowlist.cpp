#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/allowlist.hpp>

#include <optional>

#include "cli/command.hpp"
#include "commands/project_option.hpp"
#include "output/allowlist_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

struct Options {
  std::optional<std::string> explain;
  std::string project;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  auto& explain = declaration.option("--explain", "PATH", options.explain,
                                     "say why a file is let in or not; the path is relative to the "
                                     "project's folder, or absolute in it");
  explain.offers = cli::Offers::files;
  cli::declare_project(declaration, options.project);
  cli::declare_json(declaration, options.json);
}

/// The path as the project sees it.
std::string below(std::string path, const std::optional<std::string>& root) {
  if (root && path.rfind(*root + "/", 0) == 0) path.erase(0, root->size() + 1);
  while (path.rfind("./", 0) == 0)
    path.erase(0, 2);
  return path;
}

/// The verdict on a path as far as the disk changes it.
project::Verdict with_disk(project::Verdict verdict, const std::string& path, sys::Tree& tree) {
  const auto seen = tree.stat(path);
  if (seen && seen->kind == sys::EntryKind::folder && project::may_enter(path)) {
    return {false, "folder", "it is a folder that is looked into: its files are judged one by one"};
  }
  if (!verdict.allowed) return verdict;
  if (!seen && seen.error().code == ErrorCode::not_found) {
    verdict.reason += "; there is no such file now";
  } else if (!seen) {
    return {false, "outside_project", "a link or another file system stands in the path"};
  } else if (seen->kind != sys::EntryKind::file) {
    return {false, "not_regular", "it is a link, a device, a pipe, a socket or a folder"};
  }
  return verdict;
}

Result<ExitCode> run(const Options& options, Context& context) {
  if (!options.explain) {
    context.terminal.out(options.json ? output::allowlist_json()
                                      : output::allowlist_text(context.terminal.out_style()));
    return ExitCode::yes;
  }
  auto opened = open_project(options.project, context);
  if (!options.project.empty() && !opened.root) return fail(std::move(opened.root).error());
  std::optional<std::string> root;
  if (opened.root) root = opened.root->path;
  const std::string path = below(*options.explain, root);
  auto verdict = project::judge_file(path);
  if (opened.tree) verdict = with_disk(std::move(verdict), path, *opened.tree);
  context.terminal.out(options.json
                           ? output::verdict_json(path, verdict)
                           : output::verdict_text(path, verdict, context.terminal.out_style()));
  return verdict.allowed ? ExitCode::yes : ExitCode::no;
}

}  // namespace

cli::Command snapshot_allowlist() {
  return {
      .path = "snapshot allowlist",
      .section = cli::Section::snapshots,
      .summary = "show which files a snapshot may hold, and why a path is in or out",
      .description =
          "Lists the rules by which files are let into a snapshot. What is denied by its name is\n"
          "denied in any letter case and in any folder; what no rule lets in stays out.",
      .examples = {{"mage-lineage snapshot allowlist", "read the rules"},
                   {"mage-lineage snapshot allowlist --explain utils/secrets/keys.py",
                    "ask about one path"}},
      .settings = {},
      .yes = "done; with --explain: the path is let in",
      .no = "with --explain: the path is not let in",
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
