#include "output/snapshot_build_view.hpp"

#include <mage_lineage/core/text.hpp>

#include <map>

namespace mage_lineage::output {
namespace {

using text::count_of;

/// "3 blocks, 1 file", in the order in which the types are listed.
std::string owners_by_type(const snapshot::Manifest& manifest) {
  std::map<snapshot::OwnerType, std::size_t> counts;
  for (const auto& owner : manifest.owners)
    ++counts[owner.identity.type];
  std::vector<std::string> parts;
  for (const auto& [type, count] : counts) {
    const std::string name = to_string(type);
    parts.push_back(count_of(count, name, name + "s"));
  }
  return text::join(parts, ", ");
}

template <class Counts, class Name>
std::string listed(const Counts& counts, Name name) {
  std::vector<std::string> parts;
  for (const auto& [key, count] : counts) {
    parts.push_back(std::string(name(key)) + " " + std::to_string(count));
  }
  return text::join(parts, ", ");
}

}  // namespace

std::vector<std::string> build_summary(const snapshot::Built& built,
                                       std::chrono::milliseconds took) {
  const auto& manifest = built.manifest;
  const auto& totals = manifest.totals;
  std::vector<std::string> lines;
  lines.push_back("snapshot " + manifest.snapshot_id + " of " +
                  text::escape_untrusted(manifest.project.name, 80) + " in " +
                  format_duration(took));
  std::string owners = count_of(totals.owners, "owner", "owners");
  if (totals.owners > 0) owners += " (" + owners_by_type(manifest) + ")";
  lines.push_back("  " + owners + ", " + count_of(totals.content_bytes, "byte", "bytes") + ", " +
                  count_of(totals.entries_scanned, "entry", "entries") + " scanned");
  std::string redactions = "  " + count_of(totals.redactions, "redaction", "redactions");
  if (totals.redactions > 0) {
    redactions +=
        ": " + listed(built.redactions_by_rule, [](std::string_view rule) { return rule; });
  }
  lines.push_back(std::move(redactions));
  if (!manifest.findings.empty()) {
    std::map<std::string, std::size_t> codes;
    for (const auto& finding : manifest.findings)
      ++codes[finding.code];
    lines.push_back("  " + count_of(manifest.findings.size(), "finding", "findings") + ": " +
                    listed(codes, [](const std::string& code) { return code; }));
  }
  if (!manifest.omissions.empty()) {
    std::map<project::OmissionReason, std::size_t> reasons;
    for (const auto& omission : manifest.omissions)
      ++reasons[omission.reason];
    lines.push_back(
        "  " + count_of(manifest.omissions.size(), "omission", "omissions") + ": " +
        listed(reasons, [](project::OmissionReason reason) { return to_string(reason); }));
  }
  if (!manifest.complete)
    lines.emplace_back("  not complete: files that are on disk were left out");
  return lines;
}

}  // namespace mage_lineage::output
