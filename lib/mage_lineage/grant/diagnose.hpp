#pragma once

#include <mage_lineage/grant/verify.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::grant {

/// The usual mistake behind a signature that does not match.
struct SignatureDiagnosis {
  std::string code;      ///< stable: which form of the secret would have matched
  std::string sentence;  ///< for a person; holds nothing of the secret
};

/// Tries the secrets as people get them wrong: with white space at an edge, with or without the
/// line break of a file, base64-decoded or base64-encoded. Each form costs one HMAC; nullopt when
/// none matches. A diagnosis never makes a token valid.
std::optional<SignatureDiagnosis> diagnose_signature(std::string_view token, const Keys& keys);

}  // namespace mage_lineage::grant
