"""The published OpenLineage schemas as an independent validator sees them; for the tests beside."""
import calendar
import json
import pathlib
import re
import sys
import warnings

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not there", file=sys.stderr)
    sys.exit(77)

warnings.simplefilter("ignore", DeprecationWarning)
SKIPPED = 77
# The validator's own format checks depend on optional packages: these three are enough here.
FORMATS = jsonschema.FormatChecker(formats=())


@FORMATS.checks("date-time")
def is_date_time(value):
    if not isinstance(value, str):
        return True
    match = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?"
                         r"([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)", value)
    if not match:
        return False
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    return (year >= 1 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]
            and hour < 24 and minute < 60 and second <= 60)


@FORMATS.checks("uuid")
def is_uuid(value):
    return not isinstance(value, str) or bool(
        re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", value))


@FORMATS.checks("uri")
def is_uri(value):
    chars = r"(?:[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*"
    return not isinstance(value, str) or bool(
        re.fullmatch(rf"[A-Za-z][A-Za-z0-9+.-]*:{chars}(#{chars})?", value))


class Schemas:
    """The core schema, and the standard facets by (slot, key)."""

    SLOTS = {"RunFacet": "run", "JobFacet": "job", "DatasetFacet": "dataset",
             "InputDatasetFacet": "input", "OutputDatasetFacet": "output"}

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        if not (folder / "OpenLineage.json").exists():
            print(f"skipped: {folder} is not there", file=sys.stderr)
            sys.exit(SKIPPED)
        self.core = json.loads((folder / "OpenLineage.json").read_text())
        self.store = {self.core["$id"]: self.core}
        self.facets = {}  # (slot, key): the definition's URL
        self.by_name = {}
        for path in sorted((folder / "facets").glob("*.json")):
            schema = json.loads(path.read_text())
            self.store[schema["$id"]] = schema
            self.by_name[path.stem] = schema
            # Documentation's files name no key.
            key = next(iter(schema["properties"]), "documentation")
            for name, definition in schema["$defs"].items():
                base = re.search(r"OpenLineage\.json#/\$defs/(\w+)", json.dumps(definition))
                if base and base[1] in self.SLOTS and "allOf" in definition:
                    self.facets[self.SLOTS[base[1]], key] = f"{schema['$id']}#/$defs/{name}"

    def validator(self, schema, formats=True):
        resolver = jsonschema.RefResolver(schema.get("$id", ""), schema, store=self.store)
        return jsonschema.Draft202012Validator(schema, resolver=resolver,
                                               format_checker=FORMATS if formats else None)


def facet_maps(event):
    """(slot, map of facets) wherever an event has one."""
    def get(holder, key):
        return holder.get(key) if isinstance(holder, dict) else None

    yield "run", get(get(event, "run"), "facets")
    yield "job", get(get(event, "job"), "facets")
    if get(event, "run") is None or get(event, "job") is None:
        yield "dataset", get(get(event, "dataset"), "facets")
    for side, slot in (("inputs", "input"), ("outputs", "output")):
        datasets = get(event, side)
        for dataset in datasets if isinstance(datasets, list) else []:
            yield "dataset", get(dataset, "facets")
            yield slot, get(dataset, f"{slot}Facets")
