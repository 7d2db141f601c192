#pragma once

#include <mage_lineage/project/finding.hpp>
#include <mage_lineage/project/pipeline.hpp>
#include <mage_lineage/project/scan.hpp>

#include <optional>
#include <string>
#include <vector>

namespace mage_lineage::project {

/// Where paths that a pipeline writes are to be looked for.
struct Places {
  std::string project_name;  ///< the project folder's name, which paths may begin with
  std::string
      below_platform;  ///< the project's path in its platform's folder; empty without a platform
};

/// Finds the files of blocks in the order that Mage follows (data_preparation/models/block,
/// `file_path`; shared/path_fixer.py, `add_absolute_path`): the file of the replicated block,
/// `file_source` in a platform, `file_path`, the folder of the type with the uuid. Looks at no
/// disk: the scan is what is there, and has to outlive this.
class BlockPaths {
 public:
  BlockPaths(const Scan& scan, Places places);

  /// Fills in `Block::path` of every block. A block without a file, or with one outside of the
  /// project (which is told), gets an empty path.
  void resolve(Pipeline& pipeline, std::vector<Finding>& findings);

 private:
  using Path = std::optional<std::string>;
  Path path_of(const Block& block);
  Path in_project(std::string written);
  Path in_platform(const std::string& written) const;
  Path from_absolute(const std::vector<std::string>& parts) const;
  Path with_ending(const std::string& path);
  bool is_file(const std::string& path) const;
  bool has_folder(const std::string& prefix) const;

  const Scan& scan_;
  Places places_;
  std::vector<std::string>
      backwards_;  ///< the files' paths spelt backwards, sorted; made at first use
};

/// The file of a block's callback in the old form, `callbacks/<uuid>_callback.py`.
std::string callback_path(const Block& block);

}  // namespace mage_lineage::project
