#include "cli/completion.hpp"

#include <algorithm>
#include <map>

#include "cli/live_values.hpp"
#include "cli/parse.hpp"

namespace mage_lineage::cli {
namespace {

using Candidates = std::map<std::string, std::string>;

std::string listing(const Candidates& candidates, const std::string& prefix) {
  std::string out;
  for (const auto& [word, meaning] : candidates) {
    if (word.compare(0, prefix.size(), prefix) != 0) continue;
    out += word + (meaning.empty() ? "" : "\t" + meaning) + "\n";
  }
  return out;
}

Candidates command_words(const std::vector<Command>& commands, const std::string& path) {
  Candidates found;
  for (const Command* command : commands_below(commands, path)) {
    const auto rest = command->path.substr(path.empty() ? 0 : path.size() + 1);
    const auto space = rest.find(' ');
    auto& meaning = found[std::string(rest.substr(0, space))];
    if (space == std::string_view::npos) meaning = std::string(command->summary);
  }
  if (path.empty()) found["help"] = "explain a command";
  return found;
}

std::string offers(const Parameter& parameter, const std::string& prefix,
                   const std::vector<Command>& commands, const Whereabouts& where,
                   const sys::World& world) {
  Candidates found;
  switch (parameter.offers) {
    case Offers::nothing:
      return "";
    case Offers::files:
      return ":files\n";
    case Offers::folders:
      return ":folders\n";
    case Offers::choices:
      for (const auto& choice : parameter.choices)
        found[choice];
      break;
    case Offers::settings:
      for (const auto& spec : settings::table()) {
        found[std::string(spec.variable)] = std::string(spec.meaning);
      }
      break;
    case Offers::commands:
      found = command_words(commands, "");
      break;
    case Offers::pipelines:
    case Offers::blocks:
    case Offers::triggers:
    case Offers::features:
    case Offers::owners:
      for (auto& name : live_values(parameter.offers, where, world))
        found[std::move(name)];
      break;
  }
  return listing(found, prefix);
}

const Parameter* find(const std::vector<Parameter>& parameters, const std::string& name) {
  for (const auto& parameter : parameters) {
    if (parameter.argument) continue;
    if (parameter.name == name || (!parameter.short_name.empty() && parameter.short_name == name)) {
      return &parameter;
    }
  }
  return nullptr;
}

std::string complete_for(const Command& command, const std::vector<std::string>& words,
                         const std::vector<Command>& commands, const sys::World& world) {
  auto invocation = command.make();
  Declaration declared;
  invocation->declare(declared);
  GlobalOptions options;
  declare_global(declared, options);
  const auto& parameters = declared.parameters();
  const std::string& last = words.back();
  Whereabouts where;
  std::size_t arguments = 0;
  const Parameter* awaiting = nullptr;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (awaiting != nullptr) {
      if (awaiting->name == "--project") where.project = words[i];
      awaiting = nullptr;
    } else if (words[i].size() > 1 && words[i].front() == '-') {
      const auto* parameter = find(parameters, words[i]);
      if (parameter != nullptr && !parameter->value.empty()) awaiting = parameter;
    } else {
      if (arguments == 0) where.first_argument = words[i];
      ++arguments;
    }
  }
  if (awaiting != nullptr) return offers(*awaiting, last, commands, where, world);
  if (!last.empty() && last.front() == '-') {
    Candidates found{{"--help", "explain this command"}};
    for (const auto& parameter : parameters) {
      if (!parameter.argument) found[parameter.name] = parameter.help;
    }
    return listing(found, last);
  }
  for (const auto& parameter : parameters) {
    if (!parameter.argument) continue;
    if (arguments == 0 || parameter.repeated) {
      return offers(parameter, last, commands, where, world);
    }
    --arguments;
  }
  return "";
}

bool is_command(const std::vector<Command>& commands, const std::string& path) {
  return std::any_of(commands.begin(), commands.end(),
                     [&](const Command& command) { return command.path == path; });
}

}  // namespace

std::string complete(const std::vector<Command>& commands, const std::vector<std::string>& words,
                     const sys::World& world) {
  if (words.empty()) return listing(command_words(commands, ""), "");
  std::string path;
  std::size_t i = 0;
  if (words.size() > 1 && words[0] == "help") ++i;
  for (; i + 1 < words.size(); ++i) {
    const std::string longer = path.empty() ? words[i] : path + " " + words[i];
    for (const auto& command : commands) {
      if (command.path != longer) continue;
      if (words[0] == "help") return "";
      if (i + 2 < words.size() && is_command(commands, longer + " " + words[i + 1])) continue;
      std::string deeper;
      if (i + 2 == words.size()) deeper = listing(command_words(commands, longer), words.back());
      return deeper +
             complete_for(command,
                          {words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end()},
                          commands, world);
    }
    if (commands_below(commands, longer).empty()) return "";
    path = longer;
  }
  return listing(command_words(commands, path), words.back());
}

}  // namespace mage_lineage::cli
