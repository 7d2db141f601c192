#pragma once

#include <mage_lineage/grant/diagnose.hpp>
#include <mage_lineage/grant/inspect.hpp>
#include <mage_lineage/grant/mint.hpp>
#include <mage_lineage/grant/report.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// What `grant verify` has to tell. Neither the token nor a secret is in it.
struct GrantJudgement {
  grant::Verification verification;
  std::vector<grant::Row> rows;
  std::optional<grant::Diagnosis> diagnosis;
  std::vector<std::string> notes;
  bool explain = false;
};

/// What a new grant allows, for whom and until when, in one line.
std::string mint_summary(const grant::MintRequest& request, const json::Value& claims);

/// The checks as a table, what was found and expected where one failed, and the verdict.
std::string verify_text(const GrantJudgement& judgement, const Style& style);
/// `{"accepted", "authentic", "signed_with", "diagnosis", "checks": [{"id", "status", "reason",
/// "detail", "found", "expected", …}], "notes": []}`.
std::string verify_json(const GrantJudgement& judgement);

/// The JSON Schema of verify_json's document.
std::string_view grant_verify_schema();

/// A token's header, claims and oddities.
std::string inspect_text(const grant::Inspection& inspection, const Style& style);
/// `{"verified": false, "header", "payload", "times", "oddities": [{"code", "detail"}], …}`.
std::string inspect_json(const grant::Inspection& inspection);
/// The JSON Schema of inspect_json's document.
std::string_view grant_inspect_schema();

}  // namespace mage_lineage::output
