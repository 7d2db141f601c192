#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/secret.hpp>
#include <mage_lineage/settings/table.hpp>
#include <mage_lineage/sys/environment.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::settings {

/// Where a value came from.
enum class Origin { unset, default_value, env_file, environment };

/// One setting as it was found.
struct Row {
  const Spec* spec = nullptr;
  std::optional<std::string> value;  ///< nullopt when unset, and always for secrets
  Secret secret;                     ///< for Type::secret alone
  Origin origin = Origin::unset;
  std::string variable;  ///< the variable that gave it: the setting's own or a fallback
  std::string where;     ///< "FILE:LINE" for a value of a file; empty otherwise
  std::vector<std::string> warnings;
  std::optional<Error> problem;  ///< the value does not parse; only who asks for it fails

  bool is_set() const { return origin != Origin::unset; }
};

/// The settings of one run, read once (contracts, section 2). Blank values count as unset.
/// Accessors fail with the row's problem; asking for a value by a type that is not its own is
/// `internal`.
class Settings {
 public:
  const Row& row(Id id) const { return rows_[static_cast<std::size_t>(id)]; }
  const std::vector<Row>& rows() const { return rows_; }

  /// Text, flags (lower case) and URLs; nullopt when unset and without a default.
  Result<std::optional<std::string>> text(Id id) const;
  /// nullopt when unset.
  Result<std::optional<Secret>> secret(Id id) const;
  Result<std::uint64_t> count(Id id) const;
  Result<std::chrono::milliseconds> seconds(Id id) const;

  /// Every value that does not parse, in table order.
  std::vector<Error> problems() const;
  /// Variables of OpenLineage's clients that are set and that this program does not read, sorted.
  const std::vector<std::string>& unused() const { return unused_; }
  /// Sentences on what was most likely meant otherwise: a name that is no setting and looks like
  /// one, a name that stands twice in the file. Their names are escaped.
  const std::vector<std::string>& doubts() const { return doubts_; }

 private:
  friend class Loader;
  std::vector<Row> rows_;
  std::vector<std::string> unused_;
  std::vector<std::string> doubts_;
};

/// A file of `KEY=value` lines, for settings that the environment lacks.
struct EnvFile {
  std::string name;  ///< for origins and positions
  std::string text;
};

/// Reads every setting: the environment first, then the file, then the default. Fails only for a
/// file that is malformed, with all its lines told at once.
Result<Settings> load(const sys::Environment& environment, const std::optional<EnvFile>& file);

}  // namespace mage_lineage::settings
