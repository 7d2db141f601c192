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
      : find(commands, path) != nullptr
          ? "\"mage-lineage help " + path + "\" shows what it takes, and the commands below it"
          : "\"mage-lineage help" + (path.empty() ? "" : " " + path) + "\" lists the commands");
}

/// The words before the arguments of a command.
struct CommandWords {
  std::string path;                    ///< of a command, or of a group of them
  const Command* command = nullptr;    ///< the longest name counts: "config", "config template"
  std::vector<std::string> options{};  ///< options of every command that stood among them
  std::size_t end = 0;                 ///< where the arguments begin
  bool help = false;
  bool version = false;
};

/// Reads one word that is no option; `next` is the word behind it, or empty.
Result<> take_word(const std::vector<Command>& commands, const std::vector<Parameter>& global,
                   const std::string& word, const std::string& next, CommandWords& taken) {
  const std::string longer = taken.path.empty() ? word : taken.path + " " + word;
  taken.command = find(commands, longer);
  if (taken.command == nullptr && commands_below(commands, longer).empty()) {
    const auto& options = taken.options;
    if (taken.path.empty() && !options.empty() && !takes_next_word(global, options.back())) {
      return fail(ErrorCode::usage,
                  "\"" + text::escape_untrusted(options.back(), 100) +
                      "\" stands before a command was named",
                  "the command comes first: mage-lineage COMMAND [OPTIONS]");
    }
    return unknown_command(commands, taken.path, word);
  }
  taken.path = longer;
  if (const auto* deeper = find(commands, longer + " " + next)) {
    taken.command = deeper;
    ++taken.end;
  }
  return {};
}

/// Options that every command takes may stand between the words.
Result<CommandWords> take_command_words(const std::vector<Command>& commands,
                                        const std::vector<Parameter>& global,
                                        const std::vector<std::string>& words) {
  CommandWords taken;
  for (auto& i = taken.end; i < words.size() && taken.command == nullptr; ++i) {
    const std::string& word = words[i];
    if (word == "-h" || word == "--help") {
      taken.help = true;
    } else if (word == "--version" && taken.path.empty()) {
      taken.version = true;
      return taken;
    } else if (is_option(word)) {
      taken.options.push_back(word);
      if (takes_next_word(global, word) && i + 1 < words.size()) {
        taken.options.push_back(words[++i]);
      }
    } else if (word == "help" && (taken.path.empty() || i + 1 == words.size())) {
      taken.help = true;
    } else {
      const std::string next = i + 1 < words.size() ? words[i + 1] : "";
      if (auto good = take_word(commands, global, word, next, taken); !good) {
        return fail(std::move(good).error());
      }
    }
  }
  return taken;
}

Failure no_command(const std::vector<Parameter>& global, const std::string& group,
                   const std::vector<std::string>& rest) {
  if (!group.empty()) {
    return fail(ErrorCode::usage, "\"" + group + "\" needs one of its commands",
                "\"mage-lineage help " + group + "\" lists them");
  }
  if (auto read = read_arguments(global, rest, "mage-lineage"); !read) {
    return fail(std::move(read).error());
  }
  return fail(ErrorCode::usage, "no command was named", "\"mage-lineage help\" lists the commands");
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

  auto taken = take_command_words(commands, global.parameters(), words);
  if (!taken) return fail(std::move(taken).error());
  if (taken->version) {
    request.kind = Request::Kind::version;
    return request;
  }
  request.command = taken->command;
  auto& rest = taken->options;
  rest.insert(rest.end(), words.begin() + static_cast<std::ptrdiff_t>(taken->end), words.end());
  const auto options_end = std::find(rest.begin(), rest.end(), "--");
  const bool help = taken->help || std::find(rest.begin(), options_end, "-h") != options_end ||
                    std::find(rest.begin(), options_end, "--help") != options_end;
  if (help || words.empty()) {
    request.group = taken->path;
    request.kind = Request::Kind::help;
    return request;
  }
  if (request.command == nullptr) return no_command(global.parameters(), taken->path, rest);

  request.invocation = request.command->make();
  Declaration declared;
  request.invocation->declare(declared);
  auto parameters = declared.parameters();
  const bool takes_words = std::any_of(parameters.begin(), parameters.end(),
                                       [](const Parameter& p) { return p.argument; });
  if (taken->end < words.size() && !is_option(words[taken->end]) && !takes_words &&
      !commands_below(commands, request.command->path).empty()) {
    return unknown_command(commands, std::string(request.command->path), words[taken->end]);
  }
  parameters.insert(parameters.end(), global.parameters().begin(), global.parameters().end());
  if (auto read = read_arguments(parameters, rest, std::string(request.command->path)); !read) {
    return fail(std::move(read).error());
  }
  return request;
}

}  // namespace mage_lineage::cli
