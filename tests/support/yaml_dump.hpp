#pragma once

#include <mage_lineage/formats/yaml.hpp>

#include <array>
#include <cstdio>
#include <string>

namespace mage_lineage::test {

inline std::string json_string(const std::string& s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
      continue;
    }
    std::array<char, 8> escaped{};
    std::snprintf(escaped.data(), escaped.size(), "\\u%04x", static_cast<unsigned>(c));
    out += escaped.data();
  }
  return out + '"';
}

/// A node in one line: JSON, but for numbers as `#spelling` and templated scalars as `?`. For small
/// documents: the depth of the call stack is that of the node.
inline std::string dump(const yaml::Node& node) {
  std::string out;
  switch (node.kind) {
    case yaml::Kind::sequence:
      for (const yaml::Node* item : node.items) {
        out += (out.empty() ? "" : ",") + dump(*item);
      }
      return "[" + out + "]";
    case yaml::Kind::mapping:
      for (const yaml::Member& member : node.members) {
        out += (out.empty() ? "" : ",") + dump(*member.key) + ":" + dump(*member.value);
      }
      return "{" + out + "}";
    default:
      break;
  }
  if (node.templated) return "?";
  if (node.kind == yaml::Kind::null) return "null";
  if (node.kind == yaml::Kind::boolean) return node.boolean ? "true" : "false";
  if (node.kind == yaml::Kind::number) return "#" + node.text;
  return json_string(node.text);
}

/// The whole document in one line; `(none)` for a text without one.
inline std::string dump(const yaml::Document& document) {
  return document.root == nullptr ? "(none)" : dump(*document.root);
}

}  // namespace mage_lineage::test
