#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/formats/yaml_reading.hpp>
#include <mage_lineage/project/scan.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/sys/files.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace mage_lineage::snapshot {

/// One source file as it may be shown: redacted, with the hash of exactly this text.
struct Source {
  std::string content;
  std::string content_hash;
  std::uint64_t source_bytes = 0;
  std::uint64_t redactions = 0;
  std::map<std::string_view, std::size_t> by_rule;
};

/// What a YAML file is to Mage, by its path from the project's root.
redact::YamlRole role_of(std::string_view path);

/// Redacts a file's text by its language and by what it is to Mage, and hashes what is left.
Source make_source(const redact::Redactor& redactor, const std::string& path, yaml::Reading& text);

/// Reads a file that may be changing under the hand: what changed while it was read is read again,
/// twice at most. Fails as Tree::read does.
Result<std::string> read_settled(sys::Tree& tree, const std::string& path, std::uint64_t max_bytes);

}  // namespace mage_lineage::snapshot
