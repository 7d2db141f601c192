#!/usr/bin/env python3
"""Builds snapshots of projects that are made to lead the builder astray, make it hang or eat memory.

  snapshot_attacks_test.py BINARY [--sanitized]

Nothing outside of the project may be read, nothing may hang, and everything is told. With
--sanitized memory is not measured.
"""
import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

BINARY = sys.argv[1]
SANITIZED = "--sanitized" in sys.argv
CANARY = "canary-7f3a: this text lies outside of the project"
SECONDS = 60 if SANITIZED else 10
MEGABYTE = 1 << 20
# Tens of thousands of files are made and removed: in memory, where that is possible.
SHELF = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def run(*arguments, **variables):
    """The command's exit status, output and peak memory in bytes."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen([BINARY, *map(str, arguments)], stdout=out, stderr=err,
                                   stdin=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], **variables})
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        timer.cancel()
        out.seek(0)
        err.seek(0)
        return process.returncode, out.read(), err.read(), usage.ru_maxrss * 1024


class Attack(unittest.TestCase):
    def setUp(self):
        self.outer = pathlib.Path(tempfile.mkdtemp(prefix="mage-lineage-attack-", dir=SHELF))
        self.addCleanup(subprocess.run, ["rm", "-rf", self.outer], check=True)
        self.outside = self.outer / "outside"
        self.outside.mkdir()
        (self.outside / "f.py").write_text(CANARY)
        self.root = self.outer / "shop"
        self.write("metadata.yaml", "project_uuid: p1\n")

    def write(self, path, content=""):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def build(self, **variables):
        status, out, err, self.memory = run(
            "snapshot", "build", "-q", "-C", self.root, "--allow-incomplete-scope",
            "--at", "2026-08-03T19:40:00Z", "--id", "snap_attack", **variables)
        self.assertEqual(status, 0, err)
        self.assertNotIn(CANARY.encode(), out)
        return json.loads(out)

    def omissions(self, manifest):
        return {omission["path"]: omission["reason"] for omission in manifest["omissions"]}

    def contents(self, manifest):
        """All content of the manifest, as one text; it holds nothing from outside."""
        file = self.outer / "manifest.json"
        file.write_text(json.dumps(manifest))
        status, out, err, _ = run("snapshot", "contents", file, "-C", self.root, "--all", "--json")
        self.assertIn(status, (0, 1), err)
        self.assertNotIn(CANARY.encode(), out)
        return json.loads(out)["contents"]

    def test_links(self):
        self.write("utils/real.py", "x = 1\n")
        (self.root / "utils/outside.py").symlink_to(self.outside / "f.py")
        (self.root / "utils/inside.py").symlink_to("real.py")
        (self.root / "utils/folder").symlink_to(self.outside)
        (self.root / "utils/loop").symlink_to("../utils")
        (self.root / "utils/proc.py").symlink_to("/proc/self/environ")
        (self.root / "transformers").symlink_to(self.outside)
        self.write("pipelines/p/metadata.yaml", "blocks:\n- {uuid: f, type: transformer}\n"
                   "- {uuid: g, type: custom, configuration: {file_path: utils/folder/f.py}}\n"
                   "- {uuid: h, type: custom, configuration: {file_path: ../outside/f.py}}\n")
        manifest = self.build()
        self.assertEqual([owner["path"] for owner in manifest["owners"]],
                         ["metadata.yaml", "pipelines/p/metadata.yaml", "utils/real.py"])
        self.assertEqual(self.omissions(manifest), {
            "transformers": "not_regular", "transformers/f.py": "outside_project",
            "utils/folder": "not_regular", "utils/folder/f.py": "outside_project",
            "utils/inside.py": "not_regular", "utils/loop": "not_regular",
            "utils/outside.py": "not_regular", "utils/proc.py": "not_regular"})
        self.assertIn("block_outside_project", [finding["code"] for finding in manifest["findings"]])
        self.contents(manifest)

    def test_a_whole_project_behind_a_link_is_found_by_its_own_path(self):
        link = self.outer / "link"
        link.symlink_to(self.root)
        status, out, _, _ = run("snapshot", "build", "-q", "-C", link, "--allow-incomplete-scope")
        self.assertEqual(status, 0)
        self.assertEqual(json.loads(out)["project"]["name"], "shop")

    def test_things_that_are_no_files(self):
        os.makedirs(self.root / "utils")
        os.mkfifo(self.root / "utils/fifo.py")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.root / "utils/socket.py"))
        expected = {"utils/fifo.py": "not_regular", "utils/socket.py": "not_regular"}
        with contextlib.suppress(PermissionError):
            os.mknod(self.root / "utils/zero.py", 0o020666, os.makedev(1, 5))
            expected["utils/zero.py"] = "not_regular"
        self.write("utils/folder.py/a.py")
        manifest = self.build()
        self.assertEqual(self.omissions(manifest), expected)

    def test_a_fifo_in_place_of_metadata(self):
        os.remove(self.root / "metadata.yaml")
        os.mkfifo(self.root / "metadata.yaml")
        self.assertEqual(self.build()["findings"][0]["code"], "unusable_metadata")
        os.makedirs(self.root / "pipelines/p")
        os.mkfifo(self.root / "pipelines/p/metadata.yaml")
        os.mkfifo(self.root / "pipelines/p/triggers.yaml")
        self.assertEqual(self.omissions(self.build())["pipelines/p/metadata.yaml"], "not_regular")

    def while_something_happens(self, action, builds):
        stop = threading.Event()

        def repeat():
            while not stop.is_set():
                action()
        worker = threading.Thread(target=repeat)
        worker.start()
        try:
            for _ in range(builds):
                yield self.build()
        finally:
            stop.set()
            worker.join()

    def test_a_folder_that_is_swapped_for_a_link(self):
        self.write("utils/sub/f.py", "inside\n")
        (self.root / "utils/link").symlink_to(self.outside)
        sub, link, spare = (self.root / "utils" / name for name in ("sub", "link", "spare"))

        def swap():
            os.rename(sub, spare)
            os.rename(link, sub)
            os.rename(spare, link)
        for manifest in self.while_something_happens(swap, 20):
            self.contents(manifest)

    def test_a_file_that_grows_and_shrinks(self):
        def rewrite():
            with open(self.root / "utils/a.py", "wb") as file:
                for _ in range(50):
                    file.write(b"x" * 4000)
                    file.flush()
        self.write("utils/a.py")
        for manifest in self.while_something_happens(rewrite, 10):
            described = [owner["path"] for owner in manifest["owners"]]
            self.assertTrue("utils/a.py" in described or
                            self.omissions(manifest)["utils/a.py"] == "changed_while_reading")
            self.contents(manifest)

    def test_files_that_vanish(self):
        os.makedirs(self.root / "utils")

        def flicker():
            for n in range(20):
                self.write(f"utils/d{n}/f.py", "x")
            for n in range(20):
                os.remove(self.root / f"utils/d{n}/f.py")
                os.rmdir(self.root / f"utils/d{n}")
        for manifest in self.while_something_happens(flicker, 10):
            self.assertLessEqual(set(self.omissions(manifest).values()), {"changed_while_reading"})

    def test_names_of_any_bytes(self):
        names = ["utils/line\nbreak.py", "utils/\x1b[31mred.py", "utils/\u202egnp.py", "utils/quote\".py"]
        for name in names:
            self.write(name)
        raw = os.fsencode(self.root) + b"/utils/\xff\xc3.py"
        with open(raw, "wb") as file:
            file.write(b"bytes\n")
        manifest = self.build()
        paths = [owner["path"] for owner in manifest["owners"]]
        self.assertEqual(set(names + ["utils/\\xff\\xc3.py", "metadata.yaml"]), set(paths))
        self.assertEqual({answer["status"] for answer in self.contents(manifest)}, {"ok"})
        _, out, _, _ = run("snapshot", "show", self.outer / "manifest.json", "--owners")
        self.assertNotRegex(out.decode(), "[\x00-\x09\x0b-\x1f\x7f\u202e]")
        self.assertEqual(out.count(b"\n"), len(paths))

    def test_five_thousand_levels(self):
        os.makedirs(self.root / "utils")
        here = os.getcwd()
        os.chdir(self.root / "utils")
        for _ in range(5000):
            os.mkdir("d")
            os.chdir("d")
        os.chdir(here)
        self.assertEqual(set(self.omissions(self.build()).values()), {"scan_limit"})

    def test_yaml_bombs(self):
        levels = "".join(f"- &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
        self.write("pipelines/bomb/metadata.yaml", "blocks:\n- &a0 {uuid: x, type: custom}\n" + levels)
        self.write("pipelines/self/metadata.yaml", "blocks: &a\n- *a\n")
        self.write("pipelines/deep/metadata.yaml", "blocks: " + "[" * 400_000)
        self.write("pipelines/good/metadata.yaml", "blocks:\n- {uuid: x, type: custom}\n")
        self.write("data_loaders/c.yaml", "source: &a [" + "[" * 1000 + "*a" + "]" * 1001)
        manifest = self.build()
        self.assertEqual([pipeline["uuid"] for pipeline in manifest["pipelines"]],
                         ["bomb", "deep", "good", "self"])
        self.assertEqual({finding["path"] for finding in manifest["findings"]
                          if finding["code"] == "invalid_yaml"},
                         {f"pipelines/{name}/metadata.yaml" for name in ("bomb", "deep", "self")} |
                         {"data_loaders/c.yaml"})
        self.check_memory(64)

    def check_memory(self, megabytes):
        if not SANITIZED:
            self.assertLessEqual(self.memory, megabytes * MEGABYTE)

    def test_file_cap(self):
        for size in (524_287, 524_288, 524_289):
            self.write("utils/a.py", "#" * size)
            manifest = self.build()
            self.assertEqual(manifest["complete"], size <= 524_288)
            self.assertEqual(manifest["omissions"], [] if size <= 524_288 else
                             [{"bytes": size, "path": "utils/a.py", "reason": "file_too_large"}])

    def test_source_cap(self):
        for n in range(12):
            self.write(f"utils/{n:02}.py", "#" * 500_000)
        os.remove(self.root / "utils/11.py")
        described = len("project_uuid: p1\n") + 10 * 500_000
        for excess in (-1, 0, 1):
            self.write("utils/10.py", "#" * (5_242_880 - described + excess))
            manifest = self.build()
            self.assertEqual(manifest["complete"], excess <= 0)
            self.assertEqual(len(manifest["owners"]), 12 if excess <= 0 else 11)
            self.assertLessEqual(manifest["totals"]["content_bytes"], 5_242_880)
        self.check_memory(64)

    def test_owner_and_entry_caps(self):
        folder = self.root / "utils"
        folder.mkdir()
        # metadata.yaml is the first owner, and metadata.yaml and utils are the first entries.
        for n in range(9_999):
            (folder / f"{n:05}.py").touch()
        manifest = self.build()
        self.assertTrue(manifest["complete"])
        self.assertEqual(len(manifest["owners"]), 10_000)
        (folder / "99999.py").touch()
        manifest = self.build()
        self.assertEqual(self.omissions(manifest), {"utils/99999.py": "owner_limit"})
        for n in range(50_000 - 2 - 10_000):
            (folder / f"{n:05}.txt").touch()
        manifest = self.build()
        self.assertEqual(manifest["totals"]["entries_scanned"], 50_000)
        self.assertEqual(self.omissions(manifest), {"utils/99999.py": "owner_limit"})
        (folder / "one_more.txt").touch()
        manifest = self.build()
        self.assertEqual(self.omissions(manifest), {"utils": "scan_limit"})
        self.assertEqual(manifest, self.build())
        self.check_memory(64)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
