#pragma once

#include <mage_lineage/project/catalog.hpp>
#include <mage_lineage/project/finding.hpp>
#include <mage_lineage/project/pipeline.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::project {

/// What one file tells about the project's topology.
struct Facts {
  std::optional<Pipeline> pipeline;    ///< of pipelines/*/metadata.yaml
  std::optional<Connector> connector;  ///< of a YAML block
  std::vector<Trigger> triggers;       ///< of triggers.yaml
  std::vector<std::string> streams;    ///< of a catalog
  std::vector<Finding> findings;
};

/// Facts by the file's path. Files that tell nothing are not in it.
using FactsByPath = std::map<std::string, Facts>;

/// True for files whose text `read_facts` wants to see.
bool tells_facts(std::string_view path);

/// Reads one file's facts; nothing in the text stops it. Pure: files may be read by several
/// threads.
Facts read_facts(const std::string& path, std::string_view text);

/// The same for a text that others read as YAML, too. Its name has to be the path.
Facts read_facts(const std::string& path, yaml::Reading& text);

}  // namespace mage_lineage::project
