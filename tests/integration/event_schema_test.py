#!/usr/bin/env python3
"""Judges the events that the library makes by an independent JSON Schema validator.

    event_schema_test.py PRINT_EVENTS SCHEMAS

SCHEMAS is the folder of the published OpenLineage schemas. Exits 77 (skipped) where that folder or
the validator is absent.
"""
import json
import pathlib
import re
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not there", file=sys.stderr)
    sys.exit(77)

# The validator's own format checks depend on optional packages: these three are enough here.
formats = jsonschema.FormatChecker(formats=())


@formats.checks("date-time")
def is_date_time(value):
    return not isinstance(value, str) or bool(
        re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", value))


@formats.checks("uuid")
def is_uuid(value):
    return not isinstance(value, str) or bool(
        re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", value))


@formats.checks("uri")
def is_uri(value):
    return not isinstance(value, str) or bool(
        re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]*", value))


def load(folder):
    core = json.loads((folder / "OpenLineage.json").read_text())
    store = {core["$id"]: core}
    facets = {}
    for path in (folder / "facets").glob("*.json"):
        schema = json.loads(path.read_text())
        store[schema["$id"]] = schema
        facets[path.stem] = schema
    return core, store, facets


def validator(schema, store):
    resolver = jsonschema.RefResolver(schema.get("$id", ""), schema, store=store)
    return jsonschema.Draft202012Validator(schema, resolver=resolver, format_checker=formats)


def facet_maps(event):
    for holder in [event.get("run"), event.get("job"), event.get("dataset")] + \
            event.get("inputs", []) + event.get("outputs", []):
        for key in ("facets", "inputFacets", "outputFacets"):
            yield (holder or {}).get(key, {})


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if not (folder / "OpenLineage.json").exists():
        print(f"skipped: {folder} is not there", file=sys.stderr)
        return 77
    core, store, facets = load(folder)
    by_core = validator(core, store)
    mage_schema = json.loads(subprocess.check_output([program, "--schema"]))
    jsonschema.Draft202012Validator.check_schema(mage_schema)
    by_mage = validator(mage_schema, store)
    problems, judged, standard = [], 0, 0
    for line in subprocess.check_output([program], text=True).split("\n"):
        if not line:
            continue
        label, text = line.split("\t")
        event = json.loads(text)
        judged += 1
        if label == "mage":
            problems += [f"{label}: {e.json_path}: {e.message}" for e in by_mage.iter_errors(event)]
            event = event["openlineage"]
        else:
            by_class = validator({"$ref": core["$id"] + "#/$defs/" + label}, store)
            problems += [f"{label}: {e.message}" for e in by_class.iter_errors(event)]
        problems += [f"{label}: {e.message}" for e in by_core.iter_errors(event)]
        for facet_map in facet_maps(event):
            for key, facet in facet_map.items():
                named = re.search(r"/spec/facets/[^/]+/(\w+)\.json", facet["_schemaURL"])
                if named:
                    standard += 1
                    own = validator(facets[named[1]], store)
                    if facets[named[1]]["$id"] != facet["_schemaURL"].split("#")[0]:
                        problems.append(f"{key}: {facet['_schemaURL']} is not the current version")
                    problems += [f"{key}: {e.message}" for e in own.iter_errors({key: facet})]
    if judged < 70 or standard < 60:
        problems.append(f"only {judged} events with {standard} standard facets were judged")
    print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
