#!/usr/bin/env python3
"""The source archive: the same commit gives the same bytes, from another clone, with other settings of git,
in another time zone and under another umask; its checksum holds, and it holds what the commit holds.

Skipped (exit status 77) where the tree is no git checkout.
"""
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def git(*words, cwd=SOURCE):
    return subprocess.run(["git", "-c", f"safe.directory={cwd}", *words], cwd=cwd, check=True,
                          capture_output=True, text=True).stdout


def archive(clone, folder, **environment):
    subprocess.run(["bash", "-c", f"umask {environment.pop('UMASK', '022')}; exec \"$@\"", "-",
                    str(clone / "scripts" / "source-archive"), str(folder)],
                   check=True, capture_output=True, env={"PATH": os.environ["PATH"], **environment})
    made = sorted(folder.iterdir())
    assert [path.suffix for path in made] == [".gz", ".sha256"], made
    subprocess.run(["sha256sum", "--check", "--quiet", made[1].name], cwd=folder, check=True)
    return made[0]


def main():
    if subprocess.run(["git", "-c", f"safe.directory={SOURCE}", "rev-parse", "HEAD"], cwd=SOURCE,
                      capture_output=True).returncode != 0:
        print("skipped: this is no git checkout")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="mage-lineage-archive-") as name:
        folder = pathlib.Path(name)
        clone, home = folder / "clone", folder / "home"
        home.mkdir()
        (home / ".gitconfig").write_text("[core]\n\tautocrlf = true\n[tar]\n\tumask = 0077\n")
        subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(SOURCE), str(clone)], check=True,
                       env={"PATH": os.environ["PATH"], "HOME": str(folder),
                            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory",
                            "GIT_CONFIG_VALUE_0": "*"})
        git("config", "core.eol", "crlf", cwd=clone)
        one = archive(clone, folder / "one", HOME=str(folder), TZ="UTC")
        two = archive(clone, folder / "two", HOME=str(home), TZ="Asia/Kathmandu", UMASK="077",
                      LC_ALL="C.UTF-8")
        assert one.read_bytes() == two.read_bytes(), "two archives of one commit differ"
        with tarfile.open(one) as tar:
            members = tar.getmembers()
            top = one.name.removesuffix(".tar.gz")
            files = {member.name.removeprefix(top + "/") for member in members if member.isfile()}
            committed = set(git("ls-tree", "-r", "-z", "--name-only", "HEAD", cwd=clone).split("\0")) - {""}
            assert files == committed, files ^ committed
            assert {member.mtime for member in members} == {int(git("log", "-1", "--format=%ct", cwd=clone))}
            script = tar.extractfile(f"{top}/scripts/test").read()
            assert script == subprocess.run(["git", "show", "HEAD:scripts/test"], cwd=clone, check=True,
                                            capture_output=True).stdout
        print(f"{one.name}: {len(files)} files, the same bytes twice")


main()
