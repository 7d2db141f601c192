#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/project/layout.hpp>
#include <mage_lineage/sys/files.hpp>

#include <string>
#include <vector>

namespace mage_lineage::project {

/// The file that makes a folder a platform of several projects.
inline constexpr const char* kPlatformFile = "settings.yaml";

/// A Mage project's folder.
struct ProjectRoot {
  std::string path;  ///< absolute, without links
  std::string
      platform;  ///< the folder above it whose settings.yaml lists projects; empty when none
};

/// The project that `start` (a folder, or a file in it) belongs to: the nearest folder, itself or
/// above, with a metadata.yaml that is not a pipeline's (`pipelines/*`) or a template's
/// (`custom_templates/*/*`). What lies at metadata.yaml is not opened here. Fails with `not_found`:
/// the error says what was looked for and where, its hint lists the projects of a platform's folder
/// or the projects just below `start`. Fails with `permission` or `io` at the first folder that
/// cannot be looked into: a project above it would be another one.
Result<ProjectRoot> find_root(sys::Files& files, const std::string& start);

/// The projects below a folder, as far as its settings.yaml lists them or they lie directly in it
/// with a metadata.yaml of their own: paths relative to it, sorted.
std::vector<std::string> projects_below(sys::Tree& folder);

}  // namespace mage_lineage::project
