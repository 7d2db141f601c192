#include "output/delivery_schemas.hpp"

#include <string>

namespace mage_lineage::output {
namespace {

/// The members of a receipt, which stand in three documents.
constexpr std::string_view kReceipt = R"json(
      "fate": {"enum": ["delivered", "rejected", "unknown", "not_sent"], "description": "delivered: the server said that it has it; rejected: it said no; unknown: sent, and not answered; not_sent: it never left"},
      "id": {"type": "string", "format": "uuid", "description": "of the event; it is the same for each attempt"},
      "status": {"type": "integer", "minimum": 100, "maximum": 999, "description": "of the last answer; absent when there was none"},
      "attempts": {"type": "integer", "minimum": 0},
      "milliseconds": {"type": "integer", "minimum": 0, "description": "the last attempt"},
      "nodes": {"type": "integer", "description": "upserted, as Portal counts"},
      "edges": {"type": "integer", "description": "upserted, as Portal counts"},
      "message": {"type": "string", "description": "why it was not delivered, or a remark"},
      "hint": {"type": "string", "description": "what to do"})json";

std::string with_receipt(std::string_view before, std::string_view after) {
  return std::string(before) + std::string(kReceipt) + std::string(after);
}

}  // namespace

std::string_view emit_schema() {
  static const std::string schema = with_receipt(R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:emit:1.0",
  "title": "What became of a project's events",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "allowed": {"type": "boolean", "description": "every gate that was asked is open"},
    "delivered": {"type": "boolean", "description": "allowed, and every event was delivered"},
    "gates": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {"enum": ["cluster_enabled", "project_opted_in", "delivery_configured", "identity_complete", "feature_gate"]},
          "status": {"enum": ["pass", "fail"]},
          "reason": {"type": "string", "pattern": "^[a-z0-9_]+$"},
          "detail": {"type": "string"},
          "hint": {"type": "string", "description": "what to do; empty when there is nothing to do"}
        },
        "required": ["id", "status", "reason", "detail", "hint"]
      }
    },
    "route": {"enum": ["direct", "gateway", "openlineage", ""], "description": "empty: a gate is closed"},
    "url": {"type": "string", "description": "where events are posted, without its query"},
    "token": {
      "type": ["object", "null"],
      "description": "null: the route mints none",
      "properties": {
        "minted": {"type": "integer", "minimum": 0},
        "problem": {"type": "string", "description": "why the last attempt failed; empty: it did not"}
      },
      "required": ["minted", "problem"]
    },
    "events": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "event_type": {"type": "string", "description": "block.updated; of a test run START or COMPLETE"},
          "name": {"type": "string", "description": "of the job or dataset"},)json",
                                                 R"json(
        },
        "required": ["event_type", "name", "fate", "attempts", "milliseconds"]
      }
    }
  },
  "required": ["schema_version", "allowed", "delivered", "gates", "route", "url", "token", "events"]
}
)json");
  return schema;
}

std::string_view emit_line_schema() {
  static const std::string schema = with_receipt(R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:emit-line:1.0",
  "title": "The fate of one event of a file: a line of emit --from-file",
  "type": "object",
  "properties": {
      "line": {"type": "integer", "minimum": 1, "description": "of the file, where the event begins"},)json",
                                                 R"json(
  },
  "required": ["line", "fate", "attempts", "milliseconds"]
}
)json");
  return schema;
}

std::string_view emit_run_schema() {
  static const std::string schema = with_receipt(R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:emit-run:1.0",
  "title": "What became of a run event",
  "type": "object",
  "properties": {
      "schema_version": {"const": "1.0"},
      "run_id": {"type": "string", "format": "uuid"},)json",
                                                 R"json(
  },
  "required": ["schema_version", "run_id", "fate", "attempts", "milliseconds"]
}
)json");
  return schema;
}

std::string_view receive_line_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:receive-line:1.0",
  "title": "A line of receive: its address first, then each request",
  "type": "object",
  "properties": {
    "listening": {"type": "string", "format": "uri", "description": "the first line alone"},
    "status": {"type": "integer", "minimum": 100, "maximum": 599, "description": "of the answer"},
    "api": {"enum": ["direct", "gateway", "openlineage", "portal", "token"]},
    "accepted": {"type": "boolean"},
    "kind": {"type": "string", "description": "block.updated, RunEvent START; empty when it cannot be told"},
    "subject": {"type": "string", "description": "what it is about"},
    "bytes": {"type": "integer", "minimum": 0, "description": "of the body"},
    "nodes": {"type": "integer", "minimum": 0, "description": "of the lineage graph of a RunEvent"},
    "edges": {"type": "integer", "minimum": 0},
    "problem": {"type": "string", "description": "why it was refused"}
  },
  "oneOf": [
    {"required": ["listening"]},
    {"required": ["status", "api", "accepted", "kind", "subject", "bytes"]}
  ]
}
)json";
}

}  // namespace mage_lineage::output
