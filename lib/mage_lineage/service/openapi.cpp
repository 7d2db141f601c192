#include <mage_lineage/service/openapi.hpp>

#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace mage_lineage::service {
namespace {

constexpr std::string_view kApi = R"json({
  "openapi": "3.1.0",
  "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
  "info": {
    "title": "Mage source snapshots",
    "version": "1.0",
    "description": "Hands out redacted snapshots of the source of Mage projects to services that hold a grant. A grant is a compact JWS signed with HS256; its lineage_scope chooses the project. Browser sessions are refused: no CORS header is ever sent, and a request with Cookie, Origin or Sec-Fetch-* is answered 403. Refusals are judged in this order: 403 for browsers, 405, 401, 403, 404 and 410, then the body: 413, 415, 400. Members may be added to answers within a version.",
    "license": {"name": "Apache 2.0", "identifier": "Apache-2.0"}
  },
  "servers": [{"url": "{address}", "variables": {"address": {"default": "http://127.0.0.1:8080", "description": "the first address that mage-lineage serve prints"}}}],
  "security": [{"grant": []}],
  "paths": {
    "/api/v1/lineage/source-snapshots": {
      "post": {
        "operationId": "createSnapshot",
        "summary": "Describe the source of the grant's project as it is now",
        "description": "Needs the action lineage:source_snapshot:create. The snapshot lives in the memory of the service until expires_at of the manifest.",
        "requestBody": {
          "required": false,
          "description": "empty, or an empty object; at most 1 KiB",
          "content": {"application/json": {"schema": {"type": "object", "maxProperties": 0}}}
        },
        "responses": {
          "201": {"description": "the manifest of the new snapshot, as RFC 8785 canonical JSON and one line feed", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/manifest"}}}},
          "429": {"$ref": "#/components/responses/429"}
        }
      }
    },
    "/api/v1/lineage/source-snapshots/{snapshot_id}/owners": {
      "parameters": [{"$ref": "#/components/parameters/snapshot_id"}],
      "get": {
        "operationId": "listOwners",
        "summary": "A page of the snapshot's owner descriptors",
        "description": "Needs the action lineage:source_snapshot:read and the snapshot_id of the path. Pages are followed by giving next_cursor as cursor until it is null.",
        "parameters": [
          {"name": "cursor", "in": "query", "description": "how many owners to pass over; past the end the list is empty", "schema": {"type": "integer", "minimum": 0, "default": 0}},
          {"name": "limit", "in": "query", "description": "how many owners to answer; more than 500 are answered as 500", "schema": {"type": "integer", "minimum": 1, "default": 100}}
        ],
        "responses": {
          "200": {"description": "owners in the manifest's order", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/owners_page"}}}},
          "404": {"$ref": "#/components/responses/404"},
          "410": {"$ref": "#/components/responses/410"}
        }
      },
      "head": {
        "operationId": "headOwners",
        "summary": "The same without a body",
        "responses": {"200": {"description": "there is such a page"}, "default": {"description": "as GET, without a body"}}
      }
    },
    "/api/v1/lineage/source-snapshots/{snapshot_id}/contents": {
      "parameters": [{"$ref": "#/components/parameters/snapshot_id"}],
      "post": {
        "operationId": "readContents",
        "summary": "The redacted content of owners, while it is what the manifest describes",
        "description": "Needs the action lineage:source_snapshot:read and the snapshot_id of the path. Files are read anew: what changed is told with a marker, and stale content is never answered.",
        "requestBody": {
          "required": true,
          "description": "whole owner descriptors may be sent; at most 1 MiB",
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/contents_request"}}}
        },
        "responses": {
          "200": {"description": "one answer for each owner, in the request's order", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/contents"}}}},
          "404": {"$ref": "#/components/responses/404"},
          "410": {"$ref": "#/components/responses/410"}
        }
      }
    },
    "/healthz": {
      "get": {
        "operationId": "health",
        "summary": "Whether the service answers",
        "security": [],
        "responses": {"200": {"description": "it does", "content": {"application/json": {"schema": {"type": "object", "properties": {"status": {"const": "ok"}}, "required": ["status"]}}}}}
      },
      "head": {
        "operationId": "headHealth",
        "summary": "The same without a body",
        "security": [],
        "responses": {"200": {"description": "it does"}, "default": {"description": "as GET, without a body"}}
      }
    },
    "/metrics": {
      "servers": [{"url": "{address}", "variables": {"address": {"default": "http://127.0.0.1:8081", "description": "the second address that mage-lineage serve prints: that of --admin-listen"}}}],
      "get": {
        "operationId": "metrics",
        "summary": "Counters for Prometheus",
        "security": [],
        "responses": {"200": {"description": "Prometheus text 0.0.4", "content": {"text/plain": {"schema": {"type": "string"}}}}}
      }
    }
  },
  "components": {
    "securitySchemes": {
      "grant": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "a compact JWS, {\"alg\":\"HS256\",\"typ\":\"JWT\"}, signed with the shared grant secret. Claims: iss, aud, sub, iat, exp (at most twice the snapshot TTL after iat), actions (array of lineage:source_snapshot:create and lineage:source_snapshot:read), lineage_scope (customer_cluster_uuid, workspace_uuid, project_uuid), and to read snapshot_id"}
    },
    "parameters": {
      "snapshot_id": {"name": "snapshot_id", "in": "path", "required": true, "description": "snapshot_id of the manifest", "schema": {"$ref": "#/components/schemas/snapshot_id"}}
    },
    "headers": {
      "WWW-Authenticate": {"description": "RFC 6750, section 3; with an error when a grant came", "required": true, "schema": {"type": "string", "enum": ["Bearer", "Bearer error=\"invalid_token\""]}},
      "Retry-After": {"description": "seconds", "required": true, "schema": {"type": "integer", "minimum": 1}},
      "Allow": {"description": "the methods that the path takes", "required": true, "schema": {"type": "string", "enum": ["POST", "GET, HEAD"]}}
    },
    "responses": {
      "400": {"description": "the body, the query or the message itself is malformed", "x-codes": ["malformed", "invalid_query", "bad_request"]},
      "401": {"description": "no grant, or none in force", "headers": {"WWW-Authenticate": {"$ref": "#/components/headers/WWW-Authenticate"}}, "x-codes": ["unauthorized", "invalid_token"]},
      "403": {"description": "a browser's request; a grant for another action, snapshot or scope (with WWW-Authenticate); or a gate of the project is closed", "headers": {"WWW-Authenticate": {"description": "of insufficient_scope alone", "schema": {"type": "string", "const": "Bearer error=\"insufficient_scope\""}}}, "x-codes": ["browser_refused", "insufficient_scope", "lineage_not_enabled"]},
      "404": {"description": "no such snapshot, one of another scope, or one that expired long ago; or no such path", "x-codes": ["snapshot_not_found", "not_found"]},
      "405": {"description": "the path does not take this method", "headers": {"Allow": {"$ref": "#/components/headers/Allow"}}, "x-codes": ["method_not_allowed"]},
      "408": {"description": "the request did not arrive in time", "x-codes": ["timeout"]},
      "410": {"description": "the snapshot has expired: create a new one", "x-codes": ["snapshot_expired"]},
      "413": {"description": "the body is too large", "x-codes": ["too_large"]},
      "414": {"description": "path and query are too long", "x-codes": ["target_too_long"]},
      "415": {"description": "the body is declared as something else than plain application/json", "x-codes": ["media_type", "content_encoding"]},
      "417": {"description": "something else than 100-continue is expected", "x-codes": ["expectation_failed"]},
      "429": {"description": "too many snapshots are live or being built", "headers": {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}, "x-codes": ["too_many_snapshots", "too_many_builds"]},
      "431": {"description": "the headers are larger than 16 KiB", "x-codes": ["headers_too_large"]},
      "500": {"description": "a fault in the service", "x-codes": ["internal"]},
      "501": {"description": "a transfer coding other than chunked", "x-codes": ["transfer_encoding"]},
      "503": {"description": "too many connections, or the project could not be read in time", "x-codes": ["too_many_connections", "build_timeout", "build_failed"]},
      "505": {"description": "another version of HTTP than 1.1 and 1.0", "x-codes": ["http_version"]}
    },
    "schemas": {
      "error": {
        "type": "object",
        "properties": {
          "error": {
            "type": "object",
            "properties": {
              "code": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
              "message": {"type": "string", "minLength": 1, "description": "a sentence for a person"}
            },
            "required": ["code", "message"]
          }
        },
        "required": ["error"]
      },
      "snapshot_id": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,128}$"},
      "owners_page": {
        "type": "object",
        "properties": {
          "snapshot_id": {"$ref": "#/components/schemas/snapshot_id"},
          "owners": {"type": "array", "maxItems": 500, "items": {"$ref": "#/components/schemas/owner"}},
          "next_cursor": {"type": ["integer", "null"], "minimum": 1, "description": "cursor of the next page; null on the last"},
          "total": {"type": "integer", "minimum": 0, "description": "of all the snapshot's owners"}
        },
        "required": ["snapshot_id", "owners", "next_cursor", "total"]
      },
      "contents_request": {
        "type": "object",
        "properties": {
          "owners": {
            "type": "array",
            "minItems": 1,
            "maxItems": 100,
            "description": "no owner twice",
            "items": {
              "type": "object",
              "properties": {
                "owner_key": {"type": "string"},
                "content_hash": {"type": "string", "minLength": 1, "description": "what the caller holds: when it is not the manifest's, the answer is content_changed"}
              },
              "required": ["owner_key"]
            }
          }
        },
        "required": ["owners"]
      },
      "contents": {
        "type": "object",
        "properties": {
          "snapshot_id": {"$ref": "#/components/schemas/snapshot_id"},
          "contents": {"type": "array", "minItems": 1, "maxItems": 100, "items": {"oneOf": [{"$ref": "#/components/schemas/content"}, {"$ref": "#/components/schemas/marker"}]}}
        },
        "required": ["snapshot_id", "contents"]
      },
      "content": {
        "type": "object",
        "properties": {
          "owner_key": {"type": "string"},
          "status": {"const": "ok"},
          "content": {"type": "string", "description": "redacted"},
          "content_hash": {"$ref": "#/components/schemas/hash", "description": "SHA-256 of the redacted bytes; of the UTF-8 of content unless encoding says otherwise"},
          "encoding": {"const": "utf-8-lossy", "description": "the file is not UTF-8: bytes were replaced by U+FFFD"}
        },
        "required": ["owner_key", "status", "content", "content_hash"]
      },
      "marker": {
        "type": "object",
        "description": "source_changed: the file is gone, became something else, or is no longer let in; content_changed: its redacted text has another hash; unknown_owner: the snapshot has no such owner",
        "properties": {
          "owner_key": {"type": "string"},
          "status": {"enum": ["source_changed", "content_changed", "unknown_owner"]}
        },
        "required": ["owner_key", "status"],
        "not": {"anyOf": [{"required": ["content"]}, {"required": ["content_hash"]}]}
      }
    }
  }
}
)json";

using json::Value;

Value* member(Value& object, std::string_view key) {
  const auto at = std::find_if(object.members.begin(), object.members.end(),
                               [key](const json::Member& m) { return m.key == key; });
  return at == object.members.end() ? nullptr : &at->value;
}

Value take(Value& object, std::string_view key) {
  Value taken = std::move(*member(object, key));
  std::erase_if(object.members, [key](const json::Member& m) { return m.key == key; });
  return taken;
}

/// `#/$defs/NAME` becomes `#/components/schemas/NAME`. Only for texts of this program: as deep as
/// they are.
void move_references(Value& value) {
  constexpr std::string_view kDefs = "#/$defs/";
  for (auto& each : value.members) {
    if (each.key == "$ref" && each.value.text.starts_with(kDefs)) {
      each.value.text = "#/components/schemas/" + each.value.text.substr(kDefs.size());
    }
    move_references(each.value);
  }
  for (auto& item : value.items)
    move_references(item);
}

Value reference(const std::string& target) {
  auto value = Value::of_object();
  value.add("$ref", Value::of_string(target));
  return value;
}

/// The body of an error answer: the error schema with the codes that this status has.
void add_error_body(Value& response) {
  auto codes = take(response, "x-codes");
  auto code = Value::of_object();
  code.add("enum", std::move(codes));
  auto inner = Value::of_object();
  inner.add("properties", Value::of_object()).add("code", std::move(code));
  auto outer = Value::of_object();
  outer.add("properties", Value::of_object()).add("error", std::move(inner));
  auto schema = Value::of_object();
  schema.add("allOf", Value::of_array({reference("#/components/schemas/error"), std::move(outer)}));
  auto media = Value::of_object();
  media.add("schema", std::move(schema));
  response.add("content", Value::of_object()).add("application/json", std::move(media));
}

/// Every operation that has answers of its own may be refused in these ways too.
void add_common_refusals(Value& paths) {
  for (auto& path : paths.members) {
    for (auto& method : path.value.members) {
      auto* responses = member(method.value, "responses");
      if (responses == nullptr || method.key == "head") continue;
      const bool granted = member(method.value, "security") == nullptr;
      for (const std::string status : {"400", "401", "403", "405", "408", "413", "414", "415",
                                       "417", "431", "500", "501", "503", "505"}) {
        if (!granted && (status == "401" || status == "403" || status == "415")) continue;
        responses->add(status, reference("#/components/responses/" + status));
      }
    }
  }
}

std::string make_document() {
  auto api = json::parse(kApi).value();
  auto manifest = json::parse(snapshot::manifest_schema()).value();
  move_references(manifest);
  auto definitions = take(manifest, "$defs");
  take(manifest, "$schema");
  take(manifest, "$id");
  auto& components = *member(api, "components");
  auto& schemas = *member(components, "schemas");
  schemas.add("manifest", std::move(manifest));
  for (auto& definition : definitions.members)
    schemas.add(definition.key, std::move(definition.value));
  for (auto& response : member(components, "responses")->members)
    add_error_body(response.value);
  add_common_refusals(*member(api, "paths"));
  return json::write(api, json::Style::pretty) + "\n";
}

}  // namespace

std::string_view openapi_document() {
  static const std::string document = make_document();
  return document;
}

}  // namespace mage_lineage::service
