#include "output/snapshot_compare_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include "output/layout.hpp"

namespace mage_lineage::output {
namespace {

using snapshot::ChangeKind;
using snapshot::ContentStatus;
using text::count_of;
using text::escape_untrusted;

std::string marked(ChangeKind kind, const Style& style) {
  switch (kind) {
    case ChangeKind::added:
      return style.green("added");
    case ChangeKind::removed:
      return style.red("removed");
    case ChangeKind::changed:
      return style.yellow("changed");
  }
  return "changed";
}

std::string source_told(const snapshot::Verification& found) {
  if (found.changed() == 0 && found.added.empty()) {
    return "all " + count_of(found.owners.size(), "owner", "owners") + " as described";
  }
  return std::to_string(found.changed()) + " of " +
         count_of(found.owners.size(), "owner", "owners") + " changed, " +
         count_of(found.added.size(), "new file", "new files");
}

}  // namespace

std::string verification_text(const snapshot::Manifest& manifest,
                              const snapshot::Verification& found, const Style& style) {
  const auto verdict = [&style](bool good) {
    return good ? style.green("pass") : style.red("fail");
  };
  const bool source = found.changed() == 0 && found.added.empty();
  std::vector<std::vector<std::string>> rows{
      {verdict(found.hash_matches), "hash",
       found.hash_matches ? "the manifest is as it was built"
                          : "the manifest was changed after it was built"},
      {verdict(!found.other_project), "project",
       found.other_project ? "the folder is another project, or its UUID is not known"
                           : "the folder is the manifest's project"},
      {verdict(source), "source", source_told(found)},
      {found.expired ? style.yellow("note") : style.green("pass"), "expiry",
       (found.expired ? "expired at " : "fresh until ") + format_rfc3339(manifest.expires_at)},
  };
  std::string out = table(rows);
  std::vector<std::vector<std::string>> changes;
  for (const auto& state : found.owners) {
    if (state.status == ContentStatus::ok) continue;
    changes.push_back({style.yellow(to_string(state.status)), escape_untrusted(state.owner->path)});
  }
  for (const auto& path : found.added)
    changes.push_back({style.yellow("new"), escape_untrusted(path)});
  if (!changes.empty()) out += "\n" + table(changes, 2);
  return out;
}

std::string verification_json(const snapshot::Manifest& manifest,
                              const snapshot::Verification& found) {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").member("snapshot_id", manifest.snapshot_id);
  out.member("matches", found.matches()).member("hash_matches", found.hash_matches);
  out.member("same_project", !found.other_project).member("expired", found.expired);
  out.member("expires_at", format_rfc3339(manifest.expires_at));
  out.member("owners", found.owners.size()).key("changed").begin_array();
  for (const auto& state : found.owners) {
    if (state.status == ContentStatus::ok) continue;
    out.begin_object().member("owner_key", state.owner->key).member("path", state.owner->path);
    out.member("status", to_string(state.status)).end_object();
  }
  out.end_array().key("added").begin_array();
  for (const auto& path : found.added)
    out.value(path);
  out.end_array().end_object();
  return out.text() + "\n";
}

std::string changes_text(const std::vector<snapshot::Change>& changes, const Style& style) {
  if (changes.empty()) return "no difference\n";
  std::vector<std::vector<std::string>> rows;
  for (const auto& change : changes) {
    rows.push_back({marked(change.kind, style), change.section, escape_untrusted(change.name),
                    escape_untrusted(change.detail)});
  }
  return table(rows);
}

std::string changes_json(const std::vector<snapshot::Change>& changes) {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").member("equal", changes.empty());
  out.key("changes").begin_array();
  for (const auto& change : changes) {
    out.begin_object().member("section", change.section).member("change", to_string(change.kind));
    out.member("name", change.name);
    if (!change.detail.empty()) out.member("detail", change.detail);
    out.end_object();
  }
  out.end_array().end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::output
