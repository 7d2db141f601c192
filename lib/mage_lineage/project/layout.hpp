#pragma once

#include <string>
#include <string_view>

namespace mage_lineage::project {

/// The name of the file that makes a folder a Mage project, and of the one that says what a
/// pipeline is.
inline constexpr const char* kMetadataFile = "metadata.yaml";
/// The folder of the pipelines' folders, and what is read in those beside metadata.yaml.
inline constexpr std::string_view kPipelinesFolder = "pipelines";
inline constexpr std::string_view kTriggersFile = "triggers.yaml";
inline constexpr std::string_view kCatalogFile = "data_integration_catalog.json";
inline constexpr std::string_view kBlockCatalogFile = "catalog.json";

/// Paths from the project's root: `pipelines/P`, and a file `pipelines/P/FILE` in it.
std::string pipeline_folder(std::string_view pipeline);
std::string pipeline_file(std::string_view pipeline, std::string_view file);
/// `pipelines/P/BLOCK/catalog.json`.
std::string block_catalog(std::string_view pipeline, std::string_view block);

/// The P of `pipelines/P/FILE`; empty for all other paths.
std::string_view pipeline_of_file(std::string_view path, std::string_view file);

}  // namespace mage_lineage::project
