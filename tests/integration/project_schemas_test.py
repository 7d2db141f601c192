#!/usr/bin/env python3
"""What the project commands print under --json holds to the schemas that `schema NAME` publishes."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

BINARY = sys.argv[1]
PROJECTS = pathlib.Path(__file__).resolve().parents[1] / "projects"


def ask(*words, env=None):
    done = subprocess.run([BINARY, *words], capture_output=True, text=True, env={"PATH": "/usr/bin", **(env or {})})
    return done.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        shop = shutil.copytree(PROJECTS / "shop", f"{folder}/shop")
        open_gates = {"AUTOPILOT_LINEAGE_ENABLED": "1", "AUTOPILOT_LINEAGE_TENANT_ID": "t",
                      "MAGE_CLUSTER_UUID": "c", "MAGE_WORKSPACE_UUID": "w",
                      "AUTOPILOT_LINEAGE_API_URL": "https://h.example",
                      "AUTOPILOT_LINEAGE_API_TOKEN": "token-1"}
        gateway = {name: value for name, value in open_gates.items() if "_API_" not in name}
        gateway["MAGE_PRO_API_API_KEY"] = "key-1"
        cases = [
            ("check", ["check", "-C", shop], {}),
            ("check", ["check", "-C", folder], {}),
            ("status", ["status", "-C", shop], {}),
            ("metadata-change", ["enable", "-C", shop, "--dry-run"], {}),
            ("metadata-change", ["enable", "-C", shop, "--feature", "lineage_beta"], {}),
            ("metadata-change", ["enable", "-C", shop], {}),
            ("check", ["check", "-C", shop], open_gates),
            ("check", ["check", "-C", shop, "--probe"], {}),
            ("check", ["check", "-C", shop, "--probe"],
             {**open_gates, "AUTOPILOT_LINEAGE_API_URL": "http://127.0.0.1:1"}),
            ("check", ["check", "-C", shop, "--probe"],
             {**gateway, "MAGE_PRO_API_ENDPOINT": "http://127.0.0.1:1"}),
            ("status", ["status", "-C", shop], open_gates),
            ("metadata-change", ["disable", "-C", shop], {}),
            ("metadata-change", ["disable", "-C", shop, "--remove"], {}),
            ("metadata-change", ["disable", "-C", shop, "--remove"], {}),
            ("config", ["config"], open_gates),
            ("config", ["config"], {"AUTOPILOT_LINEAGE_MAX_FILE_BYTES": "5MB"}),
        ]
        for name, words, env in cases:
            schema = json.loads(ask("schema", name))
            jsonschema.Draft202012Validator.check_schema(schema)
            document = json.loads(ask(*words, "--json", env=env))
            jsonschema.validate(document, schema, jsonschema.Draft202012Validator)
            assert ("probe" in document) == ("--probe" in words), document
        print(f"{len(cases)} documents hold to their schemas")


main()
