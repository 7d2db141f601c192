#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <algorithm>

#include "cli/help.hpp"
#include "cli/parse.hpp"

namespace mage_lineage::cli {
namespace {

/// Text for a man(7) page: backslashes, hyphens and leading dots lose their meaning.
std::string roff(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool line_start = i == 0 || text[i - 1] == '\n';
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (text.substr(i, 3) == "…") {
      out += "...";
      i += 2;
    } else
      out += c;
  }
  return out;
}

std::string section(std::string_view title) {
  return ".SH " + std::string(title) + "\n";
}

std::string term(std::string_view label, std::string_view meaning) {
  return ".TP\n.B " + roff(label) + "\n" + roff(meaning) + "\n";
}

std::string capitalized(std::string s) {
  if (!s.empty() && s.front() >= 'a' && s.front() <= 'z')
    s.front() = static_cast<char>(s.front() - 32);
  return s;
}

std::string sentence(std::string_view s) {
  return capitalized(std::string(s)) + ".";
}

std::string body(std::string_view description) {
  std::string out;
  bool verbatim = false;
  for (const auto line : text::split(description, '\n')) {
    const bool code = line.substr(0, 2) == "  ";
    if (code && !verbatim) out += ".nf\n";
    if (!code && verbatim) out += ".fi\n";
    verbatim = code;
    out += line.empty() ? ".PP\n" : roff(line) + "\n";
  }
  return out + (verbatim ? ".fi\n" : "");
}

std::string page_name(std::string_view path) {
  std::string name = "mage-lineage";
  if (!path.empty()) name += "-" + std::string(path);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string title_line(const std::string& name) {
  const std::string version = MAGE_LINEAGE_VERSION;
  return ".TH \"" + name + R"(" 1 "" "mage\-lineage )" + version + R"(" "mage\-lineage manual")" +
         "\n";
}

std::string parameters_of(const std::vector<Parameter>& parameters) {
  std::string out;
  for (const auto& parameter : parameters) {
    std::string meaning = parameter.help;
    if (!parameter.choices.empty()) meaning += "; one of " + text::join(parameter.choices, ", ");
    if (parameter.repeated && !parameter.argument) meaning += "; may be given several times";
    out += term(text::trim(parameter_label(parameter)), sentence(meaning));
  }
  return out;
}

std::string overview_page(const std::vector<Command>& commands) {
  std::string out = title_line("mage-lineage");
  out += section("NAME") + "mage\\-lineage \\- data lineage for Mage projects, from a shell\n";
  out += section("SYNOPSIS") + ".B mage\\-lineage\n.I COMMAND\n[\\fIOPTIONS\\fR]\n";
  out += section("DESCRIPTION") +
         "Opts Mage projects in to data lineage, says why events are sent or not, sends\n"
         "metadata-only events with an OpenLineage envelope, and hands out redacted source\n"
         "snapshots.\n";
  out += section("COMMANDS");
  for (const auto& command : commands)
    out += term(command.path, sentence(command.summary));
  out += section("OPTIONS OF EVERY COMMAND");
  GlobalOptions options;
  Declaration global;
  declare_global(global, options);
  out += parameters_of(global.parameters());
  out += section("ENVIRONMENT");
  for (const auto& spec : settings::table()) {
    std::string meaning = sentence(spec.meaning);
    for (const auto fallback : spec.fallbacks) {
      if (!fallback.empty()) meaning += " Fallback: " + std::string(fallback) + ".";
    }
    if (!spec.default_value.empty())
      meaning += " Default: " + std::string(spec.default_value) + ".";
    out += term(spec.variable, meaning);
  }
  out += term("NO_COLOR", "No colour, when set and not empty.");
  out += term("https_proxy, http_proxy, all_proxy, no_proxy",
              "Proxies, as curl takes them. This machine itself is never asked over one.");
  out += section("EXIT STATUS");
  out += term("0", "Done; the answer is yes.") + term("1", "The answer is no.") +
         term("2", "The command line is wrong.") +
         term("3", "Input or configuration is unusable.") + term("4", "Delivery failed.") +
         term("70", "A fault in the program itself.") +
         term("130, 143", "Interrupted, terminated.");
  out += section("SEE ALSO");
  std::vector<std::string> others;
  for (const auto& command : commands) {
    others.push_back("\\fB" + roff(page_name(command.path)) + "\\fR(1)");
  }
  return out + text::join(others, ",\n") + "\n";
}

}  // namespace

std::string manual_page(const std::vector<Command>& commands, const Command* command) {
  if (command == nullptr) return overview_page(commands);
  auto invocation = command->make();
  Declaration declared;
  invocation->declare(declared);
  const std::string name = page_name(command->path);
  std::string out = title_line(name);
  out += section("NAME") + roff(name) + " \\- " + roff(command->summary) + "\n";
  out += section("SYNOPSIS") + roff(usage_line(*command, declared.parameters())) + "\n";
  out += section("DESCRIPTION") + body(command->description);
  if (!declared.parameters().empty()) {
    out += section("OPTIONS") + parameters_of(declared.parameters());
  }
  out += ".PP\nThe options of every command are in \\fBmage\\-lineage\\fR(1).\n";
  if (!command->settings.empty()) {
    out += section("ENVIRONMENT");
    for (const auto id : command->settings) {
      out += term(settings::spec(id).variable, sentence(settings::spec(id).meaning));
    }
  }
  out += section("EXIT STATUS");
  for (const auto& [status, meaning] : exit_statuses(*command)) {
    out += term(status, sentence(meaning));
  }
  out += section("EXAMPLES");
  for (const auto& example : command->examples) {
    out += ".TP\n.B " + roff(example.command) + "\n" + roff(sentence(example.says)) + "\n";
  }
  return out + section("SEE ALSO") + "\\fBmage\\-lineage\\fR(1)\n";
}

std::string tree_json(const std::vector<Command>& commands) {
  json::Writer out(json::Style::pretty);
  const auto write_parameters = [&](const std::vector<Parameter>& parameters) {
    out.begin_array();
    for (const auto& parameter : parameters) {
      out.begin_object().member("name", parameter.name);
      if (!parameter.short_name.empty()) out.member("short", parameter.short_name);
      if (!parameter.value.empty()) out.member("value", parameter.value);
      out.member("help", parameter.help).member("argument", parameter.argument);
      out.member("required", parameter.required).member("repeated", parameter.repeated);
      if (!parameter.choices.empty()) {
        out.key("choices").begin_array();
        for (const auto& choice : parameter.choices)
          out.value(choice);
        out.end_array();
      }
      out.end_object();
    }
    out.end_array();
  };
  out.begin_object().member("program", "mage-lineage").key("options");
  GlobalOptions options;
  Declaration global;
  declare_global(global, options);
  write_parameters(global.parameters());
  out.key("commands").begin_array();
  for (const auto& command : commands) {
    auto invocation = command.make();
    Declaration declared;
    invocation->declare(declared);
    out.begin_object().member("path", command.path).member("summary", command.summary);
    out.member("page", page_name(command.path)).key("options");
    write_parameters(declared.parameters());
    out.end_object();
  }
  out.end_array().end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::cli
