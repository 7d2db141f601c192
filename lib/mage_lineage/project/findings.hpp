#pragma once

#include <mage_lineage/formats/yaml.hpp>
#include <mage_lineage/project/finding.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace mage_lineage::project {

/// Collects what is wrong in one file, up to a bound: a hostile file must not fill a manifest.
class Findings {
 public:
  Findings(std::string path, std::vector<Finding>& all) : path_(std::move(path)), all_(all) {}
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;
  /// Says how many were left out.
  ~Findings() {
    if (told_ > kMost) {
      all_.push_back(
          {path_, 0, "more_findings",
           std::to_string(told_ - kMost) + " more findings in this file are not listed"});
    }
  }

  void add(std::size_t line, std::string code, std::string detail) {
    if (++told_ <= kMost) all_.push_back({path_, line, std::move(code), std::move(detail)});
  }
  void add_duplicates(const yaml::Document& document) {
    for (const auto& duplicate : document.duplicates) {
      add(duplicate.second.line, "duplicate_key",
          "a key stands twice in one map: the last one counts");
    }
  }

  static constexpr std::size_t kMost = 100;

 private:
  std::string path_;
  std::vector<Finding>& all_;
  std::size_t told_ = 0;
};

}  // namespace mage_lineage::project
