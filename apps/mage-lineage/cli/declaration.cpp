#include "cli/declaration.hpp"

#include <mage_lineage/core/text.hpp>

namespace mage_lineage::cli {
namespace {

/// "-C, --project" is a short and a long name; "--json" a long one alone.
std::pair<std::string, std::string> split_names(const std::string& name) {
  const auto comma = name.find(", ");
  if (comma == std::string::npos) return {"", name};
  return {name.substr(0, comma), name.substr(comma + 2)};
}

template <class Target>
std::function<Result<>(const std::string&)> assign_to(Target& target) {
  return [&target](const std::string& given) -> Result<> {
    target = given;
    return {};
  };
}

std::function<Result<>(const std::string&)> append_to(std::vector<std::string>& target) {
  return [&target](const std::string& given) -> Result<> {
    target.push_back(given);
    return {};
  };
}

}  // namespace

Parameter& Declaration::add(std::string name, std::string value, std::string help,
                            std::function<Result<>(const std::string&)> set) {
  Parameter parameter;
  auto [short_name, long_name] = split_names(name);
  parameter.name = std::move(long_name);
  parameter.short_name = std::move(short_name);
  parameter.value = std::move(value);
  parameter.help = std::move(help);
  parameter.set = std::move(set);
  parameters_.push_back(std::move(parameter));
  return parameters_.back();
}

Parameter& Declaration::flag(std::string name, bool& target, std::string help) {
  return add(std::move(name), "", std::move(help), [&target](const std::string&) -> Result<> {
    target = true;
    return {};
  });
}

Parameter& Declaration::option(std::string name, std::string value, std::string& target,
                               std::string help) {
  return add(std::move(name), std::move(value), std::move(help), assign_to(target));
}

Parameter& Declaration::option(std::string name, std::string value,
                               std::optional<std::string>& target, std::string help) {
  return add(std::move(name), std::move(value), std::move(help), assign_to(target));
}

Parameter& Declaration::option(std::string name, std::string value,
                               std::vector<std::string>& target, std::string help) {
  auto& parameter = add(std::move(name), std::move(value), std::move(help), append_to(target));
  parameter.repeated = true;
  return parameter;
}

Parameter& Declaration::argument(std::string name, std::string& target, std::string help) {
  auto& parameter = add(name, name, std::move(help), assign_to(target));
  parameter.argument = true;
  parameter.required = true;
  return parameter;
}

Parameter& Declaration::argument(std::string name, std::optional<std::string>& target,
                                 std::string help) {
  auto& parameter = add(name, name, std::move(help), assign_to(target));
  parameter.argument = true;
  return parameter;
}

Parameter& Declaration::argument(std::string name, std::vector<std::string>& target,
                                 std::string help) {
  auto& parameter = add(name, name, std::move(help), append_to(target));
  parameter.argument = true;
  parameter.repeated = true;
  return parameter;
}

Parameter& Declaration::add_whole_number(std::string name, std::uint64_t least, std::uint64_t most,
                                         std::string help,
                                         std::function<void(std::uint64_t)> take) {
  return add(std::move(name), "N", std::move(help),
             [take = std::move(take), least, most](const std::string& given) -> Result<> {
               const auto number = text::parse_decimal(given);
               if (!number || *number < least || *number > most) {
                 return fail(ErrorCode::usage, "\"" + text::escape_untrusted(given, 40) +
                                                   "\" is not a whole number from " +
                                                   std::to_string(least) + " to " +
                                                   std::to_string(most));
               }
               take(*number);
               return {};
             });
}

void declare_json(Declaration& declaration, bool& json) {
  declaration.flag("--json", json, "print one JSON document instead of text");
}

void declare_project(Declaration& declaration, std::string& project) {
  declaration
      .option("-C, --project", "DIR", project,
              "the project's folder, or one below it (default: the current folder)")
      .offers = Offers::folders;
}

void declare_projects(Declaration& declaration, std::vector<std::string>& projects) {
  declaration
      .option("-C, --project", "DIR", projects,
              "a project's folder, or one below it (default: the current folder)")
      .offers = Offers::folders;
}

}  // namespace mage_lineage::cli
