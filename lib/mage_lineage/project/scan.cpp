#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/project/layout.hpp>
#include <mage_lineage/project/scan.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

namespace mage_lineage::project {
namespace {

constexpr std::array<std::pair<OmissionReason, const char*>, 9> kReasons = {{
    {OmissionReason::file_too_large, "file_too_large"},
    {OmissionReason::source_limit, "source_limit"},
    {OmissionReason::owner_limit, "owner_limit"},
    {OmissionReason::scan_limit, "scan_limit"},
    {OmissionReason::not_regular, "not_regular"},
    {OmissionReason::outside_project, "outside_project"},
    {OmissionReason::unreadable, "unreadable"},
    {OmissionReason::changed_while_reading, "changed_while_reading"},
    {OmissionReason::missing, "missing"},
}};

struct Folder {
  std::string path;
  std::size_t depth = 0;
};

/// Virtual environments lie under any name; this file is in each of them (PEP 405).
bool is_virtual_environment(const std::vector<sys::Entry>& entries) {
  return std::any_of(entries.begin(), entries.end(),
                     [](const sys::Entry& entry) { return entry.name == "pyvenv.cfg"; });
}

/// A folder was seen before it was listed: if it is not there any more it changed meanwhile.
OmissionReason reason_for_folder(const Error& error) {
  if (error.code == ErrorCode::too_large) return OmissionReason::scan_limit;
  if (error.code == ErrorCode::not_found) return OmissionReason::changed_while_reading;
  return reason_of(error);
}

class Walk {
 public:
  Walk(sys::Tree& root, const ScanLimits& limits) : root_(root), limits_(limits) {}

  Result<Scan> run() {
    queue_.push_back({});
    while (!queue_.empty()) {
      const Folder folder = std::move(queue_.front());
      queue_.pop_front();
      const auto entries = root_.list(folder.path, limits_.entries - scan_.entries);
      if (!entries) {
        const auto reason = reason_for_folder(entries.error());
        if (folder.path.empty() && reason != OmissionReason::scan_limit) {
          return fail(entries.error());
        }
        scan_.omissions.push_back({folder.path.empty() ? "." : folder.path, reason, std::nullopt});
        continue;
      }
      scan_.entries += entries->size();
      if (is_virtual_environment(*entries)) continue;
      for (const auto& entry : *entries)
        take(folder, entry);
    }
    sort();
    return std::move(scan_);
  }

 private:
  void take(const Folder& folder, const sys::Entry& entry) {
    if (folder.path.empty()) scan_.root_names.push_back(entry.name);
    std::string path = folder.path.empty() ? entry.name : folder.path + "/" + entry.name;
    switch (entry.kind) {
      case sys::EntryKind::folder:
        take_folder(folder, entry, std::move(path));
        return;
      case sys::EntryKind::file:
        take_file(std::move(path));
        return;
      case sys::EntryKind::link:
        if (judge_file(path).allowed || may_enter(path)) omit(path, OmissionReason::not_regular);
        return;
      case sys::EntryKind::other:
        if (judge_file(path).allowed) omit(path, OmissionReason::not_regular);
        return;
    }
  }

  void take_folder(const Folder& above, const sys::Entry& entry, std::string path) {
    // `.file_versions/pipelines/p/metadata.yaml` is a folder: what looks like a source file may be
    // one.
    if (!may_enter(path)) return;
    if (above.path == kPipelinesFolder) scan_.pipelines.push_back(entry.name);
    if (above.depth + 1 > limits_.depth) {
      omit(path, OmissionReason::scan_limit);
      return;
    }
    queue_.push_back({std::move(path), above.depth + 1});
  }

  void take_file(std::string path) {
    const auto verdict = judge_file(path);
    if (verdict.allowed) {
      scan_.files.push_back(std::move(path));
    } else if (verdict.code == "references_only") {
      scan_.references.push_back(std::move(path));
    }
  }

  void omit(const std::string& path, OmissionReason reason) {
    scan_.omissions.push_back({path, reason, std::nullopt});
  }

  void sort() {
    std::sort(scan_.files.begin(), scan_.files.end());
    std::sort(scan_.pipelines.begin(), scan_.pipelines.end());
    std::sort(scan_.references.begin(), scan_.references.end());
  }

  sys::Tree& root_;
  const ScanLimits& limits_;
  std::deque<Folder> queue_;
  Scan scan_;
};

}  // namespace

const char* to_string(OmissionReason reason) {
  for (const auto& [known, name] : kReasons) {
    if (known == reason) return name;
  }
  return "unreadable";
}

std::optional<OmissionReason> omission_reason(std::string_view name) {
  for (const auto& [reason, known] : kReasons) {
    if (known == name) return reason;
  }
  return std::nullopt;
}

bool makes_incomplete(OmissionReason reason) {
  return reason != OmissionReason::missing && reason != OmissionReason::not_regular &&
         reason != OmissionReason::outside_project;
}

OmissionReason reason_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::not_found:
      return OmissionReason::missing;
    case ErrorCode::not_regular:
      return OmissionReason::not_regular;
    case ErrorCode::outside:
      return OmissionReason::outside_project;
    case ErrorCode::too_large:
      return OmissionReason::file_too_large;
    case ErrorCode::conflict:
      return OmissionReason::changed_while_reading;
    default:
      return OmissionReason::unreadable;
  }
}

Result<Scan> scan(sys::Tree& root, const ScanLimits& limits) {
  return Walk(root, limits).run();
}

}  // namespace mage_lineage::project
