#include <mage_lineage/core/text.hpp>
#include <mage_lineage/grant/claims.hpp>
#include <mage_lineage/snapshot/builder.hpp>

#include <algorithm>
#include <thread>
#include <utility>

#include "cli/command.hpp"
#include "commands/grant_inputs.hpp"
#include "commands/snapshot_inputs.hpp"
#include "output/snapshot_build_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using settings::Id;

struct Options {
  std::string project;
  std::string output = "-";
  std::optional<Timestamp> at;
  std::optional<std::string> id;
  bool allow_incomplete_scope = false;
};

void declare(Declaration& declaration, Options& options) {
  cli::declare_project(declaration, options.project);
  auto& output = declaration.option("--output", "FILE", options.output,
                                    "where the manifest goes (default: standard output)");
  output.short_name = "-o";
  output.offers = cli::Offers::files;
  declare_at(declaration, options.at);
  declaration.option("--id", "ID", options.id,
                     "the snapshot's id (default: snap_ and 32 random hex digits)");
  declaration.flag("--allow-incomplete-scope", options.allow_incomplete_scope,
                   "build although a part of the scope is not known");
}

Result<std::string> snapshot_id(const Options& options, const Context& context) {
  if (options.id && !grant::is_snapshot_id(*options.id)) {
    return fail(ErrorCode::usage,
                "--id takes 1 to 128 letters, digits, \"_\", \".\" and \"-\", not dots alone");
  }
  if (options.id) return *options.id;
  std::array<std::uint8_t, 16> random{};
  context.world.random.fill(random.data(), random.size());
  return snapshot::make_snapshot_id(random);
}

/// What of the scope is not known, in the words of the settings.
std::vector<std::string> missing_parts(const snapshot::BuildRequest& request,
                                       const OpenProject& opened) {
  std::vector<std::string> missing;
  if (request.customer_cluster_uuid.empty()) {
    missing.emplace_back("customer cluster UUID (" +
                         std::string(settings::spec(Id::customer_cluster_uuid).variable) + ")");
  }
  if (request.workspace_uuid.empty()) {
    missing.emplace_back("workspace UUID (" +
                         std::string(settings::spec(Id::workspace_uuid).variable) + ")");
  }
  if (!opened.metadata || !opened.metadata->project_uuid()) {
    missing.emplace_back("project UUID (project_uuid in metadata.yaml)");
  }
  return missing;
}

Result<snapshot::BuildRequest> make_request(const Options& options, const OpenProject& opened,
                                            const Context& context) {
  const auto settings = context.load_settings();
  if (!settings) return fail(settings.error());
  const auto limits = read_limits(*settings);
  if (!limits) return fail(limits.error());
  const auto ttl = settings->count(Id::snapshot_ttl);
  if (!ttl) return fail(ttl.error());
  const auto cluster = settings->text(Id::customer_cluster_uuid);
  if (!cluster) return fail(cluster.error());
  const auto workspace = settings->text(Id::workspace_uuid);
  if (!workspace) return fail(workspace.error());
  auto id = snapshot_id(options, context);
  if (!id) return fail(std::move(id).error());

  snapshot::BuildRequest request;
  request.root = *opened.root;
  request.customer_cluster_uuid = cluster->value_or("");
  request.workspace_uuid = workspace->value_or("");
  request.snapshot_id = *std::move(id);
  request.created_at = options.at.value_or(context.world.clock.now());
  request.ttl = std::chrono::seconds(*ttl);
  request.limits = *limits;
  request.threads = std::clamp(std::thread::hardware_concurrency(), 2U, 8U);
  return request;
}

/// Tells on a terminal how far a build has come, once it takes longer than a second.
class ProgressLine {
 public:
  explicit ProgressLine(const Context& context)
      : context_(context), next_(context.world.clock.steady() + std::chrono::seconds(1)) {}

  void show(std::size_t done, std::size_t total) {
    const auto now = context_.world.clock.steady();
    if (now < next_ || !context_.terminal.err_is_terminal()) return;
    next_ = now + std::chrono::milliseconds(200);
    shown_ = true;
    context_.terminal.err("\r" + std::to_string(done) + " of " + std::to_string(total) +
                          " files\x1B[K");
  }
  void clear() {
    if (shown_) context_.terminal.err("\r\x1B[K");
  }

 private:
  const Context& context_;
  std::chrono::nanoseconds next_;
  bool shown_ = false;
};

Result<ExitCode> run(const Options& options, Context& context) {
  const auto started = context.world.clock.steady();
  const auto opened = require_project(options.project, context);
  if (!opened) return fail(opened.error());
  const auto request = make_request(options, *opened, context);
  if (!request) return fail(request.error());
  const auto missing = missing_parts(*request, *opened);
  if (!missing.empty() && !options.allow_incomplete_scope) {
    return fail(ErrorCode::invalid,
                "the scope is not complete: missing " + text::join(missing, ", "),
                "set what is missing, or use --allow-incomplete-scope for a manifest that no "
                "service would serve");
  }

  ProgressLine line(context);
  const redact::Redactor redactor;
  const auto built =
      snapshot::build(*opened->tree, *request, redactor,
                      [&line](std::size_t done, std::size_t total) { line.show(done, total); });
  line.clear();
  if (!built) return fail(built.error());
  if (options.output == "-") {
    context.terminal.out(built->text);
  } else {
    constexpr std::uint32_t kMode = 0600;
    if (auto wrote = context.world.files.write(options.output, built->text, kMode); !wrote) {
      return fail(std::move(wrote).error());
    }
  }
  if (!missing.empty()) {
    context.terminal.warn("the scope is not complete: missing " + text::join(missing, ", "));
  }
  const auto took =
      std::chrono::duration_cast<std::chrono::milliseconds>(context.world.clock.steady() - started);
  for (const auto& row : output::build_summary(*built, took))
    context.terminal.note(row);
  return ExitCode::yes;
}

}  // namespace

cli::Command snapshot_build() {
  auto ids = limit_settings();
  ids.insert(ids.begin(), {Id::customer_cluster_uuid, Id::workspace_uuid, Id::snapshot_ttl});
  return {
      .path = "snapshot build",
      .section = cli::Section::snapshots,
      .summary = "describe the project's source in a manifest",
      .description =
          "Reads the project's allowlisted files, redacts what looks like a secret, and writes a\n"
          "manifest: the pipelines with their blocks, integrations, triggers, and for every "
          "source\n"
          "file its owner with sizes and the hash of its redacted text. Content is not in it.\n"
          "\n"
          "What is wrong in the project is told in the manifest as findings, what was left out as\n"
          "omissions. The same source with the same --at and --id gives the same bytes.",
      .examples = {{"mage-lineage snapshot build -o manifest.json",
                    "describe the project around the current folder"},
                   {"mage-lineage snapshot build -C shop --allow-incomplete-scope | jq .totals",
                    "count what is in a project that no cluster knows yet"}},
      .settings = std::move(ids),
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
