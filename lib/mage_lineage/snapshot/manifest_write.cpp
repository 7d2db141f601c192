#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>

namespace mage_lineage::snapshot {
namespace {

using json::Writer;

void write_texts(Writer& writer, std::string_view key, const std::vector<std::string>& texts) {
  writer.key(key).begin_array();
  for (const auto& text : texts)
    writer.value(text);
  writer.end_array();
}

/// The member, or nothing for an empty text.
void write_optional(Writer& writer, std::string_view key, const std::string& text) {
  if (!text.empty()) writer.member(key, text);
}

void write_or_null(Writer& writer, std::string_view key, const std::string& text) {
  writer.key(key);
  if (text.empty()) {
    writer.null();
  } else {
    writer.value(text);
  }
}

/// A list of entries, each written by `one`.
template <class Entries, class One>
void write_list(Writer& writer, std::string_view key, const Entries& entries, One one) {
  writer.key(key).begin_array();
  for (const auto& entry : entries)
    one(writer, entry);
  writer.end_array();
}

void write_block(Writer& writer, const BlockEntry& block) {
  writer.begin_object();
  write_texts(writer, "downstream_blocks", block.downstream_blocks);
  writer.member("language", block.language).member("name", block.name);
  write_or_null(writer, "owner_key", block.owner_key);
  write_optional(writer, "replicated_block", block.replicated_block);
  writer.member("role", block.role).member("type", block.type);
  write_texts(writer, "upstream_blocks", block.upstream_blocks);
  writer.member("uuid", block.uuid).end_object();
}

void write_pipeline(Writer& writer, const PipelineEntry& pipeline) {
  writer.begin_object();
  write_list(writer, "blocks", pipeline.blocks, write_block);
  writer.member("name", pipeline.name).member("path", pipeline.path);
  writer.member("type", pipeline.type).member("uuid", pipeline.uuid).end_object();
}

void write_integration(Writer& writer, const IntegrationEntry& integration) {
  writer.begin_object();
  write_optional(writer, "destination", integration.destination);
  writer.member("pipeline_uuid", integration.pipeline_uuid);
  write_optional(writer, "source", integration.source);
  write_texts(writer, "streams", integration.streams);
  writer.end_object();
}

void write_trigger(Writer& writer, const TriggerEntry& trigger) {
  writer.begin_object();
  writer.member("name", trigger.name).member("pipeline_uuid", trigger.pipeline_uuid);
  write_optional(writer, "schedule_interval", trigger.schedule_interval);
  writer.member("schedule_type", trigger.schedule_type).member("status", trigger.status);
  writer.end_object();
}

void write_finding(Writer& writer, const project::Finding& finding) {
  writer.begin_object().member("code", finding.code).member("detail", finding.detail);
  if (finding.line > 0) writer.member("line", finding.line);
  writer.member("path", finding.path).end_object();
}

void write_omission(Writer& writer, const project::Omission& omission) {
  writer.begin_object();
  if (omission.bytes) writer.member("bytes", *omission.bytes);
  writer.member("path", omission.path).member("reason", project::to_string(omission.reason));
  writer.end_object();
}

void write_project(Writer& writer, const ProjectEntry& project) {
  writer.key("project").begin_object().key("features").begin_object();
  for (const auto& [name, on] : project.features)
    writer.member(name, on);
  writer.end_object().member("name", project.name).member("type", project.type);
  write_or_null(writer, "uuid", project.uuid);
  writer.end_object();
}

/// What an owner's identity consists of, in its own words.
void write_identity(Writer& writer, const Identity& identity) {
  writer.key("identity").begin_object();
  if (identity.type == OwnerType::block) writer.member("block_type", identity.block_type);
  if (identity.type == OwnerType::file) writer.member("path", identity.uuid);
  if (identity.type == OwnerType::block || identity.type == OwnerType::pipeline) {
    writer.member("uuid", identity.uuid);
  }
  writer.end_object();
}

void write_totals(Writer& writer, const Totals& totals) {
  writer.key("totals").begin_object().member("content_bytes", totals.content_bytes);
  writer.member("entries_scanned", totals.entries_scanned).member("owners", totals.owners);
  writer.member("redactions", totals.redactions).end_object();
}

void write_scope(Writer& writer, const Scope& scope) {
  writer.key("scope").begin_object();
  write_or_null(writer, "customer_cluster_uuid", scope.customer_cluster_uuid);
  write_or_null(writer, "project_uuid", scope.project_uuid);
  write_or_null(writer, "workspace_uuid", scope.workspace_uuid);
  writer.end_object();
}

}  // namespace

void write_owner(Writer& writer, const Owner& owner) {
  writer.begin_object();
  writer.member("content_bytes", owner.content_bytes).member("content_hash", owner.content_hash);
  write_identity(writer, owner.identity);
  writer.member("language", owner.language).member("owner_key", owner.key);
  writer.member("owner_type", to_string(owner.identity.type)).member("path", owner.path);
  writer.member("redactions", owner.redactions);
  if (owner.source_bytes) writer.member("source_bytes", *owner.source_bytes);
  write_texts(writer, "used_by", owner.used_by);
  writer.end_object();
}

std::string compute_generation(const Manifest& manifest) {
  Writer writer(json::Style::canonical);
  writer.begin_object();
  write_list(writer, "integrations", manifest.integrations, write_integration);
  write_list(writer, "omissions", manifest.omissions, write_omission);
  write_list(writer, "owners", manifest.owners, [](Writer& out, const Owner& owner) {
    out.begin_object().member("content_hash", owner.content_hash);
    out.member("owner_key", owner.key).member("path", owner.path).end_object();
  });
  write_list(writer, "pipelines", manifest.pipelines, write_pipeline);
  write_project(writer, manifest.project);
  write_list(writer, "triggers", manifest.triggers, write_trigger);
  writer.end_object();
  return tagged_sha256(writer.text());
}

std::string write_manifest(Manifest& manifest) {
  Writer writer(json::Style::canonical);
  // The members come in their canonical order, so that nothing has to be sorted.
  writer.begin_object().member("complete", manifest.complete);
  writer.member("created_at", format_rfc3339(manifest.created_at));
  writer.member("expires_at", format_rfc3339(manifest.expires_at));
  write_list(writer, "findings", manifest.findings, write_finding);
  writer.member("generation", manifest.generation);
  write_list(writer, "integrations", manifest.integrations, write_integration);
  const std::size_t place_of_hash = writer.text().size();
  write_list(writer, "omissions", manifest.omissions, write_omission);
  write_list(writer, "owners", manifest.owners, write_owner);
  write_list(writer, "pipelines", manifest.pipelines, write_pipeline);
  write_project(writer, manifest.project);
  writer.member("schema_version", kManifestVersion);
  write_scope(writer, manifest.scope);
  writer.member("snapshot_id", manifest.snapshot_id);
  write_totals(writer, manifest.totals);
  write_list(writer, "triggers", manifest.triggers, write_trigger);
  writer.end_object();

  std::string text = std::move(writer).text();
  manifest.manifest_hash = tagged_sha256(text);
  text.insert(place_of_hash, R"(,"manifest_hash":")" + manifest.manifest_hash + "\"");
  text += '\n';
  return text;
}

}  // namespace mage_lineage::snapshot
