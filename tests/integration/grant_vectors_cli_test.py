#!/usr/bin/env python3
"""Judges the token vectors that lie beside a checkout with the real program.

  grant_vectors_cli_test.py BINARY FOLDER

FOLDER is the one of the shared data; exits 77 (skipped) when it holds no vectors.
"""
import base64
import json
import pathlib
import subprocess
import sys
import tempfile


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def verify(binary, folder, key, token, environment, *options):
    secret = pathlib.Path(folder) / "secret"
    secret.touch(mode=0o600)
    secret.write_bytes(key)
    return subprocess.run([binary, "grant", "verify", "--exact", "--secret-file", secret, *options],
                          input=token.encode("utf-8", "surrogateescape"), env=environment,
                          capture_output=True, timeout=60)


def judge_grants(binary, folder, data):
    """Every grant: exit status 0 or 1 as the vectors say; none of them may end otherwise."""
    first = json.loads(decode(data["vectors"][0]["token"].split(".")[1]))
    scope = first["lineage_scope"]
    environment = {"AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_ISSUER": data["issuer"],
                   "AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_AUDIENCE": data["audience"],
                   "AUTOPILOT_LINEAGE_SNAPSHOT_TTL_SECONDS": str(data["ttl"])}
    options = ["--leeway", f"{data['leeway']}s", "--at", str(data["now"]),
               "--action", "snapshot:read", "--snapshot-id", first["snapshot_id"],
               "--cluster", scope["customer_cluster_uuid"], "--workspace", scope["workspace_uuid"],
               "--project-uuid", scope["project_uuid"]]
    for vector in data["vectors"]:
        # Null: this project's choice. There is one such kind, an audience in an array.
        valid = vector["reason"] == "aud" if vector["valid"] is None else vector["valid"]
        done = verify(binary, folder, decode(data["key_b64u"]), vector["token"], environment, *options)
        yield vector["name"], done.returncode == (0 if valid else 1)


def judge_signatures(binary, folder, lines):
    """Tokens of the signature layer: their payloads are no claims, so the signature's check counts."""
    for line in lines:
        vector = json.loads(line)
        done = verify(binary, folder, decode(vector["key_b64u"]), vector["token"], {}, "--json")
        checks = {check["id"]: check["status"] for check in json.loads(done.stdout)["checks"]}
        good = (checks["signature"] == "pass") == vector["jws_valid"]
        yield vector["src"], good and done.returncode == 1


def main():
    binary, shared = sys.argv[1], pathlib.Path(sys.argv[2]) / "data" / "jwt"
    if not shared.is_dir():
        print(f"skipped: no vectors in {shared}")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        grants = json.loads((shared / "grant_vectors.json").read_text(encoding="utf-8"))
        lines = (shared / "jws_vectors.jsonl").read_text(encoding="utf-8").strip().split("\n")
        results = [*judge_grants(binary, folder, grants), *judge_signatures(binary, folder, lines)]
    wrong = [name for name, good in results if not good]
    for name in wrong:
        print(f"misjudged: {name}")
    print(f"{len(results)} tokens judged, {len(wrong)} of them wrong")
    sys.exit(1 if wrong else 0)


main()
