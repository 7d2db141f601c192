// What this project's YAML reader and editor say, for scripts that ask other readers the same:
//   yaml_tool read    texts on standard input ("LENGTH TEMPLATES\nBYTES", TEMPLATES none or jinja);
//                     for each a line: its dump, or "error CODE"
//   yaml_tool cases   the written edits: a JSON line each; texts are in hexadecimal
#include <iostream>
#include <string>

#include "support/metadata_cases.hpp"
#include "support/yaml_dump.hpp"

using namespace mage_lineage;

namespace {

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += kDigits[static_cast<unsigned char>(c) >> 4U];
    out += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  return out;
}

int read_texts() {
  std::size_t length = 0;
  std::string templates;
  while (std::cin >> length >> templates) {
    std::cin.get();
    std::string text(length, '\0');
    if (!std::cin.read(text.data(), static_cast<std::streamsize>(length))) return 1;
    const auto document = yaml::parse(
        text, "text", templates == "jinja" ? yaml::Templates::jinja : yaml::Templates::none);
    std::cout << (document ? test::dump(*document)
                           : std::string("error ") + to_string(document.error().code))
              << "\n";
  }
  return 0;
}

int print_cases() {
  for (const test::MetadataCase& c : test::metadata_cases()) {
    const auto change = test::change_of(c);
    const bool removes = change.action == project::MetadataChange::Action::remove;
    const bool sets = change.action == project::MetadataChange::Action::set_true;
    std::cout << R"({"name": )" << test::json_string(std::string(c.name)) << R"(, "section": ")"
              << change.section << R"(", "key": ")" << change.key << R"(", "value": )"
              << (removes ? "null"
                  : sets  ? "true"
                          : "false")
              << R"(, "before": ")" << hex(c.before) << R"(", "after": ")" << hex(c.after)
              << R"(", "refused": )" << (c.refused.empty() ? "false" : "true") << "}\n";
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc == 2 ? argv[1] : "";
  if (mode == "read") return read_texts();
  if (mode == "cases") return print_cases();
  std::cerr << "yaml_tool read|cases\n";
  return 2;
}
