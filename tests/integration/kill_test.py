#!/usr/bin/env python3
"""`enable` killed at every one of its system calls: metadata.yaml is the old file or the new one, whole, and
the next run clears away what was left.

  kill_test.py MAGE_LINEAGE

Skipped (exit status 77) where strace is not there or may not trace.
"""
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

OLD = b"# a project\nname: shop\nlineage:\n  enabled: false\n"
NEW = OLD.replace(b"false", b"true")


def trace(strace, binary, folder, *options):
    """Runs `enable` under strace; the trace's lines."""
    log = folder / "trace"
    subprocess.run([strace, "-qq", "-o", str(log), *options, binary, "enable", "-C",
                    str(folder / "p")], capture_output=True, timeout=60)
    return log.read_text(errors="replace").splitlines()


def calls(lines):
    """Every system call of a trace as (name, how many of its name came up to it)."""
    seen, out = collections.Counter(), []
    for line in lines:
        name = re.match(r"([a-z_0-9]+)\(", line)
        if name and name[1] not in ("execve", "exit", "exit_group"):
            seen[name[1]] += 1
            out.append((name[1], seen[name[1]]))
    return out


def main():
    binary, strace = sys.argv[1], shutil.which("strace")
    if strace is None:
        print("skipped: strace is not there")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="mage-lineage-kill-") as name:
        folder = pathlib.Path(name)
        project, file = folder / "p", folder / "p" / "metadata.yaml"
        project.mkdir()
        file.write_bytes(OLD)
        whole = calls(trace(strace, binary, folder))
        if not whole:
            print("skipped: strace may not trace here")
            sys.exit(77)
        assert file.read_bytes() == NEW, "enable does not work at all"
        outcomes, failed, littered = collections.Counter(), 0, 0
        for call, n in whole:
            file.write_bytes(OLD)
            lines = trace(strace, binary, folder, "-e", f"inject={call}:signal=KILL:when={n}")
            killed = any("killed by SIGKILL" in line for line in lines)
            bytes_now = file.read_bytes()
            left = sorted(os.listdir(project))
            littered += left != ["metadata.yaml"]
            outcomes["old" if bytes_now == OLD else "new" if bytes_now == NEW else "broken"] += 1
            again = subprocess.run([binary, "enable", "-C", str(project)], capture_output=True)
            clean = sorted(os.listdir(project)) == ["metadata.yaml"]
            if not killed or bytes_now not in (OLD, NEW) or again.returncode != 0 or not clean or \
                    file.read_bytes() != NEW:
                failed += 1
                print(f"killed at {call} #{n}: killed {killed}, next run {again.returncode}, left {left}")
    print(f"killed at each of {len(whole)} system calls: {dict(outcomes)}, litter {littered} times, "
          f"{failed} failed")
    sys.exit(1 if failed or not littered or len(outcomes) < 2 else 0)


main()
