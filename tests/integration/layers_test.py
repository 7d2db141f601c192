#!/usr/bin/env python3
"""Holds the arrows between the layers: which folder may include which (CONTRIBUTING.md, "The house")."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIB = ROOT / "lib" / "mage_lineage"

ALLOWED = {
    "core": {"core"},
    "formats": {"core", "formats"},
    "sys": {"core", "sys"},
}
for name in ("settings", "project", "redact", "openlineage", "grant"):
    ALLOWED[name] = {"core", "formats", "sys", name}
LIBRARY = {"core", "formats", "sys", "settings", "project", "redact", "openlineage", "grant"}
for name in ("gates", "event", "snapshot"):
    ALLOWED[name] = LIBRARY | {"gates", "event", "snapshot"}
for name in ("delivery", "service"):
    ALLOWED[name] = LIBRARY | {"gates", "event", "snapshot", "delivery", "service"}
ALLOWED["platform"] = {"core", "sys", "platform"}

# Headers of other projects that are slow or wide: in sources alone.
WALLED = re.compile(r"#include <(CLI/|nlohmann/|yaml|openssl/|curl/|boost/|simdjson)")
# The one thin wrapper that a library may have.
WRAPPERS = {"lib/mage_lineage/platform/beast_connection.hpp",
            "lib/mage_lineage/platform/curl_api.hpp",
            "lib/mage_lineage/formats/yaml_events.hpp"}


def main():
    problems = []
    for path in sorted(ROOT.glob("lib/**/*.[ch]pp")) + sorted(ROOT.glob("apps/**/*.[ch]pp")):
        text = path.read_text(encoding="utf-8")
        shown = path.relative_to(ROOT)
        if path.suffix == ".hpp" and str(shown) not in WRAPPERS and WALLED.search(text):
            problems.append(f"{shown}: includes a header that belongs into a .cpp file")
        includes = re.findall(r"#include <mage_lineage/([a-z_]+)/", text)
        if path.is_relative_to(LIB):
            folder = path.relative_to(LIB).parts[0]
            for other in includes:
                if other not in ALLOWED[folder]:
                    problems.append(f"{shown}: {folder} may not include {other}")
        elif "platform" in includes and path.name != "main.cpp":
            problems.append(f"{shown}: only main.cpp sees the platform")
    print("\n".join(problems) or "every include follows the layers")
    sys.exit(1 if problems else 0)


main()
