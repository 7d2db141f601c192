#include "cli/help.hpp"

#include <algorithm>

#include "cli/parse.hpp"
#include "output/layout.hpp"

namespace mage_lineage::cli {
namespace {

constexpr Section kSections[] = {Section::project, Section::events, Section::grants,
                                 Section::snapshots, Section::help};

std::string heading(std::string_view words, const output::Style& style) {
  return "\n" + style.bold(words) + "\n";
}

std::vector<output::Pair> parameter_rows(const std::vector<Parameter>& parameters, bool arguments) {
  std::vector<output::Pair> rows;
  for (const auto& parameter : parameters) {
    if (parameter.argument != arguments) continue;
    std::string help = parameter.help;
    if (!parameter.choices.empty()) {
      help += "; one of ";
      for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
        help += (i > 0 ? ", " : "") + parameter.choices[i];
      }
    }
    if (parameter.repeated && !arguments) help += "; may be given several times";
    rows.push_back({parameter_label(parameter), help});
  }
  return rows;
}

/// What a word that is no command itself, only the first of several, has below it.
struct Group {
  std::string_view path;
  std::string_view summary;
};
constexpr Group kGroups[] = {
    {"grant", "make and judge the short-lived grants that the snapshot API asks for"},
    {"snapshot", "describe a project's source, redacted, and compare, show and fetch it"},
};

std::string_view group_summary(std::string_view path) {
  for (const auto& group : kGroups) {
    if (group.path == path) return group.summary;
  }
  return "";
}

/// The commands below one, or nothing.
std::string command_list(const std::vector<Command>& commands, std::string_view path) {
  std::vector<output::Pair> rows;
  for (const Command* command : commands_below(commands, path))
    rows.push_back({std::string(command->path), std::string(command->summary)});
  return rows.empty() ? "" : output::two_columns(rows);
}

}  // namespace

std::string parameter_label(const Parameter& parameter) {
  if (parameter.argument) return parameter.name + (parameter.repeated ? "…" : "");
  std::string label = parameter.short_name.empty() ? "    " : parameter.short_name + ", ";
  label += parameter.name;
  if (!parameter.value.empty()) label += " " + parameter.value;
  return label;
}

std::string_view title(Section section) {
  switch (section) {
    case Section::project:
      return "Project";
    case Section::events:
      return "Events";
    case Section::grants:
      return "Grants";
    case Section::snapshots:
      return "Snapshots";
    case Section::help:
      return "Help";
  }
  return "";
}

std::string usage_line(const Command& command, const std::vector<Parameter>& parameters) {
  std::string line = "mage-lineage " + std::string(command.path);
  bool optional = false;
  for (const auto& parameter : parameters) {
    if (parameter.argument) continue;
    if (parameter.required) {
      line += " " + parameter.name + " " + parameter.value;
    } else {
      optional = true;
    }
  }
  if (optional) line += " [OPTIONS]";
  for (const auto& parameter : parameters) {
    if (!parameter.argument) continue;
    const std::string name = parameter.name + (parameter.repeated ? "…" : "");
    if (command.passes_status) line += " --";
    line += parameter.required ? " " + name : " [" + name + "]";
  }
  return line;
}

std::vector<std::pair<std::string, std::string>> exit_statuses(const Command& command) {
  if (command.passes_status) {
    return {{"any", "what the command ended with"},
            {"126", "the command cannot be run"},
            {"127", "the command was not found"},
            {"128+n", "signal n ended the command"},
            {"2", "the command line is wrong: nothing was run"},
            {"3", "input or configuration is unusable: nothing was run"}};
  }
  std::vector<std::pair<std::string, std::string>> rows{{"0", std::string(command.yes)}};
  if (!command.no.empty()) rows.emplace_back("1", command.no);
  rows.emplace_back("2", "the command line is wrong");
  rows.emplace_back("3", "input or configuration is unusable");
  if (!command.undelivered.empty()) rows.emplace_back("4", command.undelivered);
  rows.emplace_back("70", "a fault in the program itself");
  return rows;
}

std::string overview_text(const std::vector<Command>& commands, const std::string& group,
                          const output::Style& style) {
  std::string text =
      group.empty()
          ? "mage-lineage: opt Mage projects in to data lineage, see why events are sent or not,\n"
            "send them, and hand out redacted source snapshots\n"
          : "mage-lineage " + group + ": " + std::string(group_summary(group)) + "\n";
  text += heading("USAGE", style) + "  mage-lineage " + (group.empty() ? "" : group + " ") +
          "COMMAND [OPTIONS]\n";
  for (const Section section : kSections) {
    std::vector<output::Pair> rows;
    for (const Command* command : commands_below(commands, group)) {
      if (command->section == section) {
        rows.push_back({std::string(command->path), std::string(command->summary)});
      }
    }
    if (!rows.empty()) text += heading(title(section), style) + output::two_columns(rows);
  }
  if (group.empty()) {
    text +=
        heading("FIRST STEPS", style) +
        output::two_columns({{"mage-lineage status", "what is here, and what to do next"},
                             {"mage-lineage enable", "opt the project in"},
                             {"mage-lineage check", "would its events be sent, and if not, why"}});
  }
  return text + "\n\"mage-lineage help COMMAND\" tells more of one command.\n";
}

std::string command_text(const std::vector<Command>& commands, const Command& command,
                         const output::Style& style) {
  auto invocation = command.make();
  Declaration declared;
  invocation->declare(declared);
  GlobalOptions options;
  Declaration global;
  declare_global(global, options);

  std::string text =
      "mage-lineage " + std::string(command.path) + ": " + std::string(command.summary) + "\n";
  text += heading("USAGE", style) + "  " + usage_line(command, declared.parameters()) + "\n\n" +
          output::paragraphs(command.description, 2);
  text += heading("EXAMPLES", style);
  for (const auto& example : command.examples) {
    text += "  $ " + std::string(example.command) + "\n";
    text += output::paragraphs(example.says, 6);
  }
  const auto below = command_list(commands, command.path);
  if (!below.empty()) text += heading("COMMANDS BELOW IT", style) + below;
  const auto arguments = parameter_rows(declared.parameters(), true);
  if (!arguments.empty()) text += heading("ARGUMENTS", style) + output::two_columns(arguments);
  const auto own = parameter_rows(declared.parameters(), false);
  if (!own.empty()) text += heading("OPTIONS", style) + output::two_columns(own);
  auto of_all = parameter_rows(global.parameters(), false);
  of_all.push_back({"-h, --help", "print this page"});
  text += heading("OPTIONS OF EVERY COMMAND", style) + output::two_columns(of_all);
  if (!command.settings.empty()) {
    std::vector<output::Pair> rows;
    for (const auto id : command.settings) {
      const auto& spec = settings::spec(id);
      rows.push_back({std::string(spec.variable), std::string(spec.meaning)});
    }
    text += heading("ENVIRONMENT", style) + output::two_columns(rows);
  }
  std::vector<output::Pair> statuses;
  for (const auto& [status, meaning] : exit_statuses(command)) {
    statuses.push_back({status, meaning});
  }
  return text + heading("EXIT STATUS", style) + output::two_columns(statuses);
}

}  // namespace mage_lineage::cli
