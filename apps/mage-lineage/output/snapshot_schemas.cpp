#include "output/snapshot_schemas.hpp"

#include <mage_lineage/snapshot/manifest_json.hpp>

#include <string>

namespace mage_lineage::output {

std::string_view redact_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:redact:1.0",
  "title": "Where secrets stand in a text",
  "description": "What redact --json prints. No secret is in it, and no length of one. Members may be added within a schema_version.",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "source": {"type": "string", "description": "the file's name, or standard input"},
    "total": {"type": "integer", "minimum": 0},
    "by_rule": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}, "propertyNames": {"$ref": "#/$defs/rule"}},
    "marks": {
      "type": "array",
      "description": "in the order of the text",
      "items": {
        "type": "object",
        "properties": {
          "rule": {"$ref": "#/$defs/rule"},
          "line": {"type": "integer", "minimum": 1},
          "column": {"type": "integer", "minimum": 1, "description": "in code points"}
        },
        "required": ["rule", "line", "column"]
      }
    }
  },
  "required": ["schema_version", "source", "total", "by_rule", "marks"],
  "$defs": {
    "rule": {"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$"}
  }
}
)json";
}

std::string_view redact_rules_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:redact-rules:1.0",
  "title": "The rules by which text is redacted",
  "description": "What redact --rules --json prints. Members may be added within a schema_version.",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "rules": {
      "type": "array",
      "minItems": 1,
      "items": {
        "type": "object",
        "properties": {
          "id": {"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$"},
          "description": {"type": "string"},
          "why": {"type": "string"}
        },
        "required": ["id", "description", "why"]
      }
    },
    "left_by_choice": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {"text": {"type": "string"}, "reason": {"type": "string"}},
        "required": ["text", "reason"]
      }
    }
  },
  "required": ["schema_version", "rules", "left_by_choice"]
}
)json";
}

std::string_view allowlist_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:snapshot-allowlist:1.0",
  "title": "Which files a snapshot may hold",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "rules": {
      "type": "array",
      "minItems": 1,
      "items": {
        "type": "object",
        "properties": {
          "allows": {"type": "boolean"},
          "what": {"type": "string"},
          "why": {"type": "string"}
        },
        "required": ["allows", "what", "why"]
      }
    }
  },
  "required": ["schema_version", "rules"]
}
)json";
}

std::string_view allowlist_verdict_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:snapshot-allowlist-verdict:1.0",
  "title": "Why a path is let into a snapshot or not",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "path": {"type": "string"},
    "allowed": {"type": "boolean"},
    "code": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
    "reason": {"type": "string"}
  },
  "required": ["schema_version", "path", "allowed", "code", "reason"]
}
)json";
}

std::string_view contents_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:snapshot-contents:1.0",
  "title": "Redacted source of owners",
  "description": "What snapshot contents --json prints. Members may be added within a schema_version.",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "snapshot_id": {"type": "string"},
    "contents": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "owner_key": {"type": "string"},
          "path": {"type": "string", "description": "left out for an owner that the manifest does not have"},
          "status": {"enum": ["ok", "source_changed", "content_changed", "unknown_owner"]},
          "content": {"type": "string", "description": "redacted text"},
          "content_hash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
          "encoding": {"const": "utf-8-lossy", "description": "bytes that are not UTF-8 were replaced"}
        },
        "required": ["owner_key", "status"],
        "if": {"properties": {"status": {"const": "ok"}}},
        "then": {"required": ["path", "content", "content_hash"]},
        "else": {"properties": {"content": false, "content_hash": false, "encoding": false}}
      }
    }
  },
  "required": ["schema_version", "snapshot_id", "contents"]
}
)json";
}

std::string_view diff_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:snapshot-diff:1.0",
  "title": "What differs between two manifests",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "equal": {"type": "boolean"},
    "changes": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "section": {"type": "string", "pattern": "^[a-z]+$"},
          "change": {"enum": ["added", "removed", "changed"]},
          "name": {"type": "string"},
          "detail": {"type": "string"}
        },
        "required": ["section", "change", "name"]
      }
    }
  },
  "required": ["schema_version", "equal", "changes"],
  "if": {"properties": {"equal": {"const": true}}},
  "then": {"properties": {"changes": {"maxItems": 0}}},
  "else": {"properties": {"changes": {"minItems": 1}}}
}
)json";
}

std::string_view owners_schema() {
  static const std::string kSchema = [] {
    // An owner is described as in the manifest.
    const std::string_view manifest = snapshot::manifest_schema();
    return std::string(R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:snapshot-owners:1.0",
  "title": "A page of owners",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "snapshot_id": {"type": "string"},
    "owners": {"type": "array", "maxItems": 500, "items": {"$ref": "#/$defs/owner"}},
    "next_cursor": {"type": ["integer", "null"], "minimum": 1},
    "total": {"$ref": "#/$defs/count"}
  },
  "required": ["schema_version", "snapshot_id", "owners", "next_cursor", "total"],
  )json") + std::string(manifest.substr(manifest.find("\"$defs\"")));
  }();
  return kSchema;
}

std::string_view verify_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:snapshot-verify:1.0",
  "title": "A manifest compared with its hash and with the project",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "snapshot_id": {"type": "string"},
    "matches": {"type": "boolean", "description": "hash, project and source fit; expiry does not count"},
    "hash_matches": {"type": "boolean"},
    "same_project": {"type": "boolean"},
    "expired": {"type": "boolean"},
    "expires_at": {"type": "string"},
    "owners": {"type": "integer", "minimum": 0, "description": "how many were compared"},
    "changed": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "owner_key": {"type": "string"},
          "path": {"type": "string"},
          "status": {"enum": ["source_changed", "content_changed"]}
        },
        "required": ["owner_key", "path", "status"]
      }
    },
    "added": {"type": "array", "items": {"type": "string"}, "description": "paths that the manifest does not know"}
  },
  "required": ["schema_version", "snapshot_id", "matches", "hash_matches", "same_project", "expired", "expires_at", "owners", "changed", "added"]
}
)json";
}

}  // namespace mage_lineage::output
