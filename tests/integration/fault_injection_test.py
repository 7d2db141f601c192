#!/usr/bin/env python3
"""Each system call of `enable`, `snapshot build` and `emit test` fails in turn: never a crash, a half-written
file, or a success that is none.

  fault_injection_test.py MAGE_LINEAGE [--all] ["enable"|"snapshot build"|"emit test" ...]

A sample of the calls by default, all of them with --all (the build target `fault-sweep`); another sample with
another MAGE_LINEAGE_FAULT_SEED. Skipped (exit status 77) where strace is not there or may not
trace.
"""
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve()
SHOP = HERE.parents[1] / "projects" / "shop"
ERRORS = ("ENOSPC", "EIO", "EINTR", "ENOMEM", "EMFILE")
SAMPLE = 45  # of each command
# Calls that never return, or whose callers in the C library may rely on what the kernel promises: brk has no
# error, and futex none of these.
EXEMPT = {"execve", "exit", "exit_group", "rt_sigreturn", "brk", "futex"}
# The kernel has one error of the list for these.
MEMORY = {"mmap", "munmap", "mprotect", "mremap", "madvise"}
# The loader's own first page, before there is a program: glibc does not look whether it got it.
FIRST_PAGE = ("mmap", 1)
NAMED = [word for word in sys.argv[2:] if not word.startswith("--")]
PROGRAM, STRACE = os.path.abspath(sys.argv[1]), shutil.which("strace")


class Violation(Exception):
    """A promise that did not hold."""


def expect(holds, what):
    if not holds:
        raise Violation(what)


class Case:
    """A command, what it starts from, and what must hold afterwards."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8"}

    def run(self, *options):
        """One run under strace; the calls it made before anything else in the trace."""
        log = self.folder / "trace"
        done = subprocess.run([STRACE, "-f", "-qq", "-o", str(log), *options, PROGRAM, *self.words()],
                              capture_output=True, text=True, timeout=60, env=self.environment)
        return done, log.read_text(errors="replace").splitlines()

    def verify(self, done):
        raise NotImplementedError


class Enable(Case):
    name = "enable"

    def __init__(self, folder):
        super().__init__(folder)
        self.project = folder / "project"
        shutil.copytree(SHOP, self.project)
        self.file = self.project / "metadata.yaml"
        self.old, self.mode = self.file.read_bytes(), self.file.stat().st_mode
        self.files = sorted(os.listdir(self.project))
        subprocess.run([PROGRAM, *self.words()], check=True, capture_output=True, env=self.environment)
        self.new = self.file.read_bytes()

    def words(self):
        return ["enable", "-C", str(self.project)]

    def prepare(self):
        for extra in set(os.listdir(self.project)) - set(self.files):
            (self.project / extra).unlink()
        self.file.write_bytes(self.old)

    def verify(self, done, call):
        now = self.file.read_bytes()
        expect(now in (self.old, self.new), "metadata.yaml is neither the old file nor the new one")
        expect(self.file.stat().st_mode == self.mode, "metadata.yaml has another mode")
        if done.returncode == 0:
            expect(now == self.new, "exit status 0, and the file is the old one")
        if call not in ("unlink", "unlinkat"):
            expect(sorted(os.listdir(self.project)) == self.files, "something was left in the folder")


class Build(Case):
    name = "snapshot build"

    def __init__(self, folder):
        super().__init__(folder)
        self.project, self.out = folder / "project", folder / "out"
        shutil.copytree(SHOP, self.project)
        self.out.mkdir()
        self.file = self.out / "manifest.json"
        subprocess.run([PROGRAM, *self.words()], check=True, capture_output=True, env=self.environment)
        self.whole = self.file.read_bytes()

    def words(self):
        return ["snapshot", "build", "-C", str(self.project), "--allow-incomplete-scope", "-o",
                str(self.file), "--at", "2026-08-03T19:40:00Z", "--id", "fault"]

    def prepare(self):
        for path in self.out.iterdir():
            path.unlink()
        self.file.write_bytes(b"before\n")

    def verify(self, done, call):
        now = self.file.read_bytes()
        if call not in ("unlink", "unlinkat"):
            expect(os.listdir(self.out) == [self.file.name], f"litter: {os.listdir(self.out)}")
        if now == b"before\n":
            expect(done.returncode != 0, "exit status 0, and no manifest was written")
            return
        try:
            manifest = json.loads(now)
        except ValueError:
            raise Violation("the manifest is half written") from None
        if now != self.whole:
            told = manifest["omissions"] or manifest["findings"]
            expect(told, "the manifest lacks something and does not say so")
            expect(subprocess.run([PROGRAM, "snapshot", "verify", str(self.file), "-C", str(self.project)],
                                  capture_output=True, env=self.environment).returncode in (0, 1),
                   "the manifest is not valid")


class EmitTest(Case):
    name = "emit test"

    def __init__(self, folder):
        super().__init__(folder)
        self.store = folder / "store.ndjson"
        self.server = subprocess.Popen([PROGRAM, "receive", "--json", "--store", str(self.store)],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.environment["OPENLINEAGE_URL"] = json.loads(self.server.stdout.readline())["listening"]
        # What it shows of every event must not fill the pipe.
        threading.Thread(target=self.server.stdout.read, daemon=True).start()

    def words(self):
        return ["emit", "test", "--route", "openlineage", "--json", "-C", str(SHOP), "--max-time", "5s"]

    def prepare(self):
        self.before = len(self.store.read_bytes().splitlines()) if self.store.exists() else 0

    def verify(self, done, call):
        # An event whose answer was lost is sent again, so the sink may have it twice: it counts once.
        lines = self.store.read_text().splitlines()[self.before:] if self.store.exists() else []
        stored = {re.search(r'"eventType": *"(\w+)"', line)[1] for line in lines}
        try:
            events = json.loads(done.stdout)["events"]
        except ValueError:
            expect(done.returncode != 0, "exit status 0, and no answer on standard output")
            return
        fates = [event["fate"] for event in events]
        delivered, unknown = fates.count("delivered"), fates.count("unknown")
        expect(delivered <= len(stored) <= delivered + unknown,
               f"{len(stored)} events in the sink, and the fates are {fates}")
        expect((done.returncode == 0) == (delivered == 2), f"exit status {done.returncode} for {fates}")

    def end(self):
        self.server.terminate()
        self.server.wait()


def calls(lines):
    """Every system call of a trace as (name, how many of its name its thread had made)."""
    seen, out = collections.Counter(), []
    for line in lines:
        found = re.match(r"(\d+) +([a-z_0-9]+)\(", line)
        if found and found[2] not in EXEMPT:
            seen[found[1], found[2]] += 1
            place = (found[2], seen[found[1], found[2]])
            if place not in out:
                out.append(place)
    return out


def judge(case, call, error, number):
    """Runs the command with one failing call; what did not hold, "" when all did, or None when the run did not
    come to that call."""
    case.prepare()
    try:
        done, lines = case.run("-e", f"inject={call}:error={error}:when={number}")
    except subprocess.TimeoutExpired:
        return "it hangs"
    if not any("(INJECTED)" in line for line in lines):
        return None
    try:
        expect(done.returncode >= 0, f"killed by signal {-done.returncode}")
        # Without memory or random bytes nothing can go on: that is told as a fault.
        beyond_mending = done.returncode == 70 and (error == "ENOMEM" or call == "getrandom")
        expect(done.returncode in (0, 1, 3, 4, 127) or beyond_mending, f"exit status {done.returncode}")
        # Before main the loader itself gives up, with 127 and its own words.
        told = done.stderr or done.stdout or call in ("write", "writev")
        expect(done.returncode == 0 or told, "it fails without a word")
        case.verify(done, call)
    except Violation as problem:
        return f"{problem} (exit status {done.returncode}: {done.stderr.strip()[:300]})"
    return ""


def sweep(case, everything, seed):
    case.prepare()
    done, lines = case.run()
    assert done.returncode == 0, f"{case.name} does not work at all: {done.stderr}"
    points = [(call, error, number) for call, number in calls(lines) for error in ERRORS
              if (call, number) != FIRST_PAGE and (call not in MEMORY or error == "ENOMEM")]
    if not points:
        print("skipped: strace may not trace here")
        sys.exit(77)
    total = len(points)
    if not everything:
        points = random.Random(seed).sample(points, min(SAMPLE, total))
    failed = injected = 0
    for call, error, number in points:
        problem = judge(case, call, error, number)
        injected += problem is not None
        if problem:
            failed += 1
            print(f"{case.name}: {call} #{number} fails with {error}: {problem}")
    print(f"{case.name}: {injected} of {total} faults, {failed} broke a promise")
    assert injected > len(points) / 2, "most of the faults did not happen"
    return failed


def main():
    if STRACE is None:
        print("skipped: strace is not there")
        sys.exit(77)
    everything = "--all" in sys.argv
    seed = int(os.environ.get("MAGE_LINEAGE_FAULT_SEED", "1"))
    failed = 0
    kinds = [kind for kind in (Enable, Build, EmitTest) if not NAMED or kind.name in NAMED]
    for kind in kinds:
        with tempfile.TemporaryDirectory(prefix="mage-lineage-faults-") as name:
            case = kind(pathlib.Path(name))
            try:
                failed += sweep(case, everything, seed)
            finally:
                if hasattr(case, "end"):
                    case.end()
    sys.exit(1 if failed else 0)


main()
