#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/dotenv.hpp>
#include <mage_lineage/settings/settings.hpp>
#include <mage_lineage/settings/values.hpp>

#include <algorithm>
#include <map>

namespace mage_lineage::settings {
namespace {

/// A nonblank value with the place it was found at.
struct Found {
  std::string variable;
  std::string value;
  Origin origin = Origin::unset;
  std::string where;
};

/// The feature gate is a switch or the name of a key; a key keeps its case.
bool is_switch(std::string_view flag) {
  return is_truthy(flag) || is_falsy(flag);
}

bool has_space_at_edge(std::string_view s) {
  return text::trim(s).size() != s.size();
}

}  // namespace

/// Reads the rows; the only friend that Settings has.
class Loader {
 public:
  Loader(const sys::Environment& environment, const dotenv::File& file, std::string file_name)
      : environment_(environment), file_(file), file_name_(std::move(file_name)) {}

  Settings load() const {
    Settings settings;
    for (const auto& spec : table())
      settings.rows_.push_back(read(spec));
    std::map<std::string, std::string> names;  // with the places
    for (const auto& [name, value] : environment_)
      names.emplace(name, "");
    std::map<std::string, std::size_t> lines;
    for (const auto& entry : file_.entries) {
      const std::string line = std::to_string(entry.line);
      const auto [before, fresh] = lines.emplace(entry.key, entry.line);
      if (!fresh) {
        settings.doubts_.push_back(text::escape_untrusted(entry.key, 200) + " stands twice in " +
                                   text::escape_untrusted(file_name_) + " (lines " +
                                   std::to_string(before->second) + " and " + line +
                                   "): the last one counts");
        before->second = entry.line;
      }
      names.insert_or_assign(entry.key,
                             " (" + text::escape_untrusted(file_name_) + ":" + line + ")");
    }
    for (const auto& [name, where] : names)
      judge_name(name, where, settings);
    return settings;
  }

 private:
  static void judge_name(const std::string& name, const std::string& where, Settings& settings) {
    if (name.starts_with("OPENLINEAGE__") || name == "OPENLINEAGE_CONFIG") {
      settings.unused_.push_back(name);
      return;
    }
    if (!name.starts_with("AUTOPILOT_LINEAGE_")) return;
    std::vector<std::string> known;
    for (const auto& spec : table()) {
      for (const auto variable : {spec.variable, spec.fallbacks[0], spec.fallbacks[1]})
        known.emplace_back(variable);
    }
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    const auto near = text::nearest(name, known);
    settings.doubts_.push_back(text::escape_untrusted(name, 200) + where +
                               " is no setting and is not used" +
                               (near ? ": did you mean " + *near + "?" : ""));
  }

  std::optional<Found> find(std::string_view variable) const {
    const auto value = sys::get(environment_, variable);
    if (value && !text::trim(*value).empty()) {
      return Found{std::string(variable), *value, Origin::environment, ""};
    }
    for (auto entry = file_.entries.rbegin(); entry != file_.entries.rend(); ++entry) {
      if (entry->key != variable) continue;
      if (text::trim(entry->value).empty()) return std::nullopt;
      return Found{std::string(variable), entry->value, Origin::env_file,
                   file_name_ + ":" + std::to_string(entry->line)};
    }
    return std::nullopt;
  }

  Row read(const Spec& spec) const {
    Row row;
    row.spec = &spec;
    row.variable = std::string(spec.variable);
    std::optional<Found> first;
    for (const auto variable : {spec.variable, spec.fallbacks[0], spec.fallbacks[1]}) {
      if (variable.empty()) continue;
      auto found = find(variable);
      if (!found) continue;
      if (!first) {
        first = std::move(found);
      } else if (found->value != first->value) {
        row.warnings.push_back(found->variable + " is set to another value and is not used: " +
                               first->variable + " comes first");
      }
    }
    if (!first) {
      if (spec.default_value.empty()) return row;
      row.value = std::string(spec.default_value);
      row.origin = Origin::default_value;
      return row;
    }
    row.origin = first->origin;
    row.variable = first->variable;
    row.where = first->where;
    take(row, first->value);
    return row;
  }

  static void take(Row& row, const std::string& given) {
    const Type type = row.spec->type;
    auto normal = normalize(type, given, row.spec->most);
    if (!normal) {
      auto problem = std::move(normal).error();
      problem.message = row.variable + " " + problem.message;
      if (type != Type::url) problem.message += ": \"" + text::escape_untrusted(given, 60) + "\"";
      problem.position = row.where;
      row.problem = std::move(problem);
      return;
    }
    const bool as_given = type == Type::text || type == Type::secret;
    if (as_given && has_space_at_edge(given)) {
      row.warnings.push_back(row.variable + " has white space at its edge, which is kept");
    }
    if (type == Type::secret) {
      row.secret = Secret(std::move(*normal));
      return;
    }
    const bool names_feature = row.spec->id == Id::feature_flag && !is_switch(*normal);
    row.value = names_feature ? std::string(text::trim(given)) : std::move(*normal);
  }

  const sys::Environment& environment_;
  const dotenv::File& file_;
  std::string file_name_;
};

Result<Settings> load(const sys::Environment& environment, const std::optional<EnvFile>& file) {
  dotenv::File entries;
  if (file) entries = dotenv::parse(file->text, file->name);
  if (!entries.problems.empty()) {
    Error error = entries.problems.front();
    for (std::size_t i = 1; i < entries.problems.size() && i < 20; ++i) {
      error.context.push_back(entries.problems[i].position + ": " + entries.problems[i].message);
    }
    return fail(std::move(error));
  }
  return Loader(environment, entries, file ? file->name : "").load();
}

}  // namespace mage_lineage::settings
