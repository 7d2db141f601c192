#pragma once

#include <mage_lineage/redact/redactor.hpp>

#include <string>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// One line a mark: place, rule, what the rule finds. Never the secret, nor its length.
std::string redaction_report(const redact::Redaction& redaction, const std::string& name,
                             const Style& style);
/// The same as `{"schema_version", "source", "total", "by_rule": {}, "marks": [{"rule", "line",
/// "column"}]}`.
std::string redaction_json(const redact::Redaction& redaction, const std::string& name);
/// "3 secrets in "load.py": 2 password, 1 jwt".
std::string redaction_summary(const redact::Redaction& redaction, const std::string& name);

/// The table of rules, and of what they leave by choice.
std::string rules_text(const Style& style);
std::string rules_json();

}  // namespace mage_lineage::output
