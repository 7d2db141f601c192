#!/usr/bin/env python3
"""What the commands that send and take events print as JSON holds to the schemas that `schema NAME` publishes,
and has no member that they do not name.

  delivery_schemas_test.py MAGE_LINEAGE        needs the package python3-jsonschema, exits 77 without it
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

PROGRAM = os.path.abspath(sys.argv[1])
SHOP = pathlib.Path(__file__).resolve().parents[1] / "projects" / "shop"
RUN_ID = "a1b2c3d4-e5f6-7890-abcd-ef1234567421"
EVENT = {
    "eventType": "START", "eventTime": "2026-08-03T19:40:00.000Z", "run": {"runId": RUN_ID},
    "job": {"namespace": "n", "name": "j"}, "producer": "https://example.com/p",
    "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
}


def validator(name):
    done = subprocess.run([PROGRAM, "schema", name], capture_output=True, text=True, check=True)
    schema = json.loads(done.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def unnamed(document, schema, path=""):
    """The members that the schema has no word for."""
    if isinstance(document, list):
        return [name for item in document for name in unnamed(item, schema.get("items", {}), path)]
    if not isinstance(document, dict):
        return []
    known = schema.get("properties", {})
    out = [f"{path}/{name}" for name in document if name not in known]
    for name, value in document.items():
        out += unnamed(value, known.get(name, {}), f"{path}/{name}")
    return out


class Receiver:
    """The program's own local backend, and the lines that it printed."""

    def __enter__(self):
        self.process = subprocess.Popen([PROGRAM, "receive", "--json"], stdout=subprocess.PIPE, text=True)
        self.first = json.loads(self.process.stdout.readline())
        self.url = self.first["listening"]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.lines = [self.first] + [json.loads(line) for line in self.process.stdout]
        self.process.wait(timeout=30)


def commit(folder, message):
    git = ["git", "-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.com"]
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", message], check=True)


def make_repository(folder):
    shop = shutil.copytree(SHOP, folder / "shop")
    metadata = shop / "metadata.yaml"
    metadata.write_text(metadata.read_text() + "\nlineage:\n  enabled: true\n")
    subprocess.run(["git", "init", "-q", shop], check=True)
    commit(shop, "one")
    (shop / "utils/dates.py").write_text("# other\n")
    commit(shop, "two")
    return shop


def main():
    with tempfile.TemporaryDirectory() as top, Receiver() as receiver:
        top = pathlib.Path(top)
        shop = make_repository(top)
        mage = {"AUTOPILOT_LINEAGE_ENABLED": "1", "AUTOPILOT_LINEAGE_TENANT_ID": "t",
                "MAGE_CLUSTER_UUID": "c", "MAGE_WORKSPACE_UUID": "w"}
        direct = {**mage, "AUTOPILOT_LINEAGE_API_URL": receiver.url, "AUTOPILOT_LINEAGE_API_TOKEN": "token-1"}
        gateway = {**mage, "MAGE_PRO_API_ENDPOINT": receiver.url, "MAGE_PRO_API_API_KEY": "key-1"}
        backend = {"OPENLINEAGE_URL": receiver.url}
        portal = {**backend, "OPENLINEAGE_ENDPOINT": "/api/data-registry/lineage", "OPENLINEAGE_API_KEY": "k"}
        dead = {"OPENLINEAGE_URL": "http://127.0.0.1:1", "AUTOPILOT_LINEAGE_EVENT_TIMEOUT_SECONDS": "0.3"}
        run = ["emit", "run", "--job", "n/j", "--json", "--state"]
        file = ["emit", "--from-file", "-"]
        valid, broken = json.dumps(EVENT) + "\n", '{"eventType": "START"}\n'
        for_portal = json.dumps({**EVENT, "schemaURL": EVENT["schemaURL"].partition("#")[0]}) + "\n"
        block = ["emit", "block", "load_orders", "--mutation", "updated", "--json", "-C", shop]
        cases = [
            ("emit", ["emit", "test", "--json", "-C", shop], direct, "", 0),
            ("emit", ["emit", "test", "--json", "-C", shop], gateway, "", 0),
            ("emit", ["emit", "test", "--json", "-C", shop], {}, "", 1),
            ("emit", ["emit", "test", "--json", "-C", shop, "--route", "openlineage"], portal, "", 0),
            ("emit", ["emit", "test", "--json", "-C", shop, "--route", "openlineage"], dead, "", 4),
            ("emit", ["emit", "test", "--json", "-C", shop],
             {**direct, "AUTOPILOT_LINEAGE_API_URL": receiver.url + "/nowhere/at-all?"}, "", 0),
            ("emit", block, direct, "", 0),
            ("emit", [*block, "--route", "gateway"], {**gateway, "MAGE_PRO_API_ENDPOINT": receiver.url + "?a=b"}, "", 0),
            ("emit", ["emit", "deploy", "--json", "-C", shop], direct, "", 0),
            ("emit-run", [*run, "START"], backend, "", 0),
            ("emit-run", [*run, "COMPLETE", "--run-id", RUN_ID], portal, "", 0),
            ("emit-run", [*run, "START"], dead, "", 4),
            ("emit-line", file, backend, valid + valid, 0),
            ("emit-line", file, portal, for_portal + broken, 1),
            ("emit-line", file, dead, valid, 4),
            ("emit-line", file, backend, broken, 1),
        ]
        failures = []
        validators = {name: validator(name) for name in ("emit", "emit-run", "emit-line", "receive-line")}

        def check(name, document, says):
            problems = [error.message for error in validators[name].iter_errors(document)]
            problems += unnamed(document, validators[name].schema)
            if problems:
                failures.append(f"{says}: {problems}")

        for name, words, environment, text, status in cases:
            done = subprocess.run([PROGRAM, *map(str, words)], input=text, capture_output=True, text=True,
                                  timeout=60, env={"PATH": os.environ["PATH"], **environment})
            if done.returncode != status:
                failures.append(f"{words}: exit status {done.returncode}: {done.stdout}{done.stderr}")
                continue
            lines = done.stdout.splitlines() if name == "emit-line" else [done.stdout]
            if not lines:
                failures.append(f"{words}: nothing was printed")
            for line in lines:
                check(name, json.loads(line), words)
    for line in receiver.lines:
        check("receive-line", line, "receive")
    apis = {line.get("api") for line in receiver.lines}
    if not {"direct", "gateway", "token", "portal", "openlineage"} <= apis:
        failures.append(f"the receiver saw only {apis}")
    for failure in failures:
        print(failure)
    print(f"{len(cases)} commands and {len(receiver.lines)} lines of the receiver")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
