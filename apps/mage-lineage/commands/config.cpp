#include <mage_lineage/core/text.hpp>
#include <mage_lineage/settings/settings.hpp>

#include "cli/command.hpp"
#include "output/config_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;

struct Options {
  std::optional<std::string> name;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  declaration.argument("NAME", options.name, "the variable to show; all when left out").offers =
      cli::Offers::settings;
  cli::declare_json(declaration, options.json);
}

/// The setting that a variable, or one of its fallbacks, belongs to.
Result<settings::Id> find_setting(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& spec : settings::table()) {
    for (const auto variable : {spec.variable, spec.fallbacks[0], spec.fallbacks[1]}) {
      if (variable.empty()) continue;
      if (text::iequals(variable, name)) return spec.id;
      names.emplace_back(variable);
    }
  }
  names.emplace_back("template");
  const auto guess = text::nearest(name, names);
  return fail(ErrorCode::usage, "unknown setting \"" + text::escape_untrusted(name, 100) + "\"",
              guess ? "did you mean \"" + *guess + "\"?" : "\"mage-lineage config\" lists them");
}

Result<ExitCode> run(const Options& options, Context& context) {
  std::vector<settings::Id> ids;
  if (options.name) {
    const auto id = find_setting(*options.name);
    if (!id) return fail(id.error());
    ids.push_back(*id);
  } else {
    for (const auto& spec : settings::table())
      ids.push_back(spec.id);
  }
  const auto settings = context.load_settings();
  if (!settings) return fail(settings.error());
  auto unused = options.name ? std::vector<std::string>() : settings->unused();
  constexpr const char* kClientFile = "openlineage.yml";
  if (!options.name && context.world.files.read(kClientFile, std::uint64_t{1} << 20U)) {
    unused.emplace_back(kClientFile);
  }
  context.terminal.out(options.json
                           ? output::config_json(*settings, ids, unused)
                           : output::config_text(*settings, ids, unused, options.name.has_value(),
                                                 context.terminal.out_style()));
  for (const auto id : ids) {
    if (settings->row(id).problem) return ExitCode::unusable;
  }
  return ExitCode::yes;
}

}  // namespace

cli::Command config() {
  return {
      .path = "config",
      .section = cli::Section::project,
      .summary = "show every setting with its value, where it came from, and what it means",
      .description =
          "Settings come from the environment, then from the file that --env-file names, then "
          "from\n"
          "the default. A blank value counts as unset. Secrets are only shown as set or not. "
          "Every\n"
          "value that cannot be used is told, all at once.",
      .examples = {{"mage-lineage config", "show all settings"},
                   {"mage-lineage config AUTOPILOT_LINEAGE_FEATURE_FLAG", "show one of them"},
                   {"mage-lineage config --env-file cluster.env --json",
                    "show what a file gives, as JSON"}},
      .settings = {},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
