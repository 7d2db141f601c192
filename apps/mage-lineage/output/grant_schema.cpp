#include "output/grant_view.hpp"

namespace mage_lineage::output {

std::string_view grant_verify_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:grant-verify:1.0",
  "title": "The judgement of a snapshot grant",
  "description": "What grant verify --json prints. Neither the token nor a secret is in it. Members may be added within a schema_version.",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "accepted": {"type": "boolean", "description": "every check passed"},
    "authentic": {"type": "boolean", "description": "every check up to the lifetime passed: the grant is genuine and in force"},
    "signed_with": {"enum": ["current", "previous", null], "description": "the secret that made the signature; null when it does not hold or was not reached"},
    "diagnosis": {
      "description": "the usual mistake behind a signature that does not hold or a text that is no token, when one is found",
      "oneOf": [
        {"type": "null"},
        {
          "type": "object",
          "properties": {
            "code": {"type": "string", "pattern": "^(current|previous|token)_[a-z0-9_]+$"},
            "detail": {"type": "string"}
          },
          "required": ["code", "detail"]
        }
      ]
    },
    "checks": {
      "description": "every check, in the order in which they are made",
      "type": "array",
      "minItems": 15,
      "items": {
        "type": "object",
        "properties": {
          "id": {"enum": ["token_form", "header", "signature", "payload_form", "claims", "issuer", "audience", "issued_at", "not_before", "expiry", "expiry_after_issue", "lifetime", "action", "scope", "snapshot_id"]},
          "status": {"enum": ["pass", "fail", "not_reached"]},
          "reason": {"type": "string", "pattern": "^[a-z0-9_]*$", "description": "stable code of the first thing wrong; empty for a pass"},
          "detail": {"type": "string", "description": "a sentence for a person"},
          "found": {"type": "string", "description": "what the token has, as JSON text, times also as dates; untrusted"},
          "expected": {"type": "string"},
          "claim": {"type": "string", "description": "with --explain: the part of the token that is looked at"},
          "rule": {"type": "string", "description": "with --explain: what must hold"},
          "purpose": {"type": "string", "description": "with --explain: what the claim is for"}
        },
        "required": ["id", "status", "reason", "detail", "found", "expected"]
      }
    },
    "notes": {"type": "array", "items": {"type": "string"}, "description": "what was removed from the input before it was judged"}
  },
  "required": ["schema_version", "accepted", "authentic", "signed_with", "diagnosis", "checks", "notes"]
}
)json";
}

std::string_view grant_inspect_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:mage-lineage:schema:grant-inspect:1.0",
  "title": "A token taken apart",
  "description": "What grant inspect --json prints. Nothing in it is verified. Members may be added within a schema_version.",
  "type": "object",
  "properties": {
    "schema_version": {"const": "1.0"},
    "verified": {"const": false},
    "token_bytes": {"type": "integer", "minimum": 0},
    "signature_bytes": {"type": "integer", "minimum": 0},
    "header": {"description": "as the token has it, duplicate members included; null when unreadable"},
    "payload": {"description": "as the token has it, duplicate members included; null when unreadable"},
    "times": {
      "description": "iat, nbf and exp as dates, as far as they are there and well-formed",
      "type": "object",
      "properties": {"iat": {"type": "string"}, "nbf": {"type": "string"}, "exp": {"type": "string"}},
      "additionalProperties": false
    },
    "oddities": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {"code": {"type": "string", "pattern": "^[a-z0-9_]+$"}, "detail": {"type": "string"}},
        "required": ["code", "detail"]
      }
    }
  },
  "required": ["schema_version", "verified", "token_bytes", "signature_bytes", "header", "payload", "times", "oddities"]
}
)json";
}

}  // namespace mage_lineage::output
