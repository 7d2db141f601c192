#pragma once

#include <mage_lineage/grant/verify.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::grant {

/// The usual mistake behind a token that is rejected. It never makes a token valid.
struct Diagnosis {
  std::string code;      ///< stable: which form of the secret, or of the token, would have passed
  std::string sentence;  ///< for a person; holds nothing of the secret or the token
};

/// Tries the secrets as people get them wrong: with white space at an edge, with or without the
/// line break of a file, in the quotes of an environment file, decoded or encoded. Each form costs
/// one HMAC; nullopt when none matches.
std::optional<Diagnosis> diagnose_signature(std::string_view token, const Keys& keys);

/// Tries a token that is none as people copy it: with white space, quotes or other text around it,
/// broken into lines, in the other base64. nullopt when no form is a token.
std::optional<Diagnosis> diagnose_form(std::string_view token);

}  // namespace mage_lineage::grant
