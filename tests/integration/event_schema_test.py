#!/usr/bin/env python3
"""Judges the events that the library makes by an independent JSON Schema validator.

    event_schema_test.py PRINT_EVENTS SCHEMAS

SCHEMAS is the folder of the published OpenLineage schemas. Exits 77 (skipped) where that folder or
the validator is absent.
"""
import json
import re
import subprocess
import sys

from openlineage_schemas import Schemas, facet_maps, jsonschema


def judge_facets(event, schemas):
    """What is wrong with the standard facets of an event, and how many it has."""
    problems, standard = [], 0
    for _, facet_map in facet_maps(event):
        for key, facet in (facet_map or {}).items():
            named = re.search(r"/spec/facets/[^/]+/(\w+)\.json", facet["_schemaURL"])
            if not named:
                continue
            standard += 1
            schema = schemas.by_name[named[1]]
            if schema["$id"] != facet["_schemaURL"].split("#")[0]:
                problems.append(f"{key}: {facet['_schemaURL']} is not the current version")
            problems += [f"{key}: {e.message}"
                         for e in schemas.validator(schema).iter_errors({key: facet})]
    return problems, standard


def main():
    program, schemas = sys.argv[1], Schemas(sys.argv[2])
    by_core = schemas.validator(schemas.core)
    mage_schema = json.loads(subprocess.check_output([program, "--schema"]))
    jsonschema.Draft202012Validator.check_schema(mage_schema)
    mage_schema.pop("$id")  # the validator looks for references below a URN in vain
    by_mage = schemas.validator(mage_schema)
    problems, judged, standard = [], 0, 0
    for line in filter(None, subprocess.check_output([program], text=True).split("\n")):
        label, text = line.split("\t")
        event = json.loads(text)
        judged += 1
        if label == "mage":
            problems += [f"{label}: {e.message}" for e in by_mage.iter_errors(event)]
            event = event["openlineage"]
        else:
            by_class = schemas.validator({"$ref": f"{schemas.core['$id']}#/$defs/{label}"})
            problems += [f"{label}: {e.message}" for e in by_class.iter_errors(event)]
        problems += [f"{label}: {e.message}" for e in by_core.iter_errors(event)]
        wrong, count = judge_facets(event, schemas)
        problems += wrong
        standard += count
    if judged < 70 or standard < 60:
        problems.append(f"only {judged} events with {standard} standard facets were judged")
    print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
