#include "output/snapshot_show_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/topology.hpp>
#include <mage_lineage/snapshot/contents.hpp>

#include <algorithm>
#include <unordered_map>

#include "output/layout.hpp"

namespace mage_lineage::output {
namespace {

using text::count_of;

constexpr std::size_t kLongestName = 200;

std::string shown(const std::string& name) {
  return text::escape_untrusted(name, kLongestName);
}

std::string or_unknown(const std::string& part) {
  return part.empty() ? "(not known)" : shown(part);
}

/// What topology looks at, from what a manifest keeps of it.
project::Pipeline as_project_pipeline(const snapshot::PipelineEntry& entry) {
  project::Pipeline pipeline;
  for (const auto& block : entry.blocks) {
    project::Block copy;
    copy.uuid = block.uuid;
    copy.role = block.role == "extension" ? project::Role::extension : project::Role::main;
    copy.upstream_blocks = block.upstream_blocks;
    copy.downstream_blocks = block.downstream_blocks;
    pipeline.blocks.push_back(std::move(copy));
  }
  return pipeline;
}

/// How deep each block stands below the first ones, in the order given.
std::vector<std::size_t> depths(const snapshot::PipelineEntry& pipeline,
                                const std::vector<std::size_t>& order) {
  constexpr std::size_t kDeepest = 16;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const auto index : order)
    places.emplace(pipeline.blocks[index].uuid, index);
  std::vector<std::size_t> depths(order.size(), 0);
  std::vector<bool> passed(order.size(), false);
  const auto below = [&](std::size_t upper, std::size_t lower) {
    depths[lower] = std::max(depths[lower], std::min(depths[upper] + 1, kDeepest));
  };
  for (const auto index : order) {
    passed[index] = true;
    for (const auto& upstream : pipeline.blocks[index].upstream_blocks) {
      const auto found = places.find(upstream);
      if (found != places.end() && found->second != index && passed[found->second]) {
        below(found->second, index);
      }
    }
    for (const auto& downstream : pipeline.blocks[index].downstream_blocks) {
      const auto found = places.find(downstream);
      if (found != places.end() && !passed[found->second]) below(index, found->second);
    }
  }
  return depths;
}

std::string pipeline_text(const snapshot::PipelineEntry& pipeline,
                          const snapshot::OwnerIndex& owners, const Style& style) {
  std::string title = "  " + style.bold(shown(pipeline.uuid));
  if (pipeline.name != pipeline.uuid) title += " \"" + shown(pipeline.name) + "\"";
  title += ", " + shown(pipeline.type) + "\n";
  std::vector<std::vector<std::string>> rows;
  const auto order = project::dependency_order(as_project_pipeline(pipeline));
  const auto levels = depths(pipeline, order);
  for (const auto index : order) {
    const auto& block = pipeline.blocks[index];
    const auto* owner = owners.find(block.owner_key);
    const bool plain = block.role == "main" || block.role == block.type;
    std::string others;
    if (block.upstream_blocks.size() > 1) {
      others = style.dim("after " + shown(text::join(block.upstream_blocks, ", ")));
    }
    rows.push_back({std::string(2 * levels[index], ' ') + shown(block.uuid),
                    shown(plain ? block.type : block.type + " (" + block.role + ")"),
                    shown(block.language),
                    owner != nullptr ? shown(owner->path) : style.yellow("(no source)"), others});
  }
  return rows.empty() ? title : title + table(rows, 4);
}

std::string section(const std::string& title, const std::vector<std::vector<std::string>>& rows,
                    const Style& style) {
  if (rows.empty()) return {};
  return "\n" + style.bold(title) + "\n" + table(rows, 2);
}

std::string told(const snapshot::Manifest& manifest, const Style& style) {
  std::vector<std::vector<std::string>> integrations, triggers, findings, omissions;
  for (const auto& each : manifest.integrations) {
    integrations.push_back({shown(each.pipeline_uuid),
                            or_unknown(each.source) + " > " + or_unknown(each.destination),
                            shown(text::join(each.streams, ", "))});
  }
  for (const auto& each : manifest.triggers) {
    triggers.push_back({shown(each.pipeline_uuid), shown(each.name), shown(each.schedule_type),
                        shown(each.schedule_interval), shown(each.status)});
  }
  for (const auto& each : manifest.findings) {
    const std::string line = each.line > 0 ? ":" + std::to_string(each.line) : "";
    findings.push_back({shown(each.path) + line, shown(each.code), shown(each.detail)});
  }
  for (const auto& each : manifest.omissions) {
    omissions.push_back({shown(each.path), style.yellow(to_string(each.reason)),
                         each.bytes ? count_of(*each.bytes, "byte", "bytes") : ""});
  }
  return section("Integrations", integrations, style) + section("Triggers", triggers, style) +
         section("Findings", findings, style) + section("Omissions", omissions, style);
}

}  // namespace

std::string manifest_text(const snapshot::Manifest& manifest, const Style& style) {
  const auto& project = manifest.project;
  const auto& totals = manifest.totals;
  const auto& scope = manifest.scope;
  std::string features;
  for (const auto& [name, on] : project.features) {
    features += (features.empty() ? "" : ", ") + shown(name) + (on ? "" : " (off)");
  }
  std::vector<Pair> rows{
      {"Snapshot", style.bold(shown(manifest.snapshot_id)) +
                       (manifest.complete ? "" : style.yellow(", not complete"))},
      {"Project",
       shown(project.name) + ", " + shown(project.type) + ", " + or_unknown(project.uuid)},
      {"Scope", or_unknown(scope.customer_cluster_uuid) + " / " + or_unknown(scope.workspace_uuid) +
                    " / " + or_unknown(scope.project_uuid)},
      {"Created", format_rfc3339(manifest.created_at)},
      {"Expires", format_rfc3339(manifest.expires_at)},
      {"Generation", manifest.generation},
      {"Hash", manifest.manifest_hash},
      {"Holds", count_of(totals.owners, "owner", "owners") + ", " +
                    count_of(totals.content_bytes, "byte", "bytes") + ", " +
                    count_of(totals.redactions, "redaction", "redactions") + "; " +
                    count_of(totals.entries_scanned, "entry", "entries") + " scanned"},
  };
  if (!features.empty()) rows.push_back({"Features", features});
  std::string out = two_columns(rows);

  const snapshot::OwnerIndex owners(manifest);
  std::string pipelines;
  for (const auto& pipeline : manifest.pipelines) {
    pipelines += "\n" + pipeline_text(pipeline, owners, style);
  }
  if (!pipelines.empty()) out += "\n" + style.bold("Pipelines") + pipelines;
  return out + told(manifest, style);
}

std::string manifest_json(const snapshot::LoadedManifest& loaded) {
  return json::write(loaded.document, json::Style::pretty) + "\n";
}

std::string owners_text(const snapshot::OwnersPage& page, const Style& style) {
  std::vector<std::vector<std::string>> rows;
  for (const auto* owner : page.owners) {
    rows.push_back({shown(owner->key), to_string(owner->identity.type), shown(owner->path),
                    count_of(owner->content_bytes, "byte", "bytes"),
                    owner->redactions > 0
                        ? style.yellow(count_of(owner->redactions, "redaction", "redactions"))
                        : "",
                    shown(text::join(owner->used_by, ", "))});
  }
  return rows.empty() ? std::string() : table(rows);
}

std::string owners_json(std::string_view snapshot_id, const snapshot::OwnersPage& page) {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").member("snapshot_id", snapshot_id);
  out.key("owners").begin_array();
  for (const auto* owner : page.owners)
    snapshot::write_owner(out, *owner);
  out.end_array().key("next_cursor");
  if (page.next_cursor) {
    out.value(*page.next_cursor);
  } else {
    out.null();
  }
  out.member("total", page.total).end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::output
