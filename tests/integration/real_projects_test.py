#!/usr/bin/env python3
"""`enable` and `disable` on the metadata.yaml of real Mage projects: they change only the lines that they
must, take back what they did byte for byte, and mean to PyYAML what they should.

  real_projects_test.py MAGE_LINEAGE

The folder that the variable MAGE_PROJECTS names holds one project in each of its sub-folders; it is only
read. Skipped (exit status 77) without it. Nothing of a project's content is printed.
"""
import difflib
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import yaml
    LOADER = getattr(yaml, "CFullLoader", yaml.FullLoader)
except ImportError:
    yaml = None


def run(binary, *words):
    return subprocess.run([binary, *words], capture_output=True, timeout=30)


def meaning(data):
    """The file as PyYAML reads it; None when it does not."""
    if yaml is None:
        return None
    try:
        return yaml.load(data.decode("utf-8"), Loader=LOADER) or {}
    except (yaml.YAMLError, UnicodeDecodeError, ValueError):
        return None


def changed_lines(before, after):
    """The lines that went and those that came."""
    matcher = difflib.SequenceMatcher(None, before.splitlines(True), after.splitlines(True), False)
    old, new = before.splitlines(True), after.splitlines(True)
    gone, come = [], []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            gone += old[a:b]
            come += new[c:d]
    return gone, come


def problems(binary, data, folder):
    """What is wrong with the edits of one file; None when enabling is refused with a reason."""
    file = folder / "metadata.yaml"
    file.write_bytes(data)
    enabled = run(binary, "enable", "-C", str(folder))
    if enabled.returncode == 3 and b"error:" in enabled.stderr and file.read_bytes() == data:
        return None
    found = []
    if enabled.returncode != 0:
        found.append(f"enable ended with {enabled.returncode}")
    after = file.read_bytes()
    old, new = meaning(data), meaning(after)
    inner = (old or {}).get("lineage") or {}
    if old is not None and new != {**old, "lineage": {**inner, "enabled": True}}:
        found.append("enable changed the meaning of something else")
    gone, come = changed_lines(data, after)
    # Where the last line has no line break it gets one, which makes it another line.
    touched = 1 if "enabled" in inner or not data.endswith(b"\n") else 0
    if len(gone) > touched or len(come) > touched + 2:
        found.append(f"enable changed {len(gone)} lines into {len(come)}")
    if run(binary, "enable", "-C", str(folder)).returncode != 0 or file.read_bytes() != after:
        found.append("a second run is not idle")
    if b"lineage" not in data:
        run(binary, "disable", "-C", str(folder))
        run(binary, "disable", "-C", str(folder), "--remove")
        if file.read_bytes() != data:
            found.append("enable, disable --remove is not byte for byte the same")
        # The same with an opt-out that was there before.
        end = b"" if data.endswith(b"\n") or not data else b"\n"
        opted_out = data + end + b"lineage:\n  enabled: false  # not yet\n"
        file.write_bytes(opted_out)
        run(binary, "enable", "-C", str(folder))
        if file.read_bytes() != opted_out.replace(b"enabled: false  # not", b"enabled: true  # not"):
            found.append("enable changed more than the word false")
        run(binary, "disable", "-C", str(folder))
        if file.read_bytes() != opted_out:
            found.append("enable, disable is not byte for byte the same")
    if sorted(os.listdir(folder)) != ["metadata.yaml"]:
        found.append("something was left in the folder")
    return found


def main():
    binary = sys.argv[1]
    root = os.environ.get("MAGE_PROJECTS", "")
    projects = sorted(p.parent for p in pathlib.Path(root).glob("*/metadata.yaml")) if root else []
    if not projects:
        print("skipped: MAGE_PROJECTS names no folder of Mage projects")
        sys.exit(77)
    failed, refused = 0, []
    for project in projects:
        with tempfile.TemporaryDirectory(prefix="mage-lineage-real-") as folder:
            found = problems(binary, (project / "metadata.yaml").read_bytes(), pathlib.Path(folder))
        if found is None:
            refused.append(project.name)
            continue
        for problem in found:
            print(f"{project.name}: {problem}")
        failed += bool(found)
    print(f"{len(projects)} projects, {failed} with problems, {len(refused)} refused: {refused}")
    sys.exit(1 if failed or len(refused) * 5 > len(projects) else 0)


main()
