#!/usr/bin/env python3
"""Many runs of `enable` at once, each with a feature of its own: none loses what another wrote.

  concurrent_edit_test.py MAGE_LINEAGE
"""
import pathlib
import subprocess
import sys
import tempfile

RUNS = 16
OLD = "# a project\nfeatures:\n  first: true # stays\nname: shop\n"


def main():
    with tempfile.TemporaryDirectory(prefix="mage-lineage-many-") as folder:
        file = pathlib.Path(folder) / "metadata.yaml"
        file.write_text(OLD)
        runs = [subprocess.Popen([sys.argv[1], "enable", "-C", folder, "--feature", f"f{i}"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                for i in range(RUNS)]
        failed = [run.args[-1] for run in runs if run.communicate()[1] or run.returncode != 0]
        lines = file.read_text().splitlines()
        wanted = OLD.splitlines() + ["lineage:", "  enabled: true"]
        wanted += [f"  f{i}: true" for i in range(RUNS)]
        left = [name.name for name in pathlib.Path(folder).iterdir()]
    print(f"{RUNS} runs at once, failed: {failed}, left: {left}")
    sys.exit(0 if not failed and sorted(lines) == sorted(wanted) and left == [file.name] else 1)


main()
