#include <mage_lineage/event/event.hpp>

namespace mage_lineage::event {

std::string_view event_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:event:1.0",
  "title": "Mage lineage event",
  "description": "One immutable, metadata-only record of one successful mutation of a Mage project.",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "event_id": {"type": "string", "format": "uuid", "description": "UUIDv7; the same in every delivery attempt"},
    "event_type": {
      "type": "string",
      "pattern": "^((project|pipeline|block|resource|trigger|schedule|file)\\.(created|updated|deleted|renamed)|deployment\\.applied|lineage\\.test)$"
    },
    "occurred_at": {"type": "string", "format": "date-time"},
    "routine_id": {"type": "string", "minLength": 1},
    "scope": {"$ref": "#/$defs/scope"},
    "object": {"$ref": "#/$defs/object"},
    "previous_object": {"$ref": "#/$defs/object", "description": "of a rename: the identity before"},
    "payload_hashes": {"$ref": "#/$defs/payload_hashes"},
    "openlineage": {
      "type": "object",
      "description": "a JobEvent or, for files, a DatasetEvent of OpenLineage 2-0-2 with the facet mage_lineage",
      "required": ["eventTime", "producer", "schemaURL"],
      "oneOf": [{"required": ["job"]}, {"required": ["dataset"]}],
      "properties": {
        "job": {"$ref": "#/$defs/named"},
        "dataset": {"$ref": "#/$defs/named"},
        "eventTime": true, "producer": true, "schemaURL": true
      },
      "additionalProperties": false
    }
  },
  "required": ["schema_version", "event_id", "event_type", "occurred_at", "routine_id", "scope", "object", "openlineage"],
  "additionalProperties": false,
  "$defs": {
    "scope": {
      "type": "object",
      "properties": {
        "customer_cluster_uuid": {"type": "string", "minLength": 1},
        "workspace_uuid": {"type": "string", "minLength": 1},
        "project_uuid": {"type": "string", "minLength": 1}
      },
      "required": ["customer_cluster_uuid", "workspace_uuid", "project_uuid"],
      "additionalProperties": false
    },
    "object": {
      "type": "object",
      "properties": {
        "type": {"enum": ["project", "pipeline", "block", "resource", "trigger", "schedule", "deployment", "file"]},
        "uuid": {"type": "string"},
        "name": {"type": "string"},
        "block_type": {"type": "string"},
        "language": {"type": "string"},
        "pipeline_uuids": {"type": "array", "items": {"type": "string"}},
        "path": {"type": "string"},
        "schedule_type": {"type": "string"}
      },
      "required": ["type"],
      "additionalProperties": false
    },
    "payload_hashes": {
      "type": "object",
      "description": "SHA-256 of redacted content",
      "properties": {
        "content": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
        "config": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
      },
      "additionalProperties": false
    },
    "named": {
      "type": "object",
      "properties": {
        "namespace": {"type": "string"},
        "name": {"type": "string"},
        "facets": {"$ref": "#/$defs/facets"}
      },
      "required": ["namespace", "name", "facets"],
      "additionalProperties": false
    },
    "facets": {
      "type": "object",
      "properties": {
        "mage_lineage": {
          "type": "object",
          "properties": {
            "_producer": {"type": "string", "format": "uri"},
            "_schemaURL": {"type": "string", "format": "uri"},
            "event_id": {"type": "string", "format": "uuid"},
            "event_type": {"type": "string"},
            "mutation": {"enum": ["created", "updated", "deleted", "renamed", "applied"]},
            "object": {"$ref": "#/$defs/object"},
            "previous_object": {"$ref": "#/$defs/object"},
            "payload_hashes": {"$ref": "#/$defs/payload_hashes"},
            "scope": {"$ref": "#/$defs/scope"}
          },
          "required": ["_producer", "_schemaURL", "event_id", "event_type", "object", "scope"],
          "additionalProperties": false
        },
        "jobType": {
          "type": "object",
          "properties": {
            "_producer": true, "_schemaURL": true,
            "processingType": {"type": "string"}, "integration": {"type": "string"}, "jobType": {"type": "string"}
          },
          "additionalProperties": false
        },
        "lifecycleStateChange": {
          "type": "object",
          "properties": {
            "_producer": true, "_schemaURL": true,
            "lifecycleStateChange": {"type": "string"},
            "previousIdentifier": {
              "type": "object",
              "properties": {"name": {"type": "string"}, "namespace": {"type": "string"}},
              "additionalProperties": false
            }
          },
          "additionalProperties": false
        },
        "datasetType": {
          "type": "object",
          "properties": {
            "_producer": true, "_schemaURL": true,
            "datasetType": {"type": "string"}, "subType": {"type": "string"}
          },
          "additionalProperties": false
        },
        "version": {
          "type": "object",
          "properties": {
            "_producer": true, "_schemaURL": true,
            "datasetVersion": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
          },
          "additionalProperties": false
        }
      },
      "required": ["mage_lineage"],
      "additionalProperties": false
    }
  }
}
)json";
}

}  // namespace mage_lineage::event
