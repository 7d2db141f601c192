#!/usr/bin/env python3
"""A client that knows the OpenAPI document alone creates, pages and reads snapshots, is refused in every
documented way that a client can bring about, gets 410 and 404 when due, and finds the manifest hash right.

  service_openapi_test.py MAGE_LINEAGE
"""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

try:
    from openapi_client import Client
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)
from service_peer import SECRET, Service, grant, make_project

PATIENCE = 60
OWNERS = 24


def canonical(value):
    """RFC 8785, of what has no fractions."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    assert not isinstance(value, float)
    return json.dumps(value, ensure_ascii=False)


def check_hash(answer):
    manifest = dict(answer.json)
    assert answer.body.decode() == canonical(manifest) + "\n", "the manifest is not canonical"
    told = manifest.pop("manifest_hash")
    assert told == "sha256:" + hashlib.sha256(canonical(manifest).encode()).hexdigest()


def all_owners(client, snapshot_id, limit):
    owners, cursor = [], 0
    while cursor is not None:
        page = client.call("listOwners", grant("read", snapshot_id), snapshot_id=snapshot_id, cursor=cursor,
                           limit=limit).json
        assert page["snapshot_id"] == snapshot_id and len(page["owners"]) <= limit
        owners += page["owners"]
        assert page["next_cursor"] in (None, len(owners))
        cursor = page["next_cursor"]
    assert page["total"] == len(owners)
    return owners


def reading(client, project):
    """The way of a client that does everything right."""
    answer = client.call("createSnapshot", grant("create"))
    assert answer.status == 201, answer.body
    check_hash(answer)
    manifest = answer.json
    snapshot_id = manifest["snapshot_id"]
    assert all_owners(client, snapshot_id, 7) == manifest["owners"]
    assert all_owners(client, snapshot_id, 500) == manifest["owners"]
    read = grant("read", snapshot_id)
    default = client.call("listOwners", read, snapshot_id=snapshot_id)
    assert default.json["owners"] == manifest["owners"]
    past = client.call("listOwners", read, snapshot_id=snapshot_id, cursor=10**30, limit=5000)
    assert past.json["owners"] == [] and past.json["next_cursor"] is None
    assert client.call("headOwners", read, snapshot_id=snapshot_id).body == b""

    contents = client.call("readContents", read, {"owners": manifest["owners"]}, snapshot_id=snapshot_id).json
    assert [c["owner_key"] for c in contents["contents"]] == [o["owner_key"] for o in manifest["owners"]]
    for owner, content in zip(manifest["owners"], contents["contents"]):
        assert content["status"] == "ok" and content["content_hash"] == owner["content_hash"]
        if "encoding" not in content:
            assert "sha256:" + hashlib.sha256(content["content"].encode()).hexdigest() == content["content_hash"]
    assert SECRET not in json.dumps(contents), "a secret of the project was not redacted"
    lossy = [c for c in contents["contents"] if "encoding" in c]
    assert len(lossy) == 1 and "\ufffd" in lossy[0]["content"]

    by_path = {owner["path"]: owner["owner_key"] for owner in manifest["owners"]}
    (project / "utils/module_000.py").unlink()
    (project / "utils/module_001.py").write_text("version = 'another'\n")
    asked = [{"owner_key": by_path["utils/module_000.py"]}, {"owner_key": by_path["utils/module_001.py"]},
             {"owner_key": by_path["utils/module_002.py"], "content_hash": "sha256:" + "0" * 64},
             {"owner_key": "own_" + "0" * 32}]
    told = client.call("readContents", read, {"owners": asked}, snapshot_id=snapshot_id).json["contents"]
    assert [t["status"] for t in told] == ["source_changed", "content_changed", "content_changed", "unknown_owner"]
    return snapshot_id


def refusals(client, snapshot_id, project):
    create, read = grant("create"), grant("read", snapshot_id)
    owners, contents = "listOwners", "readContents"
    there = {"snapshot_id": snapshot_id}
    one = {"owners": [{"owner_key": "own_0"}]}

    def refused(status, code, operation, *words, **given):
        answer = client.call(operation, *words, **given)
        assert (answer.status, answer.code) == (status, code), (operation, given, answer.body)

    for operation, body, path in (("createSnapshot", None, {}), (owners, None, there), (contents, one, there)):
        right = create if operation == "createSnapshot" else read
        refused(401, "unauthorized", operation, None, body, **path)
        refused(401, "invalid_token", operation, right + "x", body, **path)
        refused(401, "invalid_token", operation, grant("create", snapshot_id, lifetime=-1), body, **path)
        wrong = read if operation == "createSnapshot" else grant("create", snapshot_id)
        refused(403, "insufficient_scope", operation, wrong, body, **path)
        for browser in ({"Origin": "https://x"}, {"Cookie": "a=b"}, {"Sec-Fetch-Mode": "cors"}):
            refused(403, "browser_refused", operation, right, body, browser, **path)
        refused(405, "method_not_allowed", operation, right, method="DELETE", **path)
        refused(413, "too_large", operation, right, raw=b" " * (2 << 20), **path)
    refused(403, "insufficient_scope", "createSnapshot", grant("create", scope={
        "customer_cluster_uuid": "c1", "workspace_uuid": "w1", "project_uuid": "p2"}))
    for operation, body in ((owners, None), (contents, one)):
        refused(403, "insufficient_scope", operation, grant("read", "snap_other"), body, **there)
        refused(404, "snapshot_not_found", operation, grant("read", "snap_other"), body, snapshot_id="snap_other")
    for query in ({"limit": 0}, {"limit": "ten"}, {"cursor": -1}, {"cursor": "1.5"}, {"cursor": ""}):
        refused(400, "invalid_query", owners, read, strict=False, **there, **query)
    refused(414, "target_too_long", owners, read, strict=False, cursor="1" * 20000, **there)
    json_type = {"Content-Type": "application/json"}
    for raw in (b"{", b"[]", b'{"owners":{}}', b'{"owners":[]}', b'{"owners":[{"owner_key":1}]}',
                b'{"owners":[{"owner_key":"a"},{"owner_key":"a"}]}', b"\xff", b"",
                json.dumps({"owners": [{"owner_key": f"own_{i}"} for i in range(101)]}).encode()):
        refused(400, "malformed", contents, read, raw=raw, headers=json_type, **there)
    refused(400, "malformed", "createSnapshot", create, raw=b'{"a":1}', headers=json_type)
    for operation, right, path in (("createSnapshot", create, {}), (contents, read, there)):
        refused(415, "media_type", operation, right, raw=b"{}", headers={"Content-Type": "text/plain"}, **path)
        refused(415, "content_encoding", operation, right, raw=b"{}",
                headers={**json_type, "Content-Encoding": "gzip"}, **path)
        refused(417, "expectation_failed", operation, right, headers={"Expect": "more"}, **path)
        refused(431, "headers_too_large", operation, right, headers={"X": "y" * 20000}, **path)
        refused(501, "transfer_encoding", operation, right, headers={"Transfer-Encoding": "gzip"}, **path)
    metadata = project / "metadata.yaml"
    metadata.write_text(metadata.read_text().replace("enabled: true", "enabled: false"))
    refused(403, "lineage_not_enabled", "createSnapshot", create)
    refused(403, "lineage_not_enabled", contents, read, one, **there)
    assert client.call(owners, read, **there).status == 200, "pages hold no source: gates do not concern them"


def lifetime(document, program, project):
    """With a lifetime of 2 s and a retention of 2 s: live, then expired, then unknown."""
    service = Service(program, [project], "--max-snapshots", 1, AUTOPILOT_LINEAGE_SNAPSHOT_TTL_SECONDS="2",
                      AUTOPILOT_LINEAGE_SNAPSHOT_EXPIRED_RETENTION_SECONDS="2")
    client = Client(document, service.port)
    until = time.monotonic() + PATIENCE
    snapshot_id = client.call("createSnapshot", grant("create", lifetime=4)).json["snapshot_id"]
    full = client.call("createSnapshot", grant("create", lifetime=4))
    assert full.status == 429 and full.code == "too_many_snapshots" and 1 <= int(full.headers["retry-after"]) <= 2
    statuses = []
    one = {"owners": [{"owner_key": "own_0"}]}
    while statuses[-1:] != [404]:
        assert time.monotonic() < until, f"no end after {statuses}"
        read = grant("read", snapshot_id, lifetime=4)
        page = client.call("listOwners", read, snapshot_id=snapshot_id)
        read_status = client.call("readContents", read, one, snapshot_id=snapshot_id).status
        for status in (page.status, read_status):
            if statuses[-1:] != [status]:
                statuses.append(status)
        time.sleep(0.02)
    assert statuses[-2:] == [410, 404] and statuses[:-2] in ([200], []), statuses
    assert client.call("createSnapshot", grant("create", lifetime=4)).status == 201, "its place is free again"
    service.stop()
    return client.seen


def main():
    program = os.path.abspath(sys.argv[1])
    document = json.loads(subprocess.run([program, "schema", "openapi"], capture_output=True, check=True).stdout)
    try:
        import openapi_spec_validator
        openapi_spec_validator.validate(document)
    except ImportError:
        pass  # no Debian package; the answers below are the test
    with tempfile.TemporaryDirectory() as name:
        project = pathlib.Path(name) / "shop"
        make_project(project, OWNERS)
        (project / "utils" / "secret.py").write_text(f"password = '{SECRET}'\n")
        (project / "utils" / "latin.py").write_bytes("name = 'Zoë'\n".encode("latin-1"))
        service = Service(program, [project])
        client = Client(document, service.port)
        assert client.call("health").status == 200 and client.call("headHealth").status == 200
        snapshot_id = reading(client, project)
        refusals(client, snapshot_id, project)
        admin = Client(document, service.admin_port)
        assert admin.call("metrics").status == 200 and admin.call("health").status == 200
        code, _, problems = service.stop()
        assert code == 0, (code, problems)
        (project / "metadata.yaml").write_text("project_uuid: p1\nlineage:\n  enabled: true\n")
        seen = client.seen | lifetime(document, program, project)
    codes = {code for _, _, code in seen if code}
    documented = {code for response in document["components"]["responses"].values()
                  for code in response["content"]["application/json"]["schema"]["allOf"][1]["properties"]["error"]
                  ["properties"]["code"]["enum"]}
    # What no well-framed request of a client brings about; the wire test sees most of it.
    left = {"bad_request", "build_failed", "build_timeout", "http_version", "internal", "not_found", "timeout",
            "too_many_builds", "too_many_connections"}
    assert codes == documented - left, (documented - left) ^ codes
    print(f"{len(seen)} kinds of answers hold to the document, with {len(codes)} error codes")


main()
