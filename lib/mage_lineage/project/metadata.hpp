#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/formats/yaml.hpp>
#include <mage_lineage/project/finding.hpp>
#include <mage_lineage/sys/files.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::project {

/// One value of metadata.yaml as far as it is known without executing a template.
struct Value {
  enum class State {
    absent,     ///< the key, or what should hold it, is not there
    null,       ///< there, without a value
    boolean,    ///< a boolean of YAML 1.1
    other,      ///< text, a number, a list or a map
    templated,  ///< comes from a template expression or stands between statements: not known
  };
  State state = State::absent;
  bool boolean = false;  ///< meaningful for State::boolean
  std::string text;      ///< of a scalar that is text or a number; never shown for unknown keys
  yaml::Mark mark;       ///< where the value stands; the key that should hold it for `absent`

  bool is_true() const { return state == State::boolean && boolean; }
  /// What Mage makes of it: Python's truth of the value (the text "false" is true); nullopt when
  /// templated.
  std::optional<bool> python_truth() const;
};

struct Feature {
  std::string name;
  Value value;
};

/// A project's metadata.yaml, as far as this program uses it.
struct Metadata {
  std::string name;       ///< the project folder's name, which is what Mage calls the project
  std::string type;       ///< `standalone`, `main`, `sub`
  Value uuid;             ///< `project_uuid`
  Value lineage_enabled;  ///< `lineage.enabled`
  Value lineage;          ///< the value of `lineage`; State::other for a map
  bool lineage_is_map = false;
  std::vector<Feature> features;  ///< in the order of the file
  std::vector<Finding> findings;

  /// The UUID when it is known and not blank.
  std::optional<std::string> project_uuid() const;
  /// The feature with this key; State::absent when there is none.
  Value feature(std::string_view key) const;
};

/// No metadata.yaml is larger than this.
inline constexpr std::uint64_t kMaxMetadataBytes = std::uint64_t{1} << 20U;

/// Reads metadata.yaml of the project in `root` with its template tags blanked. `name` is the
/// project folder's name. An empty file is a project without settings, as Mage has it. Fails when
/// the file cannot be read or is not YAML; the position names the line.
Result<Metadata> read_metadata(sys::Tree& root, std::string name);

/// The same from text at hand.
Result<Metadata> parse_metadata(std::string_view text, std::string name);

}  // namespace mage_lineage::project
