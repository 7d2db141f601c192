#!/usr/bin/env python3
"""Golden tests of the command line: runs the commands of case files and compares what they print.

  run.py --binary PATH [--update] FOLDER...

A case file (tests/cli/COMMAND/CASE.txt) is a transcript. Its commands run one after the other with
bash in one empty folder with a nearly empty environment:

  # a comment
  $ mage-lineage check -C shop        the command
  > pass  cluster_enabled             a line of its standard output
  ! mage-lineage: warning: …          a line of its standard error
  = 1                                 its exit status, when it is not 0

`$PROJECTS` names tests/projects; the path of the folder is shown as `$DIR`. A last line without a
line break is followed by a line that holds the mark and a backslash. --update rewrites the files
with what is printed now: read the difference before it is committed.
"""
import argparse
import difflib
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def lines(mark, text):
    *whole, last = text.split("\n")
    out = [f"{mark} {line}" if line else mark for line in whole]
    return out + ([f"{mark} {last}", f"{mark} \\"] if last else [])


def run_case(path, binary):
    """The transcript as it is now."""
    out = []
    with tempfile.TemporaryDirectory(prefix="mage-lineage-cli-") as folder:
        folder = os.path.realpath(folder)
        environment = {
            "PATH": f"{binary.parent}:/usr/local/bin:/usr/bin:/bin",
            "HOME": folder,
            "TERM": "dumb",
            "LC_ALL": "C.UTF-8",
            "PROJECTS": str(HERE.parent / "projects"),
        }
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.startswith("#") or not line.strip():
                out.append(line)
            elif line.startswith("$ "):
                done = subprocess.run(["bash", "-c", line[2:]], cwd=folder, env=environment,
                                      timeout=60, stdin=subprocess.DEVNULL, capture_output=True)
                out.append(line)
                for mark, stream in ((">", done.stdout), ("!", done.stderr)):
                    text = stream.decode("utf-8", "backslashreplace").replace(folder, "$DIR")
                    out += lines(mark, text)
                if done.returncode:
                    out.append(f"= {done.returncode}")
    while out and not out[-1].strip():
        out.pop()
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True, type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    cases = sorted(case for folder in arguments.folders for case in folder.rglob("*.txt")
                   if case.name != "CMakeLists.txt")
    if not cases:
        sys.exit("no case files found")
    failed = 0
    for case in cases:
        was = case.read_text(encoding="utf-8")
        now = run_case(case, arguments.binary.resolve())
        if now == was:
            continue
        if arguments.update:
            case.write_text(now, encoding="utf-8")
            print(f"updated {case}")
            continue
        failed += 1
        sys.stdout.writelines(difflib.unified_diff(was.splitlines(True), now.splitlines(True),
                                                   f"{case} (expected)", f"{case} (now)"))
    print(f"{len(cases)} case files, {failed} failed")
    sys.exit(1 if failed else 0)


main()
