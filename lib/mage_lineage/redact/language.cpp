#include <mage_lineage/redact/language.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/bytes.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>

namespace mage_lineage::redact {
namespace {

bool starts_with_any(std::string_view s, std::initializer_list<std::string_view> heads) {
  return std::any_of(heads.begin(), heads.end(),
                     [&](std::string_view head) { return s.substr(0, head.size()) == head; });
}

}  // namespace

Language language_of(std::string_view path) {
  const auto slash = path.find_last_of('/');
  const std::string name =
      text::ascii_lower(slash == std::string_view::npos ? path : path.substr(slash + 1));
  if (name.rfind(".env", 0) == 0) return Language::dotenv;
  const auto dot = name.find_last_of('.');
  if (dot == std::string::npos) return Language::unknown;
  struct Row {
    std::string_view extension;
    Language language;
  };
  static constexpr Row kRows[] = {
      {"py", Language::python},   {"pyi", Language::python}, {"sql", Language::sql},
      {"yaml", Language::yaml},   {"yml", Language::yaml},   {"r", Language::r},
      {"json", Language::json},   {"ipynb", Language::json}, {"env", Language::dotenv},
      {"md", Language::markdown},
  };
  for (const Row& row : kRows) {
    if (name.compare(dot + 1, std::string::npos, row.extension) == 0) return row.language;
  }
  return Language::unknown;
}

Language guess_language(std::string_view text) {
  constexpr std::size_t kLookedAt = std::size_t{16} << 10U;
  text = text.substr(0, kLookedAt);
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.substr(0, 2) == "#!" && line.find("python") != std::string_view::npos) {
      return Language::python;
    }
    const bool indented = !line.empty() && kBlank(line.front());
    line = text::trim(line);
    const bool colon = !line.empty() && line.back() == ':';
    if (starts_with_any(line, {"def ", "async def ", "class "}) &&
        (colon || line.find('(') != std::string_view::npos)) {
      return Language::python;
    }
    if (starts_with_any(line, {"if ", "for ", "while ", "elif ", "with "}) && colon)
      return Language::python;
    if (indented) continue;
    if (starts_with_any(line, {"from ", "import "}) && line.find(';') == std::string_view::npos &&
        (line[0] == 'i' || line.find(" import ") != std::string_view::npos)) {
      return Language::python;
    }
    if (starts_with_any(line, {"library(", "suppressPackageStartupMessages("})) return Language::r;
    if (starts_with_any(line, {"SELECT ", "select ", "UPDATE ", "CREATE TABLE ", "INSERT INTO "})) {
      return Language::sql;
    }
  }
  return Language::unknown;
}

}  // namespace mage_lineage::redact
