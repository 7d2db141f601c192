// Any bytes: redaction ends, keeps line ends, and redacting twice equals redacting once.
#include <mage_lineage/redact/redactor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

using namespace mage_lineage;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::string line_ends(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return c == '\n' || c == '\r'; });
  return out;
}

void check(std::string_view text, const redact::Redaction& once, const redact::Redaction& twice) {
  require(twice.text == once.text);
  require(twice.marks.empty());
  require(line_ends(once.text) == line_ends(text));
  require(once.text.find("[REDACTED:unsettled]") == std::string::npos ||
          text.find("[REDACTED:unsettled]") != std::string_view::npos);
  std::size_t last = 0;
  for (const redact::Mark& mark : once.marks) {
    require(mark.offset >= last && mark.length > 0 && mark.offset + mark.length <= text.size());
    last = mark.offset + mark.length;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const redact::Redactor kRedactor;
  if (size == 0) return 0;
  // The first byte chooses how the rest is read.
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr unsigned kLanguages = 8;
  const unsigned choice = data[0] % (kLanguages + 2);
  if (choice < kLanguages) {
    const auto language = static_cast<redact::Language>(choice);
    const auto once = kRedactor.redact(text, language);
    check(text, once, kRedactor.redact(once.text, language));
  } else {
    const auto role = choice == kLanguages ? redact::YamlRole::pipeline : redact::YamlRole::block;
    const auto once = kRedactor.redact_yaml(text, role);
    check(text, once, kRedactor.redact_yaml(once.text, role));
  }
  return 0;
}
