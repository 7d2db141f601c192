#!/usr/bin/env python3
"""`serve` where the system gives it no thread, the first, the second and so on: it says so and ends.

  serve_threads_test.py MAGE_LINEAGE

Skipped (exit status 77) where strace is not there or may not trace.
"""
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import tempfile

from service_peer import SECRET, make_project

PROGRAM, STRACE = os.path.abspath(sys.argv[1]), shutil.which("strace")
PATIENCE = 30
MOST = 40  # threads


def start(project, log, *inject):
    environment = {"PATH": os.environ["PATH"], "AUTOPILOT_LINEAGE_ENABLED": "1", "MAGE_CLUSTER_UUID": "c1",
                   "AUTOPILOT_LINEAGE_WORKSPACE_UUID": "w1", "AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET": SECRET,
                   "ASAN_OPTIONS": "detect_leaks=0"}  # LeakSanitizer does not work below strace
    return subprocess.Popen([STRACE, "-f", "-qq", "-o", str(log), "-e", "trace=clone,clone3", *inject, PROGRAM,
                             "serve", "-C", str(project)], env=environment, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, text=True, start_new_session=True)


def ends(process, log, nth):
    """Whether it ended for want of its nth thread. It is stopped when it made all its threads and serves."""
    waited = 0
    while waited < PATIENCE:
        if process.poll() is not None:
            break
        select.select([], [], [], 0.1)
        waited += 0.1
        refused = log.exists() and "(INJECTED)" in log.read_text()
        if waited >= 2 and not refused:  # it has all its threads, and serves
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(PATIENCE)
            return False
    told = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 3, f"thread {nth}: exit status {process.returncode}: {told}"
    assert "cannot start a thread" in told and "resource temporarily unavailable" in told, f"thread {nth}: {told}"
    return True


def main():
    if STRACE is None or subprocess.run([STRACE, "-qq", "-o", os.devnull, "true"], capture_output=True,
                                        check=False).returncode != 0:
        print("skipped: strace is not there or may not trace")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        make_project(folder / "project")
        refused = 0
        for nth in range(1, MOST):
            log = folder / f"trace{nth}"
            fails = start(folder / "project", log, "-e", f"inject=clone,clone3:error=EAGAIN:when={nth}")
            if not ends(fails, log, nth):
                break
            refused += 1
        assert 3 <= refused < MOST, refused
    print(f"{refused} threads were refused in turn, and each time it ended with the reason")
    return 0


sys.exit(main())
