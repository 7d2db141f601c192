#!/usr/bin/env python3
"""What `grant verify` and `grant inspect` print as JSON keeps to the published schemas, and the manual
page on grants names every check.

  grant_schema_test.py BINARY

Needs the package python3-jsonschema; exits 77 (skipped) without it.
"""
import json
import pathlib
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

ENVIRONMENT = {"AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET": "a secret of enough bytes for anyone...",
               "MAGE_CLUSTER_UUID": "c1", "MAGE_WORKSPACE_UUID": "w1"}
SCOPE = ["--project-uuid", "p1"]


def run(binary, *words, text="", environment=None):
    return subprocess.run([binary, *words], input=text, env=environment or ENVIRONMENT,
                          capture_output=True, text=True, timeout=60)


def main():
    binary = sys.argv[1]
    verify_schema = json.loads(run(binary, "schema", "grant-verify").stdout)
    inspect_schema = json.loads(run(binary, "schema", "grant-inspect").stdout)
    for schema in (verify_schema, inspect_schema):
        jsonschema.Draft202012Validator.check_schema(schema)
    page = (pathlib.Path(__file__).parents[2] / "man" / "mage-lineage-grants.7").read_text("utf-8")
    check = verify_schema["properties"]["checks"]["items"]["properties"]["id"]
    unnamed = [name for name in check["enum"] if name not in page]
    assert not unnamed, f"the manual page lacks {unnamed}"
    token = run(binary, "grant", "mint", "--action", "create", *SCOPE).stdout
    other = {**ENVIRONMENT, "AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET": " " +
             ENVIRONMENT["AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET"]}
    cases = [(token, ENVIRONMENT, 0, ()), (token, ENVIRONMENT, 0, ("--explain",)),
             (token, other, 1, ()), ("", ENVIRONMENT, 1, ()), ("a.b", ENVIRONMENT, 1, ()),
             (token, ENVIRONMENT, 1, ("--action", "read", "--at", "0"))]
    documents = 0
    for text, environment, status, options in cases:
        done = run(binary, "grant", "verify", "--json", *SCOPE, *options, text=text,
                   environment=environment)
        document = json.loads(done.stdout)
        jsonschema.validate(document, verify_schema, cls=jsonschema.Draft202012Validator)
        assert done.returncode == status and document["accepted"] == (status == 0), (text, done)
        assert (document["diagnosis"] is not None) == (environment is other)
        shown = run(binary, "grant", "inspect", "--json", text=text)
        jsonschema.validate(json.loads(shown.stdout), inspect_schema,
                            cls=jsonschema.Draft202012Validator)
        documents += 2
    print(f"{documents} documents keep to their schemas")


main()
