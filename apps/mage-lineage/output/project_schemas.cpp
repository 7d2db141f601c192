#include "output/project_schemas.hpp"

namespace mage_lineage::output {

std::string_view check_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:check:1.0",
  "title": "The verdict of every gate",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "allowed": {"type": "boolean", "description": "every gate passes: events would be sent"},
    "delivery": {"enum": ["direct", "gateway", null]},
    "scope": {
      "type": ["object", "null"],
      "properties": {
        "customer_cluster_uuid": {"type": "string"},
        "workspace_uuid": {"type": "string"},
        "project_uuid": {"type": "string"}
      },
      "required": ["customer_cluster_uuid", "workspace_uuid", "project_uuid"]
    },
    "gates": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {"enum": ["cluster_enabled", "project_opted_in", "delivery_configured", "identity_complete", "feature_gate"]},
          "status": {"enum": ["pass", "fail"]},
          "reason": {"type": "string", "pattern": "^[a-z0-9_]+$"},
          "detail": {"type": "string"},
          "hint": {"type": "string", "description": "what to do; empty when there is nothing to do"},
          "source": {"type": "string", "description": "the variable, or file and line, that decided"},
          "warnings": {"type": "array", "items": {"type": "string"}}
        },
        "required": ["id", "status", "reason", "detail", "hint", "source", "warnings"]
      }
    },
    "obstacle": {
      "description": "only when every gate is open and nothing would be sent all the same: a setting that no route can use",
      "type": "object",
      "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "hint": {"type": "string"}
      },
      "required": ["code", "message", "hint"]
    },
    "probe": {
      "description": "only with --probe: how far the delivery route was tried; no event was posted",
      "type": "object",
      "properties": {
        "ok": {"type": "boolean", "description": "every step that the route has was taken"},
        "route": {"type": "string", "description": "direct or gateway; empty when there is none"},
        "url": {"type": "string", "description": "the address that was tried, its query hidden"},
        "resolved": {"type": "boolean", "description": "the host's name has an address"},
        "connected": {"type": "boolean", "description": "a TCP connection was accepted"},
        "secured": {"type": ["boolean", "null"], "description": "TLS with a trusted certificate; null for plain http"},
        "address": {"type": "string", "description": "the peer's address; empty when not connected"},
        "token": {
          "description": "of a gateway token that had to be minted; null when none was needed",
          "type": ["object", "null"],
          "properties": {
            "minted": {"type": "boolean"},
            "status": {"type": "integer", "description": "the HTTP status of the answer; 0 without one"}
          },
          "required": ["minted", "status"]
        },
        "problem": {"type": "string", "description": "why the first step failed that did; empty when none"},
        "hint": {"type": "string"}
      },
      "required": ["ok", "route", "url", "resolved", "connected", "secured", "address", "token", "problem", "hint"]
    }
  },
  "required": ["schema_version", "allowed", "delivery", "scope", "gates"]
}
)json";
}

std::string_view config_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:config:1.0",
  "title": "Settings with their origins",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "settings": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "name": {"type": "string"},
          "set": {"type": "boolean"},
          "secret": {"type": "boolean"},
          "value": {"type": ["string", "null"], "description": "null for secrets, and when unset or unusable"},
          "origin": {"enum": ["unset", "default", "env_file", "environment"]},
          "variable": {"type": "string", "description": "the variable that gave the value"},
          "where": {"type": "string", "description": "file and line, for a value of a file"},
          "default": {"type": ["string", "null"]},
          "meaning": {"type": "string"},
          "source": {"type": "string"},
          "warnings": {"type": "array", "items": {"type": "string"}},
          "problem": {
            "type": "object",
            "properties": {"message": {"type": "string"}, "hint": {"type": "string"}},
            "required": ["message", "hint"]
          }
        },
        "required": ["name", "set", "secret", "value", "origin", "variable", "default", "meaning", "source", "warnings"]
      }
    },
    "unused": {"type": "array", "items": {"type": "string"}}
  },
  "required": ["schema_version", "settings", "unused"]
}
)json";
}

std::string_view status_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:status:1.0",
  "title": "A project on one screen",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "project": {
      "type": "object",
      "properties": {
        "name": {"type": "string"},
        "type": {"type": "string"},
        "folder": {"type": "string"},
        "uuid": {"type": ["string", "null"]},
        "pipelines": {"type": "integer", "minimum": 0},
        "blocks": {"type": "integer", "minimum": 0},
        "triggers": {"type": "integer", "minimum": 0}
      },
      "required": ["name", "type", "folder", "uuid", "pipelines", "blocks", "triggers"]
    },
    "lineage_enabled": {"type": "boolean"},
    "allowed": {"type": "boolean"},
    "gates": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {"type": "string"},
          "status": {"enum": ["pass", "fail"]},
          "reason": {"type": "string"}
        },
        "required": ["id", "status", "reason"]
      }
    },
    "next": {"type": "string"},
    "findings": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "path": {"type": "string"},
          "line": {"type": "integer", "minimum": 1},
          "code": {"type": "string"},
          "detail": {"type": "string"}
        },
        "required": ["path", "code", "detail"]
      }
    }
  },
  "required": ["schema_version", "project", "lineage_enabled", "allowed", "gates", "next", "findings"]
}
)json";
}

std::string_view metadata_change_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:metadata-change:1.0",
  "title": "What enable or disable changed",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "file": {"type": "string"},
    "dry_run": {"type": "boolean"},
    "changed": {"type": "boolean"},
    "changes": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "name": {"type": "string"},
          "before": {},
          "after": {},
          "changed": {"type": "boolean"},
          "line": {"type": ["integer", "null"], "minimum": 1, "description": "null when the key is absent"}
        },
        "required": ["name", "before", "after", "changed", "line"]
      }
    },
    "diff": {"type": "string", "description": "a unified diff"},
    "next": {"type": "string"}
  },
  "required": ["schema_version", "file", "dry_run", "changed", "changes", "diff"]
}
)json";
}

}  // namespace mage_lineage::output
