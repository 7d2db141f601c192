"""A client that knows the snapshot service from its OpenAPI document alone, and holds every answer to it."""
import http.client
import json
import re
import urllib.parse

import jsonschema

METHODS = {"get", "head", "post", "put", "delete", "patch", "options", "trace"}


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body
        self.json = json.loads(body) if headers.get("content-type") == "application/json" and body else None

    @property
    def code(self):
        return self.json["error"]["code"]


class Client:
    def __init__(self, document, port):
        self.document = document
        self.port = port
        self.resolver = jsonschema.RefResolver("", document)
        self.operations = {}
        for path, item in document["paths"].items():
            for method in METHODS & set(item):
                operation = item[method]
                parameters = [self.resolve(p) for p in item.get("parameters", []) + operation.get("parameters", [])]
                self.operations[operation["operationId"]] = (method, path, operation, parameters)
        self.seen = set()  # (operationId, status, error code)

    def resolve(self, node):
        while "$ref" in node:
            _, node = self.resolver.resolve(node["$ref"])
        return node

    def check(self, value, schema):
        validator = jsonschema.Draft202012Validator(schema, resolver=self.resolver)
        errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator.iter_errors(value)]
        assert not errors, errors[:3]

    def target(self, operation_id, given, strict):
        """The path and query, from parameters by name; `strict` holds them to their schemas."""
        _, path, _, parameters = self.operations[operation_id]
        query = {}
        for name, value in given.items():
            parameter = next(p for p in parameters if p["name"] == name)
            if strict:
                self.check(value, parameter["schema"])
            if parameter["in"] == "path":
                path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
            else:
                query[name] = value
        assert "{" not in path, f"{operation_id} needs more parameters"
        return path + ("?" + urllib.parse.urlencode(query) if query else "")

    def call(self, operation_id, grant=None, body=None, headers=None, raw=None, strict=True, method=None, **given):
        """One request, its answer held to the document. `raw` is a body that need not fit it."""
        documented, _, operation, _ = self.operations[operation_id]
        method = (method or documented).upper()
        sent = dict(headers or {})
        needs_grant = operation.get("security", self.document["security"])
        if grant and needs_grant:
            scheme = self.document["components"]["securitySchemes"][next(iter(needs_grant[0]))]
            assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
            sent["Authorization"] = "Bearer " + grant
        data = raw
        if body is not None:
            media, content = next(iter(operation["requestBody"]["content"].items()))
            if strict:
                self.check(body, content["schema"])
            data = json.dumps(body).encode()
            sent.setdefault("Content-Type", media)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, self.target(operation_id, given, strict), data, sent)
        response = connection.getresponse()
        answer = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        connection.close()
        self.hold(operation_id, operation, method, answer)
        return answer

    def hold(self, operation_id, operation, method, answer):
        """Status, headers, media type and body are what the document says."""
        responses = operation["responses"]
        where = f"{operation_id} {answer.status}"
        assert str(answer.status) in responses or "default" in responses, f"{where} is not documented"
        response = self.resolve(responses.get(str(answer.status), responses.get("default")))
        for name, header in response.get("headers", {}).items():
            header = self.resolve(header)
            value = answer.headers.get(name.lower())
            assert value is not None or not header.get("required"), f"{where} lacks {name}"
            if value is not None:
                number = header["schema"].get("type") == "integer" and re.fullmatch("[0-9]+", value)
                self.check(int(value) if number else value, header["schema"])
        documented = {name.lower() for name in response.get("headers", {})}
        usual = {"content-type", "content-length", "date", "connection"}
        assert set(answer.headers) <= documented | usual, f"{where} has {set(answer.headers)}"
        code = None
        if method != "HEAD" and operation_id != "metrics":
            assert answer.headers["content-type"] in response["content"], where
            self.check(answer.json, response["content"][answer.headers["content-type"]]["schema"])
            code = answer.code if answer.status >= 400 else None
        self.seen.add((operation_id, answer.status, code))
