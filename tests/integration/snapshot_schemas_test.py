#!/usr/bin/env python3
"""What `redact` and the snapshot commands print under --json holds to the schemas that `schema NAME`
publishes.

  snapshot_schemas_test.py BINARY

Needs the package python3-jsonschema; exits 77 (skipped) without it.
"""
import json
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

BINARY = sys.argv[1]
PROJECTS = pathlib.Path(__file__).resolve().parents[1] / "projects"
SECRET = 'password = "correct-horse-7"\nurl = "postgresql://etl:hunter2@pg/dw"\n'


def ask(*words, status=0, text=""):
    done = subprocess.run([BINARY, *map(str, words)], capture_output=True, input=text, encoding="utf-8",
                          env={"PATH": "/usr/bin"}, timeout=60)
    assert done.returncode == status, (words, done)
    return done.stdout


def build(project, file):
    ask("snapshot", "build", "-q", "-C", project, "--allow-incomplete-scope", "-o", file)
    return file


def schema_of(name):
    schema = json.loads(ask("schema", name))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def main():
    with tempfile.TemporaryDirectory() as top:
        top = pathlib.Path(top)
        shop = shutil.copytree(PROJECTS / "shop", top / "shop")
        (shop / "utils").mkdir(exist_ok=True)
        (shop / "utils/bytes.py").write_bytes(b"# \xff\n")
        (shop / "utils/changes.py").write_text("a = 1\n")
        (shop / "utils/goes.py").write_text("a = 1\n")
        before = build(shop, top / "before.json")
        cases = [
            ("redact", ["redact"], 0, SECRET),
            ("redact", ["redact", "--report"], 0, SECRET),
            ("redact", ["redact"], 0, ""),
            ("redact-rules", ["redact", "--rules"], 0, ""),
            ("manifest", ["snapshot", "show", before], 0, ""),
            ("manifest", ["snapshot", "dump", before], 0, ""),
            ("snapshot-owners", ["snapshot", "show", before, "--owners"], 0, ""),
            ("snapshot-owners", ["snapshot", "show", before, "--owners", "--limit", "2"], 0, ""),
            ("snapshot-owners", ["snapshot", "show", before, "--owners", "--cursor", "9999"], 0, ""),
            ("snapshot-contents", ["snapshot", "contents", before, "-C", shop, "--all"], 0, ""),
            ("snapshot-verify", ["snapshot", "verify", before, "-C", shop], 0, ""),
            ("snapshot-diff", ["snapshot", "diff", before, before], 0, ""),
            ("snapshot-allowlist", ["snapshot", "allowlist"], 0, ""),
            ("snapshot-allowlist-verdict", ["snapshot", "allowlist", "--explain", "utils/a.py"], 0, ""),
            ("snapshot-allowlist-verdict", ["snapshot", "allowlist", "--explain", "io_config.yaml"], 1, ""),
            ("snapshot-allowlist-verdict",
             ["snapshot", "allowlist", "-C", shop, "--explain", "utils"], 1, ""),
        ]
        for name, words, status, text in cases:
            schema_of(name).validate(json.loads(ask(*words, "--json", status=status, text=text)))
        (shop / "utils/changes.py").write_text("a = 2\n")
        (shop / "utils/goes.py").unlink()
        (shop / "utils/comes.py").write_text("a = 1\n")
        after = build(shop, top / "after.json")
        cases += [
            ("snapshot-contents", ["snapshot", "contents", before, "-C", shop, "--all", "--owner", "own_0"], 1, ""),
            ("snapshot-verify", ["snapshot", "verify", before, "-C", shop], 1, ""),
            ("snapshot-diff", ["snapshot", "diff", before, after], 1, ""),
        ]
        for name, words, status, text in cases[-3:]:
            schema_of(name).validate(json.loads(ask(*words, "--json", status=status, text=text)))
        # A schema that lets anything through would pass all of this.
        for name in {name for name, *_ in cases}:
            assert not schema_of(name).is_valid({"schema_version": "1.0"}), name
        print(f"{len(cases)} documents hold to their schemas")


main()
