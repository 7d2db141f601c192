#include <mage_lineage/redact/yaml_values.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/values.hpp>

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mage_lineage::redact {
namespace {

constexpr std::string_view kConnector = "connector_type";

/// Past a name, `at` when none is there; dots part its words.
std::size_t skip_name(std::string_view s, std::size_t at) {
  if (at < s.size() && !kLetter(s[at]) && s[at] != '_') return at;
  while (at < s.size() && (kWord(s[at]) || s[at] == '.'))
    ++at;
  return at;
}

/// True if a scalar is a reference and nothing else: `{{ name }}`, `{{ env_var('X') }}`, filters
/// without an argument behind them. A default, a literal, a tag or a word beside it is text.
bool stays(std::string_view scalar) {
  std::string_view s = text::trim(scalar);
  if (s.size() < 4 || s.substr(0, 2) != "{{" || s.substr(s.size() - 2) != "}}") return false;
  s = text::trim(s.substr(2, s.size() - 4));
  const auto blanks = [&](std::size_t at) {
    while (at < s.size() && kBlank(s[at]))
      ++at;
    return at;
  };
  std::size_t at = skip_name(s, 0);
  if (at == 0 || !is_reference(scalar)) return false;
  if (at < s.size() && s[at] == '(') {
    at = blanks(at + 1);
    if (at < s.size() && kQuote(s[at])) {
      const auto close = s.find(s[at], at + 1);
      if (close == std::string_view::npos) return false;
      at = blanks(close + 1);
    }
    if (at == s.size() || s[at] != ')') return false;
    ++at;
  }
  for (at = blanks(at); at < s.size() && s[at] == '|'; at = blanks(at)) {
    const std::size_t name = blanks(at + 1);
    at = skip_name(s, name);
    if (at == name) return false;
  }
  return at == s.size();
}

void mark_scalar(Pass& pass, const yaml::Node& node) {
  const Scan& scan = pass.scan;
  std::size_t begin = node.begin.offset;
  std::size_t end = std::min(node.end.offset, scan.size());
  if (scan.at(begin) == '&') {  // the anchor stays, for its aliases
    while (begin < end && !kSpace(scan.at(begin)))
      ++begin;
    while (begin < end && kSpace(scan.at(begin)))
      ++begin;
  }
  const std::size_t header = std::min(scan.skip(begin, kBytes<"!-{}~">), end);
  const std::size_t block = node.tagged ? scan.skip(header, kBlank) : begin;
  if (node.quoted && (scan.at(block) == '|' || scan.at(block) == '>')) {
    begin = block;
    while (begin < end && !kLineEnd(scan.at(begin)))
      ++begin;
  } else if (node.quoted && !node.tagged && kQuote(scan.at(begin)) && end > begin + 1) {
    ++begin;
    --end;
  }  // a tag goes with its value: `!!int` before a mark would be no YAML
  if (begin < end && !stays(scan.text().substr(begin, end - begin))) {
    pass.mark(begin, end, RuleId::yaml_value);
  }
}

/// Walks a document, each node once: aliases share nodes, and may share them a million times.
class Walk {
 public:
  explicit Walk(Pass& pass) : pass_(pass) {}

  /// Every scalar below a node, but for the keys.
  void mark_below(const yaml::Node* top) {
    std::vector<const yaml::Node*> open{top};
    while (!open.empty()) {
      const yaml::Node* const node = open.back();
      open.pop_back();
      if (node == nullptr || !marked_.insert(node).second) continue;
      if (node->kind == yaml::Kind::sequence) {
        open.insert(open.end(), node->items.begin(), node->items.end());
      } else if (node->kind == yaml::Kind::mapping) {
        for (const yaml::Member& member : node->members)
          open.push_back(member.value);
      } else if (node->kind != yaml::Kind::null) {
        mark_scalar(pass_, *node);
      }
    }
  }

  /// What stands beside and below each `connector_type`.
  void mark_connectors(const yaml::Node* top) {
    std::vector<const yaml::Node*> open{top};
    while (!open.empty()) {
      const yaml::Node* const node = open.back();
      open.pop_back();
      if (node == nullptr || !seen_.insert(node).second) continue;
      open.insert(open.end(), node->items.begin(), node->items.end());
      const bool connector = node->find(kConnector) != nullptr;
      for (const yaml::Member& member : node->members) {
        open.push_back(member.value);
        if (connector && member.key->text != kConnector) mark_below(member.value);
      }
    }
  }

 private:
  Pass& pass_;
  std::unordered_set<const yaml::Node*> marked_;
  std::unordered_set<const yaml::Node*> seen_;
};

/// A key at the start of a line, without its quotes; empty when the line has none.
std::string_view key_of(std::string_view line) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  std::string_view key = text::trim(line.substr(0, colon));
  if (key.size() > 1 && kQuote(key.front()) && key.back() == key.front()) {
    key = key.substr(1, key.size() - 2);
  }
  return key;
}

/// For texts that are no YAML: everything under the keys of the role, and behind them on their
/// lines.
void cut_by_indentation(Pass& pass, YamlRole role) {
  const std::string_view text = pass.scan.text();
  const bool connector = role == YamlRole::block && text.find(kConnector) != std::string_view::npos;
  const std::string_view wanted = role == YamlRole::pipeline ? "variables" : "config";
  bool inside = false;
  std::size_t indent = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(find_any(text, kLineEnd, at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const auto lead = line.find_first_not_of(" \t\xEF\xBB\xBF");
    if (lead != std::string_view::npos) {
      const std::string_view content = line.substr(lead);
      const std::string_view key = key_of(content);
      const bool item = content.front() == '-';
      if (inside && lead <= indent && !(item && lead == indent)) inside = false;
      const bool opens =
          !inside && (key == wanted || (connector && key != kConnector && !key.empty()));
      if (inside) {
        pass.mark(at + lead, end, RuleId::yaml_value);
      } else if (opens) {
        pass.mark(at + lead + content.find(':') + 1, end, RuleId::yaml_value);
        inside = true;
        indent = lead;
      }
    }
    at = end + 1;
  }
}

}  // namespace

void find_yaml_values(Pass& pass, YamlRole role, yaml::Reading& reading) {
  if (role == YamlRole::plain) return;
  const auto& document = reading.document(yaml::Templates::jinja);
  if (!document || !document->duplicates.empty()) return cut_by_indentation(pass, role);
  if (document->root == nullptr) return;
  Walk walk(pass);
  if (role == YamlRole::pipeline) {
    walk.mark_below(document->root->find("variables"));
    return;
  }
  walk.mark_below(document->root->find("config"));
  walk.mark_connectors(document->root);
}

}  // namespace mage_lineage::redact
