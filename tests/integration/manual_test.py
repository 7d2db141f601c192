#!/usr/bin/env python3
"""The one tree: --help, man pages and completion of every command name the same options.

  manual_test.py BINARY [--write]

Compares the pages of man/ with what the program prints; --write makes them anew.
"""
import json
import pathlib
import re
import subprocess
import sys

BINARY = sys.argv[1]
MAN = pathlib.Path(__file__).resolve().parents[2] / "man"


def ask(*words):
    return subprocess.run([BINARY, *words], check=True, capture_output=True, text=True).stdout


def main():
    tree = json.loads(ask("manual", "--tree"))
    pages = {"mage-lineage.1": ask("manual")}
    problems = []
    for command in tree["commands"]:
        words = command["path"].split(" ")
        page = ask("manual", *words)
        pages[command["page"] + ".1"] = page
        help_text = ask(*words, "--help")
        offered = {line.split("\t")[0]
                   for line in ask("__complete", *words, "--").split("\n") if line}
        plain_page = page.replace("\\-", "-")
        for option in command["options"] + tree["options"]:
            if option["argument"]:
                continue
            name = option["name"]
            if not re.search(rf"{name}\b", help_text):
                problems.append(f"{command['path']}: --help lacks {name}")
            if name not in offered:
                problems.append(f"{command['path']}: completion lacks {name}")
            if option in command["options"] and name not in plain_page:
                problems.append(f"{command['path']}: the manual page lacks {name}")
        known = {option["name"] for option in command["options"] + tree["options"]} | {"--help"}
        for name in offered - known:
            problems.append(f"{command['path']}: completion offers {name}, which is no option")
    if "--write" in sys.argv:
        for old in MAN.glob("*.1"):
            old.unlink()
        for name, page in pages.items():
            (MAN / name).write_text(page, encoding="utf-8")
    for name in sorted(pages.keys() | {path.name for path in MAN.glob("*.1")}):
        path = MAN / name
        if name not in pages:
            problems.append(f"man/{name}: there is no such command")
        elif not path.exists() or path.read_text(encoding="utf-8") != pages[name]:
            problems.append(f"man/{name} is not what the program prints: build the target update-manual")
    print("\n".join(problems) or f"{len(pages)} pages agree with the command tree")
    sys.exit(1 if problems else 0)


main()
