#include <mage_lineage/formats/yaml_compare.hpp>

#include <yaml-cpp/yaml.h>

#include <utility>
#include <vector>

namespace mage_lineage::yaml {

namespace {

using Pair = std::pair<YAML::Node, YAML::Node>;

/// Compares what two nodes mean; both come from texts that are within Limits already.
bool equal(const YAML::Node& a, const YAML::Node& b) {
  if (a.Type() != b.Type() || a.Tag() != b.Tag() || a.size() != b.size()) return false;
  if (a.IsScalar()) return a.Scalar() == b.Scalar();
  for (auto left = a.begin(), right = b.begin(); left != a.end(); ++left, ++right) {
    if (a.IsSequence() && !equal(*left, *right)) return false;
    if (a.IsMap() && (!equal(left->first, right->first) || !equal(left->second, right->second))) {
      return false;
    }
  }
  return true;
}

struct Parts {
  std::vector<Pair> others;
  std::optional<YAML::Node> value;  ///< of the key that was asked for
  bool readable = true;             ///< a mapping, or nothing
};

Parts take_apart(const std::optional<YAML::Node>& mapping, const std::string& key) {
  Parts out;
  if (!mapping || mapping->IsNull() || mapping->Tag() == "tag:yaml.org,2002:null") return out;
  out.readable = mapping->IsMap();
  if (!out.readable) return out;
  for (const auto& pair : *mapping) {
    if (pair.first.IsScalar() && pair.first.Scalar() == key) {
      out.value.emplace(pair.second);
    } else {
      out.others.emplace_back(pair.first, pair.second);
    }
  }
  return out;
}

bool equal(const std::vector<Pair>& a, const std::vector<Pair>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!equal(a[i].first, b[i].first) || !equal(a[i].second, b[i].second)) return false;
  }
  return true;
}

bool agrees(const YAML::Node& before, const YAML::Node& after, const ValueChange& change) {
  const Parts root_before = take_apart(before, change.section);
  const Parts root_after = take_apart(after, change.section);
  if (!root_before.readable || !root_after.readable) return false;
  if (!equal(root_before.others, root_after.others)) return false;
  const Parts section_before = take_apart(root_before.value, change.key);
  const Parts section_after = take_apart(root_after.value, change.key);
  if (!section_before.readable || !section_after.readable) return false;
  if (!equal(section_before.others, section_after.others)) return false;
  if (!change.value) return !section_after.value;
  if (!section_after.value || !section_after.value->IsScalar()) return false;
  bool value = false;
  return section_after.value->Tag() != "!" &&
         YAML::convert<bool>::decode(*section_after.value, value) && value == *change.value;
}

/// yaml-cpp knows LF and CR LF alone as line breaks. The others of YAML 1.1 (CR, NEL, LS, PS)
/// become LF for it.
std::string with_known_breaks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && text.substr(i + 1, 1) != "\n") {
      out += '\n';
    } else if (text.substr(i, 2) == "\xC2\x85") {
      out += '\n';
      ++i;
    } else if (const auto three = text.substr(i, 3);
               three == "\xE2\x80\xA8" || three == "\xE2\x80\xA9") {
      out += '\n';
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

Result<> confirm_change(std::string_view before, std::string_view after,
                        const ValueChange& change) {
  YAML::Node old;
  try {
    old = YAML::Load(with_known_breaks(before));
  } catch (const std::exception& e) {
    return fail(ErrorCode::unsupported,
                "the second YAML reader cannot read the file, so that no edit can be confirmed: " +
                    std::string(e.what()),
                "make this edit by hand");
  }
  try {
    if (agrees(old, YAML::Load(with_known_breaks(after)), change)) return {};
  } catch (const std::exception&) {  // no agreement either
  }
  return fail(ErrorCode::unsupported,
              "two YAML readers do not agree on what the edited file would mean",
              "make this edit by hand");
}

}  // namespace mage_lineage::yaml
