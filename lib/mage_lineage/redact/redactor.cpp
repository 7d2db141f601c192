#include <mage_lineage/redact/redactor.hpp>

#include <mage_lineage/core/text.hpp>

namespace mage_lineage::redact {

class Redactor::Engine {};

Redactor::Redactor() : engine_(std::make_shared<const Engine>()) {}

Redaction Redactor::redact(std::string_view text, Language) const {
  return Redaction{std::string(text), {}};
}

Redaction Redactor::redact_yaml(std::string_view text, YamlRole) const {
  return redact(text, Language::yaml);
}

bool Redactor::looks_secret(std::string_view text) const {
  return !redact(text).marks.empty();
}

std::map<std::string_view, std::size_t> Redaction::by_rule() const {
  std::map<std::string_view, std::size_t> counts;
  for (const Mark& mark : marks)
    ++counts[mark.rule];
  return counts;
}

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

}  // namespace mage_lineage::redact
