#include "commands/snapshot_inputs.hpp"

#include <mage_lineage/core/text.hpp>

#include <utility>

namespace mage_lineage::commands {

using settings::Id;

std::vector<Id> limit_settings() {
  return {Id::max_file_bytes, Id::max_scan_entries, Id::max_source_bytes, Id::max_snapshot_owners};
}

Result<snapshot::Limits> read_limits(const settings::Settings& settings) {
  snapshot::Limits limits;
  const auto file = settings.count(Id::max_file_bytes);
  if (!file) return fail(file.error());
  const auto source = settings.count(Id::max_source_bytes);
  if (!source) return fail(source.error());
  const auto owners = settings.count(Id::max_snapshot_owners);
  if (!owners) return fail(owners.error());
  const auto entries = settings.count(Id::max_scan_entries);
  if (!entries) return fail(entries.error());
  limits.file_bytes = *file;
  limits.source_bytes = *source;
  limits.owners = *owners;
  limits.scan_entries = *entries;
  return limits;
}

Result<snapshot::LoadedManifest> load_manifest(const std::string& file,
                                               const cli::Context& context) {
  const auto content = context.world.files.read(file, snapshot::kMaxManifestBytes);
  if (!content) return fail(content.error());
  auto loaded = snapshot::read_manifest(content->bytes);
  if (!loaded) {
    auto error = std::move(loaded).error();
    const auto name = file == "-" ? "standard input" : text::escape_untrusted(file);
    if (!error.position.empty()) error.at(name + ":" + error.position);
    error.while_doing("while reading the manifest");
    return fail(std::move(error));
  }
  return loaded;
}

void declare_manifest(cli::Declaration& declaration, std::string& file) {
  auto& parameter = declaration.argument("FILE", file, "the manifest, or - for standard input");
  parameter.offers = cli::Offers::files;
  parameter.required = true;
}

Result<OpenProject> require_project(const std::string& project, const cli::Context& context) {
  auto opened = open_project(project, context);
  if (!opened.root) return fail(std::move(opened.root).error());
  if (!opened.tree) return fail(std::move(opened.metadata).error());
  return opened;
}

}  // namespace mage_lineage::commands
