#!/usr/bin/env python3
"""The written edits of metadata.yaml as PyYAML and Jinja read them, which is how Mage does: the file after an
edit is the file before it with the one value set or gone, raw (where that could be read) and rendered.

  metadata_edit_test.py YAML_TOOL

Skipped (exit status 77) without PyYAML or Jinja.
"""
import json
import subprocess
import sys

try:
    import jinja2
    import yaml
except ImportError as problem:
    print(f"skipped: {problem}")
    sys.exit(77)

LOADER = getattr(yaml, "CFullLoader", yaml.FullLoader)


def load(text):
    return yaml.load(text, Loader=LOADER) or {}


def render(text, answer):
    """As Mage renders the file, with every expression's functions and names answering the same."""
    functions = {name: (lambda *_: answer) for name in ("env_var", "mage_secret_var", "json_value")}
    return jinja2.Template(text).render(x=answer, z=answer, **functions)


def trimmed(value):
    """Mage strips white space from the end of every string (Jinja drops the last line break already)."""
    if isinstance(value, str):
        return value.rstrip()
    if isinstance(value, dict):
        return {trimmed(k): trimmed(v) for k, v in value.items()}
    return [trimmed(v) for v in value] if isinstance(value, list) else value


def meant(before, section, key, value):
    """What the edit of this file should mean."""
    after = dict(before)
    inner = dict(after.get(section) or {})
    if value is None:
        inner.pop(key, None)
    else:
        inner[key] = value
    # An edit with nothing to do leaves an empty map or null as it is.
    if inner:
        after[section] = inner
    elif key in (before.get(section) or {}):
        del after[section]
    return after


def check(case, before, after, way):
    want = meant(before, case["section"], case["key"], case["value"])
    if after == want:
        return True
    print(f"{case['name']} ({way})\n  before:   {before}\n  after:    {after}\n  expected: {want}")
    return False


def main():
    lines = subprocess.run([sys.argv[1], "cases"], capture_output=True, check=True).stdout.decode()
    cases = [json.loads(line) for line in lines.splitlines()]
    good = raw = 0
    edits = [case for case in cases if not case["refused"]]
    for case in edits:
        before = bytes.fromhex(case["before"]).decode()
        after = bytes.fromhex(case["after"]).decode()
        ok = True
        for answer in ("", "yes"):
            ok &= check(case, trimmed(load(render(before, answer))),
                        trimmed(load(render(after, answer))), f"rendered with {answer!r}")
        try:
            old = load(before)
        except yaml.YAMLError:
            old = None
        if old is not None:
            raw += 1
            ok &= check(case, old, load(after), "raw")
        good += ok
    print(f"{good} of {len(edits)} edits mean what they should, {raw} of them raw as well")
    sys.exit(0 if good == len(edits) >= 60 else 1)


main()
