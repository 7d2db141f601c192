#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/base64.hpp>
#include <mage_lineage/grant/diagnose.hpp>

#include <array>

namespace mage_lineage::grant {
namespace {

struct Form {
  const char* code;
  const char* words;
  std::optional<std::string> (*make)(std::string_view secret);
};

constexpr std::array<Form, 5> kForms{{
    {"trimmed", "without the white space at its edges",
     [](std::string_view s) -> std::optional<std::string> { return std::string(text::trim(s)); }},
    {"with_line_break", "with a line break at its end",
     [](std::string_view s) -> std::optional<std::string> { return std::string(s) + "\n"; }},
    {"base64_decoded", "decoded from base64",
     [](std::string_view s) { return base64_decode_leniently(text::trim(s)); }},
    {"base64_encoded", "encoded as base64",
     [](std::string_view s) -> std::optional<std::string> { return base64_encode(s); }},
    {"base64url_encoded", "encoded as base64url",
     [](std::string_view s) -> std::optional<std::string> { return base64url_encode(s); }},
}};

}  // namespace

std::optional<SignatureDiagnosis> diagnose_signature(std::string_view token, const Keys& keys) {
  Finding finding;
  const auto parts = split_token(token, finding);
  if (!parts) return std::nullopt;
  const std::array<std::pair<const char*, const Secret*>, 2> secrets{
      {{"secret", &keys.current}, {"previous secret", &keys.previous}}};
  for (const auto& [name, secret] : secrets) {
    if (secret->empty()) continue;
    for (const Form& form : kForms) {
      const auto bytes = form.make(secret->reveal());
      if (!bytes || !signature_matches(parts->signing_input, parts->signature, Secret(*bytes))) {
        continue;
      }
      const bool previous = secret == &keys.previous;
      return SignatureDiagnosis{
          (previous ? "previous_" : "current_") + std::string(form.code),
          "the token was signed with the " + std::string(name) + " " + form.words};
    }
  }
  return std::nullopt;
}

}  // namespace mage_lineage::grant
