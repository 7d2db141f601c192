#include <mage_lineage/project/layout.hpp>

namespace mage_lineage::project {

std::string pipeline_folder(std::string_view pipeline) {
  return std::string(kPipelinesFolder).append("/").append(pipeline);
}

std::string pipeline_file(std::string_view pipeline, std::string_view file) {
  return pipeline_folder(pipeline).append("/").append(file);
}

std::string block_catalog(std::string_view pipeline, std::string_view block) {
  return pipeline_file(pipeline, block).append("/").append(kBlockCatalogFile);
}

std::string_view pipeline_of_file(std::string_view path, std::string_view file) {
  const auto first = path.find('/');
  const auto last = path.rfind('/');
  if (first == std::string_view::npos || first == last) return {};
  const auto pipeline = path.substr(first + 1, last - first - 1);
  const bool plain = path.substr(0, first) == kPipelinesFolder && path.substr(last + 1) == file &&
                     pipeline.find('/') == std::string_view::npos;
  return plain ? pipeline : std::string_view();
}

}  // namespace mage_lineage::project
