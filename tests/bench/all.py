#!/usr/bin/env python3
"""Every benchmark in one run, as one table of ratios to public tools with their spread.

  all.py BUILD_FOLDER SHARED_FOLDER [--node-modules FOLDER] [--quick] [NAME ...]

A benchmark prints its rows as lines that begin with "= " (rows.py, row.hpp); what else it says goes to standard
error. One that cannot run here has a line that says why. NAME picks some of the benchmarks.
"""
import argparse
import datetime
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def python_source(folder):
    """The standard library's Python in one file: what redaction is measured on."""
    out = pathlib.Path(folder) / "stdlib.py"
    with open(out, "wb") as joined:
        for file in sorted(pathlib.Path(sysconfig.get_paths()["stdlib"]).rglob("*.py")):
            if "dist-packages" not in str(file) and joined.tell() < 30_000_000:
                joined.write(file.read_bytes() + b"\n")
    return out


def benchmarks(options, folder):
    """(name, command or the reason it cannot run)"""
    bench = options.build / "tests/bench"
    program = options.build / "apps/mage-lineage/mage-lineage"
    schemas = options.shared / "data/openlineage/schemas"
    quick = options.quick
    yield "startup", ["bash", HERE / "startup.sh", bench / "startup", bench / "startup_empty", program,
                      "50" if quick else "200"]
    yield "yaml", [bench / "yaml_bench"]
    yield "grant", [bench / "grant_bench"] if (bench / "grant_bench").exists() else "libjwt-dev is not there"
    yield "redact", [bench / "redact_bench", python_source(folder)]
    yield "snapshot", [sys.executable, HERE / "snapshot_bench.py", program, bench / "scan_bench", "--runs",
                       "3" if quick else "9"]
    yield "delivery", [sys.executable, HERE / "delivery.py", program, bench / "event_sink",
                       "15" if quick else "51"]
    if not options.node_modules or not (options.node_modules / "ajv").exists():
        yield "validate", "the npm packages ajv and ajv-formats are not there"
    elif not schemas.exists():
        yield "validate", "the published OpenLineage schemas are not beside the checkout"
    else:
        yield "validate", ["bash", HERE / "validate.sh", program, schemas, options.node_modules]
    if shutil.which("nginx") is None or shutil.which("wrk") is None:
        yield "service", "nginx or wrk is not there"
    else:
        yield "service", [sys.executable, HERE / "service_bench.py", program, *(["2", "2"] if quick else [])]


def version_of(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return "not there"
    line = (done.stdout or done.stderr).split("\n")[0]
    found = re.search(r"\d+(\.\d+)+", re.sub(r" \(.*?\)", "", line))
    return f"{command[0]} {found[0]}" if found else line.strip()


def machine():
    with open("/proc/cpuinfo") as info:
        models = [line.split(":")[1].strip() for line in info if line.startswith("model name")]
    yield f"date      {datetime.date.today()}"
    yield f"machine   {len(models)} x {models[0] if models else 'unknown processor'}, Linux {platform.release()}"
    yield "versions  " + ", ".join(version_of(*words) for words in (
        ("g++", "--version"), ("curl", "--version"), ("openssl", "version"), ("node", "--version"),
        ("nginx", "-v"), ("grep", "--version"), ("find", "--version")))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("shared", type=pathlib.Path)
    parser.add_argument("--node-modules", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    rows, failed = [], False
    with tempfile.TemporaryDirectory(prefix="mage-lineage-bench-") as folder:
        for name, command in benchmarks(options, folder):
            if options.names and name not in options.names:
                continue
            if isinstance(command, str):
                rows.append([name, "left out: " + command])
                continue
            print(f"# {name}", file=sys.stderr, flush=True)
            running = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
            for line in running.stdout:
                if line.startswith("= "):
                    rows.append(line[2:].rstrip("\n").split("\t"))
                else:
                    print(line, end="", file=sys.stderr, flush=True)
            if running.wait() != 0:
                failed = True
                rows.append([name, f"failed: exit status {running.returncode}"])
    print("\n".join(machine()) + "\n")
    print(f"{'what':46} {'median':>8}  {'quartiles':17} {'bar':>8}  beside")
    for name, *rest in rows:
        if len(rest) == 1:
            print(f"{name:46} {rest[0]}")
            continue
        middle, low, high, bar, beside = rest
        print(f"{name:46} {middle:>8}  {low + ' to ' + high:17} {bar:>8}  {beside}")
    sys.exit(1 if failed else 0)


main()
