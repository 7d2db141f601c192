#pragma once

#include <mage_lineage/core/error.hpp>
#include <mage_lineage/formats/yaml_reading.hpp>
#include <mage_lineage/project/finding.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::project {

/// What a YAML block says of the system it talks to: names alone, no value of its configuration.
struct Connector {
  std::string source;          ///< `source` of a data integration, or a streaming source's type
  std::string destination;     ///< `destination`
  std::string connector_type;  ///< `connector_type` of a streaming block
  std::vector<std::string> streams;  ///< of a `catalog` in the block
  bool empty() const { return source.empty() && destination.empty() && connector_type.empty(); }
};

/// Reads a YAML block's connector; a text that is no YAML, or a value from a template, has none.
Connector parse_connector(yaml::Reading& text, const std::string& path,
                          std::vector<Finding>& findings);

/// The names of a catalog's streams: a map with `streams`, or one below `catalog`.
std::vector<std::string> streams_of(const yaml::Node& catalog);

/// The same from a catalog's JSON file.
std::vector<std::string> parse_catalog(std::string_view text, const std::string& path,
                                       std::vector<Finding>& findings);

/// One trigger of pipelines/*/triggers.yaml: nothing that it runs with.
struct Trigger {
  std::string pipeline_uuid;
  std::string name;
  std::string schedule_type;
  std::string schedule_interval;  ///< empty when none is written
  std::string status;
};

/// Reads triggers.yaml of a pipeline. What Mage would not load is told.
std::vector<Trigger> parse_triggers(yaml::Reading& text, const std::string& pipeline_uuid,
                                    std::vector<Finding>& findings);

/// The line of an error's position `name:line:column`; 0 when it has none.
std::size_t line_of(const Error& error);

}  // namespace mage_lineage::project
