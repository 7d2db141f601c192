#pragma once

#include <mage_lineage/core/result.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mage_lineage::cli {

/// What a shell may offer where a value is expected.
enum class Offers {
  nothing,
  files,
  folders,
  choices,
  settings,
  commands,
  pipelines,
  blocks,
  triggers,
  features,
  owners,
};

/// One option or argument of a command: what help, man pages and completion say of it, and where
/// its value goes.
struct Parameter {
  std::string name;        ///< "--project", or "FILE" for an argument
  std::string short_name;  ///< "-C"; empty when none
  std::string value;       ///< the value's name in help, "DIR"; empty for a flag
  std::string help;        ///< one sentence without a full stop
  Offers offers = Offers::nothing;
  std::vector<std::string> choices;  ///< the accepted values, when they are few
  bool required = false;
  bool repeated = false;
  bool argument = false;  ///< positional
  /// Takes the value ("" for a flag); fails with the reason it is not accepted.
  std::function<Result<>(const std::string&)> set;
};

/// What one command takes, declared by the command itself into its options struct. Every function
/// returns the parameter just declared, so that it can be marked.
class Declaration {
 public:
  Parameter& flag(std::string name, bool& target, std::string help);
  Parameter& option(std::string name, std::string value, std::string& target, std::string help);
  Parameter& option(std::string name, std::string value, std::optional<std::string>& target,
                    std::string help);
  /// May be given several times.
  Parameter& option(std::string name, std::string value, std::vector<std::string>& target,
                    std::string help);
  /// A value that is parsed; `parse` gives the reason when it is not accepted.
  template <class T>
  Parameter& parsed(std::string name, std::string value, T& target,
                    Result<T> (*parse)(std::string_view), std::string help) {
    return add(std::move(name), std::move(value), std::move(help),
               [&target, parse](const std::string& given) -> Result<> {
                 auto result = parse(given);
                 if (!result) return fail(std::move(result).error());
                 target = std::move(*result);
                 return {};
               });
  }
  /// A whole number within bounds, which the refusal of any other value names.
  template <std::integral T>
  Parameter& whole_number(std::string name, T& target, std::uint64_t least, std::uint64_t most,
                          std::string help) {
    return add_whole_number(std::move(name), least, most, std::move(help),
                            [&target](std::uint64_t n) { target = static_cast<T>(n); });
  }
  template <std::integral T>
  Parameter& whole_number(std::string name, std::optional<T>& target, std::uint64_t least,
                          std::uint64_t most, std::string help) {
    return add_whole_number(std::move(name), least, most, std::move(help),
                            [&target](std::uint64_t n) { target = static_cast<T>(n); });
  }
  /// One of a few words, each standing for a value.
  template <class E>
  Parameter& choice(std::string name, std::string value, E& target,
                    std::vector<std::pair<std::string, E>> words, std::string help) {
    std::vector<std::string> names;
    for (const auto& [word, meaning] : words)
      names.push_back(word);
    auto& parameter =
        add(std::move(name), std::move(value), std::move(help),
            [&target, words = std::move(words)](const std::string& given) -> Result<> {
              for (const auto& [word, meaning] : words) {
                if (word == given) target = meaning;
              }
              return {};
            });
    parameter.choices = std::move(names);
    parameter.offers = Offers::choices;
    return parameter;
  }
  /// A positional argument.
  Parameter& argument(std::string name, std::string& target, std::string help);
  Parameter& argument(std::string name, std::optional<std::string>& target, std::string help);
  Parameter& argument(std::string name, std::vector<std::string>& target, std::string help);

  const std::vector<Parameter>& parameters() const { return parameters_; }

 private:
  Parameter& add_whole_number(std::string name, std::uint64_t least, std::uint64_t most,
                              std::string help, std::function<void(std::uint64_t)> take);
  Parameter& add(std::string name, std::string value, std::string help,
                 std::function<Result<>(const std::string&)> set);
  std::vector<Parameter> parameters_;
};

/// `--json`, with the same words everywhere.
void declare_json(Declaration& declaration, bool& json);
/// `-C, --project DIR`, with the same words everywhere.
void declare_project(Declaration& declaration, std::string& project);
/// The same for a command that takes several projects.
void declare_projects(Declaration& declaration, std::vector<std::string>& projects);

}  // namespace mage_lineage::cli
