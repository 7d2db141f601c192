#!/usr/bin/env python3
"""Judges events with one random defect each, and compares with an independent JSON Schema validator.

    openlineage_mutants_test.py MAGE_LINEAGE DATA [COUNT [SEED]]

DATA is the folder with the published schemas and a corpus of events. Exits 77 (skipped) where it or
the validator is absent. The seed is fixed, so that every run judges the same events.
"""
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from openlineage_schemas import Schemas, facet_maps

VALUES = [None, True, 3, 1.5, "x", "", [], {}, [1], {"a": 1}, -1, "2024-01-01T00:00:00Z", "2024-01-01",
          "https://example.com/x y", {"type": "JOB"}, {"type": "DATASET", "namespace": "n"}]
NAMES = ["other", "type", "name", "run", "job", "parent", "tags", "namespace"]
# Facets of the registry, whose schemas the data do not have.
REGISTRY = re.compile(r'"(gcp_lineage|gcp_dataproc|icebergScanReport|icebergCommitReport)"')


def mutant(event, dice):
    event = copy.deepcopy(event)
    places = []

    def walk(value):
        for key in value if isinstance(value, dict) else range(len(value)):
            places.append((value, key))
            if isinstance(value[key], (dict, list)):
                walk(value[key])

    walk(event)
    holder, key = dice.choice(places)
    choice = dice.randrange(8)
    if choice <= 2 and isinstance(holder, dict):
        del holder[key]
    elif choice == 3 and isinstance(holder, dict):
        holder[dice.choice(NAMES)] = copy.deepcopy(dice.choice(VALUES))
    else:
        holder[key] = copy.deepcopy(dice.choice(VALUES))
    return event


class Reference:
    def __init__(self, schemas, formats):
        self.core = schemas.validator(schemas.core, formats)
        self.facets = {place: schemas.validator({"$ref": url}, formats)
                       for place, url in schemas.facets.items()}

    def is_valid(self, event):
        if not self.core.is_valid(event):
            return False
        return all(self.facets[slot, key].is_valid(facet)
                   for slot, facets in facet_maps(event)
                   for key, facet in (facets or {}).items() if (slot, key) in self.facets)


def judge(binary, events, strict):
    """The numbers of the events with errors, and what was told of each."""
    with tempfile.NamedTemporaryFile("w", suffix=".ndjson") as file:
        file.writelines(json.dumps(event) + "\n" for event in events)
        file.flush()
        done = subprocess.run([binary, "validate", "--json", file.name] + ["--strict"] * strict,
                              capture_output=True, text=True)
    told = {}
    for problem in json.loads(done.stdout)["problems"]:
        if problem["severity"] == "error":
            told.setdefault(problem["line"] - 1, []).append(problem)
    return told


def main():
    binary, data = sys.argv[1], pathlib.Path(sys.argv[2])
    schemas = Schemas(data / "schemas")
    count, seed = (int(word) for word in (sys.argv[3:] + ["1500", "1"][len(sys.argv) - 3:]))
    dice = random.Random(seed)
    texts = [path.read_text() for folder in ("valid", "borderline")
             for path in sorted((data / "corpus" / folder).glob("*.json"))]
    base = [json.loads(text) for text in texts if len(text) < 20000 and not REGISTRY.search(text)]
    events = [mutant(dice.choice(base), dice) for _ in range(count)]
    differences, invalid = [], 0
    for strict in (False, True):
        told = judge(binary, events, strict)
        reference = Reference(schemas, formats=strict)
        for number, event in enumerate(events):
            problems = told.get(number, [])
            valid = reference.is_valid(event)
            invalid += not valid
            if valid == bool(problems):
                differences.append(f"strict={strict}, valid={valid}, told={problems}: "
                                   f"{json.dumps(event)[:1000]}")
    print(f"{2 * count} judgements, {invalid} of them invalid, {len(differences)} differences")
    print("\n".join(differences[:5]), file=sys.stderr)
    return 1 if differences or invalid < count // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
