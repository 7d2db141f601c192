#include "cli/arguments.hpp"

#include <mage_lineage/core/text.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>

namespace mage_lineage::cli {
namespace {

std::string help_hint(const std::string& command) {
  return "\"mage-lineage " + (command == "mage-lineage" ? "help" : command + " --help") +
         "\" shows what it takes";
}

Failure unknown_word(const std::vector<Parameter>& parameters, const std::string& word,
                     const std::string& command) {
  const bool option = word.size() > 1 && word.front() == '-';
  // What stands behind the name may be a secret that was given in the wrong way.
  const std::string name = option ? word.substr(0, word.find('=')) : word;
  const std::string shown = "\"" + text::escape_untrusted(name, 100) + "\"";
  if (!option) {
    return fail(ErrorCode::usage, "unexpected argument " + shown, help_hint(command));
  }
  std::vector<std::string> names{"--help", "--version"};
  for (const auto& parameter : parameters) {
    if (!parameter.argument) names.push_back(parameter.name);
  }
  const auto guess = text::nearest(name, names);
  return fail(ErrorCode::usage, "unknown option " + shown,
              guess ? "did you mean \"" + *guess + "\"?" : help_hint(command));
}

Result<> check_choice(const Parameter& parameter, const std::string& given) {
  const auto& choices = parameter.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), given) != choices.end()) {
    return {};
  }
  const auto guess = text::nearest(given, choices);
  return fail(ErrorCode::usage,
              parameter.name + ": \"" + text::escape_untrusted(given, 100) + "\" is not one of " +
                  text::join(choices, ", "),
              guess ? "did you mean \"" + *guess + "\"?" : "");
}

/// A script's unset variable must not stand for the current folder, or for no file at all.
Result<> check_name(const Parameter& parameter, const std::string& given) {
  const bool names_something =
      parameter.offers == Offers::files || parameter.offers == Offers::folders;
  if (!given.empty() || !names_something) return {};
  if (parameter.offers == Offers::folders) {
    return fail(ErrorCode::usage, parameter.name + ": the folder's name is empty",
                "write . for the current folder");
  }
  return fail(ErrorCode::usage, parameter.name + ": the file's name is empty");
}

/// CLI11's own sentences name its inner option strings; these name what the person typed.
Failure explain(const CLI::ParseError& error, const CLI::App& app,
                const std::vector<Parameter>& parameters, const std::string& command) {
  const std::string kind = error.get_name();
  for (const auto& parameter : parameters) {
    const auto* option = app.get_option_no_throw(parameter.name);
    if (option == nullptr) continue;
    if (kind == "RequiredError" && parameter.required && option->count() == 0) {
      return fail(ErrorCode::usage, "missing " + parameter.name, help_hint(command));
    }
    if (kind != "ArgumentMismatch") continue;
    if (std::string(error.what()).rfind(parameter.name + ":", 0) != 0) continue;
    if (parameter.value.empty()) {
      return fail(ErrorCode::usage, parameter.name + " takes no value", help_hint(command));
    }
    if (option->count() > 1 && !parameter.repeated) {
      return fail(ErrorCode::usage, parameter.name + " was given more than once");
    }
    return fail(ErrorCode::usage, parameter.name + " needs a value: " + parameter.value,
                help_hint(command));
  }
  return fail(ErrorCode::usage, text::escape_untrusted(error.what(), 300), help_hint(command));
}

/// The words as CLI11 wants them: last first, and `--name=` as a name and an empty value, which it
/// would otherwise take for a missing one.
std::vector<std::string> for_cli11(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  bool options_ended = false;
  for (const auto& word : words) {
    options_ended = options_ended || word == "--";
    const bool empty_value = !options_ended && word.size() > 3 && word.compare(0, 2, "--") == 0 &&
                             word.find('=') == word.size() - 1;
    out.push_back(empty_value ? word.substr(0, word.size() - 1) : word);
    if (empty_value) out.emplace_back();
  }
  return {out.rbegin(), out.rend()};
}

}  // namespace

Result<> read_arguments(const std::vector<Parameter>& parameters,
                        const std::vector<std::string>& words, const std::string& command) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();  // told below, with a guess
  std::vector<CLI::Option*> options;
  for (const auto& parameter : parameters) {
    std::string names = parameter.name;
    if (!parameter.short_name.empty()) names = parameter.short_name + "," + names;
    CLI::Option* option = parameter.value.empty() ? app.add_flag(names) : app.add_option(names);
    if (parameter.repeated) {
      option->expected(parameter.argument ? -1 : 1);
      option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      if (!parameter.argument) option->allow_extra_args(false);
    } else if (!parameter.value.empty()) {
      option->expected(1);
    }
    if (parameter.required) option->required();
    options.push_back(option);
  }
  try {
    app.parse(for_cli11(words));
  } catch (const CLI::ParseError& error) {
    return explain(error, app, parameters, command);
  }
  // CLI11 counts the mark that ends the options among what is left over.
  for (const auto& left : app.remaining()) {
    if (left != "--") return unknown_word(parameters, left, command);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (options[i]->count() == 0) continue;
    if (parameters[i].value.empty()) {
      if (options[i]->results().front() != "true") {
        return fail(ErrorCode::usage, parameters[i].name + " takes no value", help_hint(command));
      }
      if (auto set = parameters[i].set(""); !set) return set;
      continue;
    }
    for (const auto& given : options[i]->results()) {
      if (auto accepted = check_choice(parameters[i], given); !accepted) return accepted;
      if (auto named = check_name(parameters[i], given); !named) return named;
      if (auto set = parameters[i].set(given); !set) {
        auto error = std::move(set).error();
        error.code = ErrorCode::usage;
        error.message = parameters[i].name + ": " + error.message;
        return fail(std::move(error));
      }
    }
  }
  return {};
}

}  // namespace mage_lineage::cli
