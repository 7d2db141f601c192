#pragma once

#include <mage_lineage/formats/yaml_reading.hpp>
#include <mage_lineage/project/finding.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::project {

/// Which list of a pipeline's metadata.yaml names a block.
enum class Role { main, callback, conditional, widget, extension };
const char* to_string(Role role);

/// One block as a pipeline names it; the lists as they are written, dangling names included.
struct Block {
  std::string uuid;
  std::string name;
  std::string type;
  std::string language;  ///< `python` where none is written, as Mage has it
  Role role = Role::main;
  std::vector<std::string> upstream_blocks;
  std::vector<std::string> downstream_blocks;
  std::string replicated_block;   ///< the block whose file this one uses; empty when none
  std::string file_path;          ///< `configuration.file_path` as written
  std::string file_source;        ///< `configuration.file_source.path` as written
  bool has_callback = false;      ///< the old form: a callbacks file of its own
  bool data_integration = false;  ///< `configuration.data_integration` is there
  std::size_t line = 0;           ///< where the block begins
  std::string path;               ///< of its file, relative to the root; filled in by BlockPaths
};

/// One pipelines/*/metadata.yaml.
struct Pipeline {
  std::string uuid;  ///< the folder's name: what the file says is ignored, as Mage does
  std::string name;
  std::string type = "python";
  std::string path;  ///< of the metadata.yaml
  std::vector<Block> blocks;
  std::vector<std::string> streams;  ///< of a catalog written in `data_integration`
  bool readable = true;  ///< false when the file is no YAML map: then there are no blocks
};

/// Reads a pipeline; nothing in the text stops it. What Mage would not load, or would drop, is
/// added to `findings` with its consequence.
Pipeline parse_pipeline(yaml::Reading& text, const std::string& uuid,
                        std::vector<Finding>& findings);

/// True for the types of blocks that have no file (`global_data_product`).
bool has_no_file(std::string_view block_type);

}  // namespace mage_lineage::project
