#!/usr/bin/env python3
"""No secret and no whole token in what the command line prints.

  no_secrets.py FOLDER

Reads the transcripts that run.py compares with the real output (tests/cli/COMMAND/CASE.txt), and
looks in all printed lines for every secret that their commands set, and for every whole token. Only
`grant mint` may print one. Secrets are what is assigned to a variable whose name ends in SECRET,
SECRET_PREVIOUS, TOKEN or KEY, and every word with "s3cr3t" in it.
"""
import pathlib
import re
import sys

ASSIGNED = re.compile(r"\b[A-Z_]*(?:SECRET|SECRET_PREVIOUS|TOKEN|KEY)=[\"']?([^\s\"'\\;]+)")
MARKED = re.compile(r"[\w+-]*s3cr3t[\w+-]*")
TOKEN = re.compile(r"eyJ[\w-]+\.[\w-]+\.[\w-]+")
LEAST = 6  # shorter values are words that may stand in any text


def main():
    secrets, printed, commands = set(), [], 0
    for case in sorted(pathlib.Path(sys.argv[1]).rglob("*.txt")):
        command = ""
        for number, line in enumerate(case.read_text(encoding="utf-8").split("\n"), 1):
            if line.startswith("$ "):
                command = line
                commands += 1
                found = ASSIGNED.findall(line) + MARKED.findall(line)
                secrets.update(value for value in found if len(value) >= LEAST and "$" not in value)
            elif line[:1] in (">", "!"):
                printed.append((f"{case}:{number}", line, command))
    leaks = 0
    for where, line, command in printed:
        shown = [secret for secret in secrets if secret in line]
        minted = "grant mint" in command and line.startswith(">")
        if shown or (TOKEN.search(line) and not minted):
            leaks += 1
            print(f"{where}: prints {'a secret' if shown else 'a whole token'}")
    print(f"{len(secrets)} secrets of {commands} commands, {len(printed)} lines printed, {leaks} leaks")
    if not secrets or not printed:
        sys.exit("nothing to look for: the transcripts are not where they should be")
    sys.exit(1 if leaks else 0)


main()
