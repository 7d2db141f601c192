#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/base64.hpp>
#include <mage_lineage/grant/diagnose.hpp>

#include <algorithm>
#include <array>

namespace mage_lineage::grant {
namespace {

struct Form {
  const char* code;
  const char* words;
  std::optional<std::string> (*make)(std::string_view given);
};

std::optional<std::string> trimmed(std::string_view s) {
  return std::string(text::trim(s));
}

std::optional<std::string> unquoted(std::string_view s) {
  s = text::trim(s);
  const bool quoted =
      s.size() > 2 && s.front() == s.back() && (s.front() == '"' || s.front() == '\'');
  if (!quoted) return std::nullopt;
  return std::string(s.substr(1, s.size() - 2));
}

std::optional<std::string> hex_decoded(std::string_view s) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::string digits = text::ascii_lower(text::trim(s));
  if (digits.empty() || digits.size() % 2 != 0) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const auto high = kDigits.find(digits[i]);
    const auto low = kDigits.find(digits[i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

constexpr std::array<Form, 7> kSecretForms{{
    {"trimmed", "without the white space at its edges", &trimmed},
    {"with_line_break", "with a line break at its end",
     [](std::string_view s) -> std::optional<std::string> { return std::string(s) + "\n"; }},
    {"unquoted", "without the quotes around it", &unquoted},
    {"base64_decoded", "decoded from base64",
     [](std::string_view s) { return base64_decode_leniently(text::trim(s)); }},
    {"hex_decoded", "decoded from hexadecimal digits", &hex_decoded},
    {"base64_encoded", "encoded as base64",
     [](std::string_view s) -> std::optional<std::string> { return base64_encode(s); }},
    {"base64url_encoded", "encoded as base64url",
     [](std::string_view s) -> std::optional<std::string> { return base64url_encode(s); }},
}};

/// The part of a text that looks like a token: `TOKEN=eyJ…`, `{"token": "eyJ…"}`.
std::optional<std::string> taken_out(std::string_view s) {
  constexpr std::string_view kTokenCharacters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
  const auto begin = s.find("eyJ");
  if (begin == std::string_view::npos) return std::nullopt;
  s.remove_prefix(begin);
  return std::string(s.substr(0, s.find_first_not_of(kTokenCharacters)));
}

std::optional<std::string> on_one_line(std::string_view s) {
  std::string out(s);
  std::erase_if(out, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return out;
}

std::optional<std::string> in_base64url(std::string_view s) {
  std::string out(s);
  std::erase(out, '=');
  std::replace(out.begin(), out.end(), '+', '-');
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

constexpr std::array<Form, 5> kTokenForms{{
    {"trimmed", "there is white space at its edges", &trimmed},
    {"unquoted", "it stands in quotes", &unquoted},
    {"on_one_line", "there is white space within it", &on_one_line},
    {"in_base64url", "it is written in another base64: with padding, + or /", &in_base64url},
    {"taken_out", "there is other text around it", &taken_out},
}};

}  // namespace

std::optional<Diagnosis> diagnose_signature(std::string_view token, const Keys& keys) {
  Finding finding;
  const auto parts = split_token(token, finding);
  if (!parts) return std::nullopt;
  const std::array<std::pair<const char*, const Secret*>, 2> secrets{
      {{"secret", &keys.current}, {"previous secret", &keys.previous}}};
  for (const auto& [name, secret] : secrets) {
    if (secret->empty()) continue;
    for (const Form& form : kSecretForms) {
      const auto bytes = form.make(secret->reveal());
      if (!bytes || !signature_matches(parts->signing_input, parts->signature, Secret(*bytes))) {
        continue;
      }
      const bool previous = secret == &keys.previous;
      return Diagnosis{(previous ? "previous_" : "current_") + std::string(form.code),
                       "the token was signed with the " + std::string(name) + " " + form.words};
    }
  }
  return std::nullopt;
}

std::optional<Diagnosis> diagnose_form(std::string_view token) {
  Finding finding;
  for (const Form& form : kTokenForms) {
    const auto text = form.make(token);
    if (text && *text != token && split_token(*text, finding)) {
      return Diagnosis{"token_" + std::string(form.code), form.words};
    }
  }
  return std::nullopt;
}

}  // namespace mage_lineage::grant
