#!/usr/bin/env python3
"""The speed and memory of `snapshot build` beside hashing the same files with openssl.

  snapshot_bench.py BINARY SCAN_BENCH [--runs N]

Makes three projects of Python source in a temporary folder (about 550 MB), runs both programs in
turn with a warm cache, and prints the median ratio of each pair, and the peak memory.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time

from rows import row

LIMITS = {
    "AUTOPILOT_LINEAGE_MAX_SOURCE_BYTES": "2000000000",
    "AUTOPILOT_LINEAGE_MAX_SNAPSHOT_OWNERS": "200000",
    "AUTOPILOT_LINEAGE_MAX_SOURCE_SCAN_ENTRIES": "200000",
}


def source():
    """Python source without end: the standard library's, over and over."""
    files = sorted(pathlib.Path(sysconfig.get_paths()["stdlib"]).glob("*.py"))
    texts = [file.read_bytes() for file in files]
    while True:
        yield from texts


class Source:
    def __init__(self):
        self.texts, self.rest = source(), b""

    def take(self, size):
        while len(self.rest) < size:
            self.rest += next(self.texts)
        piece, self.rest = self.rest[:size], self.rest[size:]
        return piece


def pipeline(name, blocks):
    lines = ["blocks:"]
    for n in range(blocks):
        lines += ["- all_upstream_blocks_executed: true", "  color: null", "  configuration: {}",
                  "  downstream_blocks:" + (f"\n  - {name}_{n + 1}" if n + 1 < blocks else " []"),
                  "  executor_config: null", "  executor_type: local_python", "  has_callback: false",
                  "  language: python", f"  name: {name}_{n}", "  retry_config: null",
                  "  status: executed", "  timeout: null", "  type: transformer",
                  "  upstream_blocks:" + (f"\n  - {name}_{n - 1}" if n > 0 else " []"),
                  f"  uuid: {name}_{n}"]
    return "\n".join(lines + [f"name: {name}", "type: python", f"uuid: {name}", ""])


def make(root, pipelines, blocks, files, size, per_folder):
    text = Source()
    (root / "transformers").mkdir(parents=True)
    (root / "metadata.yaml").write_text("project_uuid: bench\n")
    for p in range(pipelines):
        folder = root / "pipelines" / f"p{p}"
        folder.mkdir(parents=True)
        (folder / "metadata.yaml").write_text(pipeline(f"p{p}", blocks))
        for n in range(blocks):
            (root / f"transformers/p{p}_{n}.py").write_bytes(text.take(size))
    for n in range(files):
        folder = root / f"utils/d{n // per_folder}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"f{n}.py").write_bytes(text.take(size))
    return root


def timed(command, **options):
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        sys.exit(f"failed: {command}")
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def compare(name, bar, ours, theirs, runs, environment):
    ratios, mine, peak = [], [], 0
    for _ in range(runs + 1):
        a, memory = timed(ours, env=environment)
        b, _ = timed(theirs, shell=True)
        ratios.append(a / b)
        mine.append(a)
        peak = max(peak, memory)
    # The first pair warms the cache.
    print(f"{name}: {statistics.median(mine[1:]) * 1000:.1f} ms")
    row(name, ratios[1:], bar, theirs.split(" ")[0] + (" | openssl dgst" if "openssl" in theirs else ""))
    return peak


def build(binary, root):
    return [binary, "snapshot", "build", "-q", "-C", root, "--allow-incomplete-scope", "-o", "/dev/null"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("scan_bench")
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    environment = {"PATH": os.environ["PATH"], **LIMITS}
    with tempfile.TemporaryDirectory(prefix="mage-lineage-bench-") as top:
        projects = (
            ("snapshot: build, 5 MB, 60 pipelines", "<= 2", make(pathlib.Path(top) / "p5", 60, 18, 0, 4_000, 100)),
            ("snapshot: build, 50,000 entries", "<= 1.2", make(pathlib.Path(top) / "p50k", 1, 5, 49_500, 230, 100)),
            ("snapshot: build, 500 MB", "<= 2", make(pathlib.Path(top) / "p500", 10, 10, 8_000, 61_000, 100)),
        )
        for name, bar, root in projects:
            peak = compare(name, bar, build(options.binary, root),
                           f"find '{root}' -type f -print0 | xargs -0 openssl dgst -sha256",
                           options.runs, environment)
        row("snapshot: peak MB, 500 MB", [peak], "<= 256", "itself")
        many = projects[1][2]
        compare("snapshot: scan, every file opened", "<= 2", [options.scan_bench, many],
                f"find '{many}' -printf '%s %p\\n'", options.runs, environment)
        _, peak = timed(build(options.binary, many), env={"PATH": os.environ["PATH"]})
        row("snapshot: peak MB, default limits", [peak], "<= 64", "itself")


if __name__ == "__main__":
    main()
