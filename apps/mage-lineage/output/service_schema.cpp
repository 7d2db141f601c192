#include "output/service_view.hpp"

namespace mage_lineage::output {

std::string_view access_log_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:access-log:1.0",
  "title": "A line of the log of serve",
  "description": "One JSON object a line. No grant, no secret and no content is in it. method, subject and snapshot_id come from clients: controls in them are escaped, and they are cut. Members and events may be added.",
  "oneOf": [{"$ref": "#/$defs/listening"}, {"$ref": "#/$defs/request"}, {"$ref": "#/$defs/event"}],
  "$defs": {
    "time": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"},
    "scope": {
      "type": "object",
      "properties": {
        "customer_cluster_uuid": {"type": "string"},
        "workspace_uuid": {"type": "string"},
        "project_uuid": {"type": "string"}
      },
      "required": ["customer_cluster_uuid", "workspace_uuid", "project_uuid"]
    },
    "listening": {
      "type": "object",
      "description": "the first line: where requests and GET /metrics are answered, and for which projects",
      "properties": {
        "time": {"$ref": "#/$defs/time"},
        "event": {"const": "listening"},
        "url": {"type": "string", "pattern": "^http://"},
        "admin_url": {"type": "string", "pattern": "^http://"},
        "projects": {
          "type": "array",
          "minItems": 1,
          "items": {
            "type": "object",
            "properties": {"path": {"type": "string"}, "scope": {"$ref": "#/$defs/scope"}},
            "required": ["path", "scope"]
          }
        }
      },
      "required": ["time", "event", "url", "admin_url", "projects"]
    },
    "request": {
      "type": "object",
      "description": "an answered request",
      "properties": {
        "time": {"$ref": "#/$defs/time", "description": "when its answer was sent"},
        "event": {"const": "request"},
        "method": {"type": "string", "description": "empty when it could not be read"},
        "route": {"enum": ["/api/v1/lineage/source-snapshots", "/api/v1/lineage/source-snapshots/{snapshot_id}/owners", "/api/v1/lineage/source-snapshots/{snapshot_id}/contents", "/healthz", "/metrics", "other"]},
        "status": {"type": "integer", "minimum": 200, "maximum": 599},
        "duration_ms": {"type": "number", "minimum": 0, "description": "from the request's first byte to the answer's last"},
        "bytes": {"type": "integer", "minimum": 0, "description": "of the body that was sent"},
        "scope": {"$ref": "#/$defs/scope", "description": "of an authentic grant"},
        "subject": {"type": "string", "description": "of an authentic grant"},
        "snapshot_id": {"type": "string", "description": "of the path, or the one that was made"},
        "reason": {"enum": ["missing", "token_form", "header", "signature", "payload_form", "claims", "issuer", "audience", "issued_at", "not_before", "expiry", "expiry_after_issue", "lifetime", "action", "scope", "snapshot_id"], "description": "the check that refused the grant"}
      },
      "required": ["time", "event", "method", "route", "status", "duration_ms", "bytes"]
    },
    "event": {
      "type": "object",
      "description": "something that happened to the service itself",
      "properties": {
        "time": {"$ref": "#/$defs/time"},
        "event": {"enum": ["reloaded", "reload_failed", "stopped"]},
        "detail": {"type": "string"}
      },
      "required": ["time", "event", "detail"]
    }
  }
}
)json";
}

}  // namespace mage_lineage::output
