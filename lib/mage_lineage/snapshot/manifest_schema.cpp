#include <mage_lineage/snapshot/manifest_json.hpp>

namespace mage_lineage::snapshot {

std::string_view manifest_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:manifest:1.0",
  "title": "Mage source snapshot manifest",
  "description": "Describes the source of one Mage project at one moment. The file is this document as RFC 8785 canonical JSON and one line feed. Members may be added within a schema_version.",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "snapshot_id": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,128}$"},
    "generation": {"$ref": "#/$defs/hash", "description": "digest of the source state: SHA-256 over the RFC 8785 JSON of an object with project, pipelines, integrations, triggers, omissions, and owners reduced to content_hash, owner_key and path"},
    "created_at": {"$ref": "#/$defs/time"},
    "expires_at": {"$ref": "#/$defs/time"},
    "scope": {
      "type": "object",
      "properties": {
        "customer_cluster_uuid": {"type": ["string", "null"]},
        "workspace_uuid": {"type": ["string", "null"]},
        "project_uuid": {"type": ["string", "null"]}
      },
      "required": ["customer_cluster_uuid", "workspace_uuid", "project_uuid"],
      "additionalProperties": false
    },
    "project": {
      "type": "object",
      "properties": {
        "uuid": {"type": ["string", "null"]},
        "name": {"type": "string"},
        "type": {"type": "string"},
        "features": {"type": "object", "additionalProperties": {"type": "boolean"}}
      },
      "required": ["uuid", "name", "type", "features"],
      "additionalProperties": false
    },
    "pipelines": {"type": "array", "items": {"$ref": "#/$defs/pipeline"}},
    "integrations": {"type": "array", "items": {"$ref": "#/$defs/integration"}},
    "triggers": {"type": "array", "items": {"$ref": "#/$defs/trigger"}},
    "owners": {"type": "array", "items": {"$ref": "#/$defs/owner"}, "description": "by path, bytewise, then owner_key"},
    "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
    "omissions": {"type": "array", "items": {"$ref": "#/$defs/omission"}},
    "totals": {
      "type": "object",
      "properties": {
        "owners": {"$ref": "#/$defs/count"},
        "content_bytes": {"$ref": "#/$defs/count"},
        "redactions": {"$ref": "#/$defs/count"},
        "entries_scanned": {"$ref": "#/$defs/count"}
      },
      "required": ["owners", "content_bytes", "redactions", "entries_scanned"],
      "additionalProperties": false
    },
    "complete": {"type": "boolean", "description": "false when an allowlisted file that is on disk is not described"},
    "manifest_hash": {"$ref": "#/$defs/hash", "description": "SHA-256 over the RFC 8785 JSON of this document without this member"}
  },
  "required": ["schema_version", "snapshot_id", "generation", "created_at", "expires_at", "scope", "project", "pipelines", "integrations", "triggers", "owners", "findings", "omissions", "totals", "complete", "manifest_hash"],
  "additionalProperties": false,
  "$defs": {
    "hash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
    "time": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"},
    "count": {"type": "integer", "minimum": 0},
    "texts": {"type": "array", "items": {"type": "string"}},
    "owner_key": {"type": "string", "pattern": "^own_[0-9a-f]{32}$"},
    "path": {"type": "string", "minLength": 1, "description": "relative to the project's folder; bytes that are not UTF-8 are written \\xHH"},
    "pipeline": {
      "type": "object",
      "properties": {
        "uuid": {"type": "string"},
        "name": {"type": "string"},
        "type": {"type": "string"},
        "path": {"$ref": "#/$defs/path"},
        "blocks": {"type": "array", "items": {"$ref": "#/$defs/block"}}
      },
      "required": ["uuid", "name", "type", "path", "blocks"],
      "additionalProperties": false
    },
    "block": {
      "type": "object",
      "properties": {
        "uuid": {"type": "string"},
        "name": {"type": "string"},
        "type": {"type": "string"},
        "language": {"type": "string"},
        "role": {"enum": ["main", "callback", "conditional", "widget", "extension"]},
        "upstream_blocks": {"$ref": "#/$defs/texts"},
        "downstream_blocks": {"$ref": "#/$defs/texts"},
        "replicated_block": {"type": "string"},
        "owner_key": {"oneOf": [{"$ref": "#/$defs/owner_key"}, {"type": "null"}]}
      },
      "required": ["uuid", "name", "type", "language", "role", "upstream_blocks", "downstream_blocks", "owner_key"],
      "additionalProperties": false
    },
    "integration": {
      "type": "object",
      "properties": {
        "pipeline_uuid": {"type": "string"},
        "source": {"type": "string"},
        "destination": {"type": "string"},
        "streams": {"$ref": "#/$defs/texts"}
      },
      "required": ["pipeline_uuid", "streams"],
      "additionalProperties": false
    },
    "trigger": {
      "type": "object",
      "properties": {
        "pipeline_uuid": {"type": "string"},
        "name": {"type": "string"},
        "schedule_type": {"type": "string"},
        "schedule_interval": {"type": "string"},
        "status": {"type": "string"}
      },
      "required": ["pipeline_uuid", "name", "schedule_type", "status"],
      "additionalProperties": false
    },
    "owner": {
      "type": "object",
      "properties": {
        "owner_key": {"$ref": "#/$defs/owner_key"},
        "owner_type": {"enum": ["project", "pipeline", "block", "file"]},
        "identity": {
          "type": "object",
          "properties": {
            "block_type": {"type": "string"},
            "uuid": {"type": "string"},
            "path": {"$ref": "#/$defs/path"}
          },
          "additionalProperties": false
        },
        "path": {"$ref": "#/$defs/path"},
        "language": {"enum": ["python", "sql", "r", "yaml", "markdown", "text"]},
        "used_by": {"$ref": "#/$defs/texts", "description": "uuids of pipelines, sorted"},
        "source_bytes": {"$ref": "#/$defs/count", "description": "left out when something was redacted"},
        "content_bytes": {"$ref": "#/$defs/count"},
        "content_hash": {"$ref": "#/$defs/hash"},
        "redactions": {"$ref": "#/$defs/count"}
      },
      "required": ["owner_key", "owner_type", "identity", "path", "language", "used_by", "content_bytes", "content_hash", "redactions"],
      "additionalProperties": false
    },
    "finding": {
      "type": "object",
      "properties": {
        "path": {"$ref": "#/$defs/path"},
        "line": {"type": "integer", "minimum": 1},
        "code": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
        "detail": {"type": "string"}
      },
      "required": ["path", "code", "detail"],
      "additionalProperties": false
    },
    "omission": {
      "type": "object",
      "properties": {
        "path": {"$ref": "#/$defs/path"},
        "reason": {"enum": ["file_too_large", "source_limit", "owner_limit", "scan_limit", "not_regular", "outside_project", "unreadable", "changed_while_reading", "missing"]},
        "bytes": {"$ref": "#/$defs/count"}
      },
      "required": ["path", "reason"],
      "additionalProperties": false
    }
  }
}
)json";
}

}  // namespace mage_lineage::snapshot
