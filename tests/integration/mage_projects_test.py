#!/usr/bin/env python3
"""Builds a snapshot of every Mage project below the folder that MAGE_PROJECTS names, and compares
each manifest with an independent reading of the project.

  mage_projects_test.py BINARY

Pipelines, blocks and edges are read here with PyYAML, the parser that Mage uses; the manifest's hash,
owner keys and content hashes are computed here from their definitions; the manifest is validated
against the schema that the program prints; a second build has to give the same bytes. Without
MAGE_PROJECTS, or without PyYAML and jsonschema, the test is skipped (exit status 77).
"""
import hashlib
import json
import os
import pathlib
import subprocess
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

LISTS = {"blocks": "main", "callbacks": "callback", "conditionals": "conditional", "widgets": "widget"}
FEWEST = 40
LIMITS = {
    "AUTOPILOT_LINEAGE_MAX_SOURCE_BYTES": "1000000000",
    "AUTOPILOT_LINEAGE_MAX_FILE_BYTES": "20000000",
    "AUTOPILOT_LINEAGE_MAX_SOURCE_SCAN_ENTRIES": "1000000",
    "AUTOPILOT_LINEAGE_MAX_SNAPSHOT_OWNERS": "1000000",
}


def roots(top):
    """Folders with a metadata.yaml that is neither a pipeline's nor a template's."""
    for folder, below, names in os.walk(top):
        below[:] = sorted(name for name in below if not name.startswith("."))
        path = pathlib.Path(folder)
        if "metadata.yaml" not in names or path.parent.name == "pipelines":
            continue
        if path.parent.parent.name != "custom_templates":
            yield path


def texts(value):
    return [str(item) for item in value if not isinstance(item, (dict, list))] \
        if isinstance(value, list) else []


def read_pipeline(path):
    """The blocks and edges of one metadata.yaml, and whether it is a pipeline at all."""
    try:
        config = yaml.load(path.read_bytes().decode("utf-8"), Loader=yaml.CFullLoader)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError):
        return set(), set()
    if not isinstance(config, dict):
        return set(), set()
    listed = [(role, config.get(key)) for key, role in LISTS.items()]
    extensions = config.get("extensions")
    for extension in (extensions.values() if isinstance(extensions, dict) else []):
        if isinstance(extension, dict):
            listed.append(("extension", extension.get("blocks")))
    blocks, edges = set(), set()
    for role, entries in listed:
        for block in entries if isinstance(entries, list) else []:
            if not isinstance(block, dict) or block.get("uuid") in (None, ""):
                continue
            uuid = str(block["uuid"])
            blocks.add((role, uuid, str(block.get("type") or ""), str(block.get("language") or "python")))
            edges |= {("down", uuid, other) for other in texts(block.get("downstream_blocks"))}
            edges |= {("up", uuid, other) for other in texts(block.get("upstream_blocks"))}
    return blocks, edges


def read_project(root):
    pipelines = {}
    folder = root / "pipelines"
    for entry in sorted(os.listdir(folder)) if folder.is_dir() else []:
        path = folder / entry / "metadata.yaml"
        if not entry.startswith(".") and path.is_file():
            pipelines[entry] = read_pipeline(path)
    return pipelines


def manifest_topology(manifest):
    pipelines = {}
    for pipeline in manifest["pipelines"]:
        blocks, edges = set(), set()
        for block in pipeline["blocks"]:
            blocks.add((block["role"], block["uuid"], block["type"], block["language"]))
            edges |= {("down", block["uuid"], other) for other in block["downstream_blocks"]}
            edges |= {("up", block["uuid"], other) for other in block["upstream_blocks"]}
        pipelines[pipeline["uuid"]] = (blocks, edges)
    return pipelines


def canonical(document):
    """RFC 8785 for documents without fractions; names are sorted by UTF-16 code units."""
    if isinstance(document, dict):
        names = sorted(document, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(json.dumps(name, ensure_ascii=False) + ":" + canonical(document[name])
                              for name in names) + "}"
    if isinstance(document, list):
        return "[" + ",".join(map(canonical, document)) + "]"
    return json.dumps(document, ensure_ascii=False)


def sha256(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def owner_key(project_uuid, owner):
    identity = owner["identity"]
    parts = {"project": [], "pipeline": ["uuid"], "block": ["block_type", "uuid"], "file": ["path"]}
    values = [project_uuid or "", owner["owner_type"]]
    values += [identity[part] for part in parts[owner["owner_type"]]]
    return "own_" + hashlib.sha256("\0".join(values).encode("utf-8")).hexdigest()[:32]


def problems_of(manifest, text, root):
    expected, found = read_project(root), manifest_topology(manifest)
    if set(expected) != set(found):
        yield f"pipelines differ: {sorted(set(expected) ^ set(found))}"
    for uuid in sorted(set(expected) & set(found)):
        for what, wanted, got in zip(("blocks", "edges"), expected[uuid], found[uuid]):
            if wanted != got:
                yield f"{what} of {uuid} differ: {sorted(wanted ^ got)[:5]}"
    without = {name: value for name, value in manifest.items() if name != "manifest_hash"}
    if sha256(canonical(without).encode("utf-8")) != manifest["manifest_hash"]:
        yield "the manifest's hash is not that of its canonical JSON"
    if canonical(manifest) + "\n" != text:
        yield "the file is not canonical JSON and one line feed"
    keys = [owner["owner_key"] for owner in manifest["owners"]]
    if len(set(keys)) != len(keys):
        yield "an owner key stands twice"
    for owner in manifest["owners"]:
        if owner["owner_key"] != owner_key(manifest["project"]["uuid"], owner):
            yield f"the key of {owner['path']} is not that of its identity"
        if owner["redactions"] == 0:
            content = (root / owner["path"]).read_bytes()
            if sha256(content) != owner["content_hash"] or len(content) != owner["source_bytes"]:
                yield f"hash or size of {owner['path']} differ"
    paths = [owner["path"].encode() for owner in manifest["owners"]]
    if paths != sorted(paths):
        yield "the owners are not in the order of their paths"


def build(binary, root):
    return subprocess.run(
        [binary, "snapshot", "build", "-q", "-C", root, "--allow-incomplete-scope",
         "--at", "2026-08-03T19:40:00Z", "--id", "snap_test"],
        env={"PATH": os.environ["PATH"], **LIMITS}, capture_output=True, timeout=100, check=False)


def main():
    binary = sys.argv[1]
    top = os.environ.get("MAGE_PROJECTS")
    if not top:
        print("skipped: MAGE_PROJECTS names no folder of Mage projects")
        return 77
    schema = json.loads(subprocess.check_output([binary, "schema", "manifest"]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    projects = pipelines = blocks = failed = 0
    for root in roots(top):
        done = build(binary, root)
        told = []
        if done.returncode != 0:
            told.append(f"exit status {done.returncode}: {done.stderr.decode(errors='replace')}")
        else:
            text = done.stdout.decode("utf-8")
            manifest = json.loads(text)
            told += [error.message for error in validator.iter_errors(manifest)][:5]
            told += problems_of(manifest, text, root)
            if build(binary, root).stdout != done.stdout:
                told.append("a second build gave other bytes")
            pipelines += len(manifest["pipelines"])
            blocks += sum(len(pipeline["blocks"]) for pipeline in manifest["pipelines"])
        projects += 1
        failed += bool(told)
        for problem in told[:10]:
            print(f"{root}: {problem}")
    print(f"{projects} projects, {pipelines} pipelines, {blocks} blocks read; {failed} failed")
    if projects < FEWEST:
        print(f"MAGE_PROJECTS holds fewer than {FEWEST} projects")
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
