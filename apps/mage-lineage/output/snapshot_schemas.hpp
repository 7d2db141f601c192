#pragma once

#include <string_view>

namespace mage_lineage::output {

/// JSON Schemas (2020-12) of what the snapshot commands and `redact` print under --json; published
/// by `schema NAME`. `snapshot show --json` prints the manifest itself: snapshot::manifest_schema.
std::string_view redact_schema();
/// Of `redact --rules`.
std::string_view redact_rules_schema();
std::string_view allowlist_schema();
/// Of `snapshot allowlist --explain`.
std::string_view allowlist_verdict_schema();
std::string_view contents_schema();
std::string_view diff_schema();
/// Of `snapshot show --owners`.
std::string_view owners_schema();
std::string_view verify_schema();

}  // namespace mage_lineage::output
