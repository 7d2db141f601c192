#include "cli/parse.hpp"

#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <set>

#include "cli/arguments.hpp"

namespace mage_lineage::cli {
namespace {

bool is_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

/// True for an option of every command whose value is the next word.
bool takes_next_word(const std::vector<Parameter>& global, const std::string& word) {
  return std::any_of(global.begin(), global.end(), [&](const Parameter& p) {
    return !p.value.empty() && (p.name == word || (!p.short_name.empty() && p.short_name == word));
  });
}

/// The next words that may follow `path`: "snapshot" -> {"build", "show", …}.
std::vector<std::string> next_words(const std::vector<Command>& commands, const std::string& path) {
  std::set<std::string> found;
  for (const Command* command : commands_below(commands, path)) {
    const auto rest = command->path.substr(path.empty() ? 0 : path.size() + 1);
    found.insert(std::string(rest.substr(0, rest.find(' '))));
  }
  return {found.begin(), found.end()};
}

const Command* find(const std::vector<Command>& commands, const std::string& path) {
  for (const auto& command : commands) {
    if (command.path == path) return &command;
  }
  return nullptr;
}

Failure unknown_command(const std::vector<Command>& commands, const std::string& path,
                        const std::string& word) {
  const auto prefix = path.empty() ? std::string() : path + " ";
  const auto guess = text::nearest(word, next_words(commands, path));
  return fail(
      ErrorCode::usage, "unknown command \"" + prefix + text::escape_untrusted(word, 100) + "\"",
      guess ? "did you mean \"mage-lineage " + prefix + *guess + "\"?"
            : "\"mage-lineage help" + (path.empty() ? "" : " " + path) + "\" lists the commands");
}

/// The first word that is no option, right behind a command that takes none and has others below
/// it.
bool names_no_command_below(const std::vector<Command>& commands, const Command& command,
                            const Declaration& declared, const std::vector<std::string>& rest) {
  const auto& parameters = declared.parameters();
  const bool takes_words = std::any_of(parameters.begin(), parameters.end(),
                                       [](const Parameter& p) { return p.argument; });
  return !takes_words && !commands_below(commands, command.path).empty() && !rest.empty() &&
         !rest.front().empty() && !is_option(rest.front());
}

}  // namespace

std::vector<const Command*> commands_below(const std::vector<Command>& commands,
                                           std::string_view words) {
  std::vector<const Command*> below;
  for (const auto& command : commands) {
    const bool inside = words.empty() || (command.path.size() > words.size() &&
                                          command.path.substr(0, words.size()) == words &&
                                          command.path[words.size()] == ' ');
    if (inside) below.push_back(&command);
  }
  return below;
}

void declare_global(Declaration& declaration, GlobalOptions& options) {
  using output::ColorWish;
  declaration
      .option("--env-file", "FILE", options.env_file,
              "read settings from a file of KEY=value lines; the environment wins over it")
      .offers = Offers::files;
  declaration.choice(
      "--color", "WHEN", options.color,
      {{"auto", ColorWish::automatic}, {"always", ColorWish::always}, {"never", ColorWish::never}},
      "colour in text output (default: auto)");
  declaration.flag("-q, --quiet", options.quiet, "print results and errors, no remarks");
  declaration.flag("-v, --verbose", options.verbose, "tell more of what is done");
}

Result<Request> parse(const std::vector<Command>& commands, const std::vector<std::string>& words,
                      bool& json) {
  const auto end_of_options = std::find(words.begin(), words.end(), "--");
  json = std::find(words.begin(), end_of_options, "--json") != end_of_options;
  Request request;
  request.json = json;
  Declaration global;
  declare_global(global, request.global);

  // The command's words come first, apart from options that every command takes.
  std::string path;
  std::vector<std::string> rest;
  std::size_t i = 0;
  bool help = false;
  for (; i < words.size() && request.command == nullptr; ++i) {
    const std::string& word = words[i];
    if (word == "-h" || word == "--help") {
      help = true;
    } else if (word == "--version" && path.empty()) {
      request.kind = Request::Kind::version;
      return request;
    } else if (is_option(word)) {
      rest.push_back(word);
      if (takes_next_word(global.parameters(), word) && i + 1 < words.size()) {
        rest.push_back(words[++i]);
      }
    } else if (word == "help" && (path.empty() || i + 1 == words.size())) {
      help = true;
    } else {
      const std::string longer = path.empty() ? word : path + " " + word;
      request.command = find(commands, longer);
      if (request.command == nullptr && commands_below(commands, longer).empty()) {
        if (path.empty() && !rest.empty() && !takes_next_word(global.parameters(), rest.back())) {
          return fail(ErrorCode::usage,
                      "\"" + text::escape_untrusted(rest.back(), 100) +
                          "\" stands before a command was named",
                      "the command comes first: mage-lineage COMMAND [OPTIONS]");
        }
        return unknown_command(commands, path, word);
      }
      path = longer;
      // "config" is a command, and so is "config template": the longest name counts.
      if (i + 1 < words.size()) {
        if (const auto* deeper = find(commands, path + " " + words[i + 1])) {
          request.command = deeper;
          ++i;
        }
      }
    }
  }
  rest.insert(rest.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
  const auto options_end = std::find(rest.begin(), rest.end(), "--");
  help = help || std::find(rest.begin(), options_end, "-h") != options_end ||
         std::find(rest.begin(), options_end, "--help") != options_end;
  if (request.command != nullptr && help) {
    request.kind = Request::Kind::help;
    return request;
  }
  if (request.command == nullptr) {
    request.group = path;
    request.kind = Request::Kind::help;
    if (help || (rest.empty() && words.empty())) return request;
    if (path.empty()) {
      if (auto read = read_arguments(global.parameters(), rest, "mage-lineage"); !read) {
        return fail(std::move(read).error());
      }
      return fail(ErrorCode::usage, "no command was named",
                  "\"mage-lineage help\" lists the commands");
    }
    return fail(ErrorCode::usage, "\"" + path + "\" needs one of its commands",
                "\"mage-lineage help " + path + "\" lists them");
  }
  request.invocation = request.command->make();
  Declaration declared;
  request.invocation->declare(declared);
  if (names_no_command_below(commands, *request.command, declared, rest)) {
    return unknown_command(commands, std::string(request.command->path), rest.front());
  }
  auto parameters = declared.parameters();
  const bool takes_words = std::any_of(parameters.begin(), parameters.end(),
                                       [](const Parameter& p) { return p.argument; });
  if (i < words.size() && !is_option(words[i]) && !takes_words &&
      !commands_below(commands, request.command->path).empty()) {
    return unknown_command(commands, std::string(request.command->path), words[i]);
  }
  parameters.insert(parameters.end(), global.parameters().begin(), global.parameters().end());
  if (auto read = read_arguments(parameters, rest, std::string(request.command->path)); !read) {
    return fail(std::move(read).error());
  }
  return request;
}

}  // namespace mage_lineage::cli
