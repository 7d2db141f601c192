#include "output/validate_view.hpp"

namespace mage_lineage::output {

std::string_view validation_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:validate:1.0",
  "title": "What validate found",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "valid": {"type": "boolean", "description": "no problem is an error"},
    "files": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "path": {"type": "string"},
          "events": {"type": "integer", "minimum": 0},
          "errors": {"type": "integer", "minimum": 0}
        },
        "required": ["path", "events", "errors"]
      }
    },
    "problems": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "file": {"type": "string"},
          "line": {"type": "integer", "minimum": 1},
          "column": {"type": "integer", "minimum": 1, "description": "in code points; where it is known"},
          "pointer": {"type": "string", "format": "json-pointer", "description": "from the event"},
          "severity": {"enum": ["error", "warning", "lint"]},
          "rule": {"type": "string", "pattern": "^[a-z_]+$"},
          "found": {"type": "string"},
          "expected": {"type": "string"}
        },
        "required": ["file", "line", "pointer", "severity", "rule", "found", "expected"]
      }
    },
    "problems_left_out": {"type": "integer", "minimum": 0, "description": "counted, not listed"},
    "totals": {
      "type": "object",
      "properties": {
        "events": {"type": "integer", "minimum": 0},
        "errors": {"type": "integer", "minimum": 0},
        "warnings": {"type": "integer", "minimum": 0},
        "lints": {"type": "integer", "minimum": 0}
      },
      "required": ["events", "errors", "warnings", "lints"]
    }
  },
  "required": ["schema_version", "valid", "files", "problems", "problems_left_out", "totals"]
}
)json";
}

}  // namespace mage_lineage::output
