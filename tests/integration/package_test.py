#!/usr/bin/env python3
"""What is installed: a staged installation that runs, and the Debian package that lintian accepts, whose
program finds its modules where they were unpacked and whose removal leaves nothing.

  package_test.py BUILD_FOLDER [--lintian]

With --lintian only what lintian says of the package counts. Skipped (exit status 77) where dpkg-deb,
dpkg-shlibdeps and file are not there, or lintian.
"""
import gzip
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

BUILD = pathlib.Path(sys.argv[1])
MAN = pathlib.Path(__file__).resolve().parents[2] / "man"
ENVIRONMENT = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1767225600", "LC_ALL": "C.UTF-8"}


def run(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=ENVIRONMENT,
                          **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def files_below(top):
    return {str(path.relative_to(top)) for path in top.rglob("*") if not path.is_dir()}


def common():
    """What every installation has below its prefix."""
    pages = {f"share/man/man{page.suffix[1:]}/{page.name}.gz" for page in MAN.iterdir()
             if page.suffix in (".1", ".5", ".7")}
    return pages | {"bin/mage-lineage", "lib/mage-lineage/mage-lineage-curl.so",
                    "lib/mage-lineage/mage-lineage-simdjson.so",
                    "share/bash-completion/completions/mage-lineage",
                    "share/fish/vendor_completions.d/mage-lineage.fish"}


def works(prefix):
    """The program below `prefix` runs and opens both of its modules there."""
    program = prefix / "bin" / "mage-lineage"
    assert "USAGE" in run(program, "--help").upper()
    event = '{"eventType": "START"}\n'
    for words in (["validate", "-"], ["emit", "--from-file", "-", "--max-time", "1s"]):
        done = subprocess.run([str(program), *words], input=event, capture_output=True, text=True,
                              env={**ENVIRONMENT, "OPENLINEAGE_URL": "http://127.0.0.1:9"})
        assert done.returncode == 1 and "module" not in done.stderr, done
    valid = ('{"eventType":"START","eventTime":"2026-08-03T19:40:00Z","run":{"runId":'
             '"019fc923-e280-7cc0-8a5e-2b8f3a0e7d11"},"job":{"namespace":"n","name":"j"},"producer":'
             '"https://example.com","schemaURL":'
             '"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"}\n')
    done = subprocess.run([str(program), "emit", "--from-file", "-", "--max-time", "1s"], input=valid,
                          capture_output=True, text=True,
                          env={**ENVIRONMENT, "OPENLINEAGE_URL": "http://127.0.0.1:9"})
    assert done.returncode == 4 and "module" not in done.stderr, done


def staged(folder):
    run("cmake", "--install", BUILD, "--prefix", folder / "prefix")
    expected = common() | {"share/zsh/site-functions/_mage-lineage", "share/doc/mage-lineage/LICENSE"}
    assert files_below(folder / "prefix") == expected, files_below(folder / "prefix") ^ expected
    works(folder / "prefix")
    ENVIRONMENT["DESTDIR"] = str(folder / "destdir")
    run("cmake", "--install", BUILD, "--prefix", "/opt/lineage")
    del ENVIRONMENT["DESTDIR"]
    assert files_below(folder / "destdir" / "opt" / "lineage") == expected
    print(f"staged: {len(expected)} files")


def package(folder):
    first = make_package(folder / "first")
    second = make_package(folder / "second")
    assert first.read_bytes() == second.read_bytes(), "two packages of one build differ"
    unpacked = folder / "unpacked"
    run("dpkg-deb", "-x", first, unpacked)
    expected = common() | {"share/zsh/vendor-completions/_mage-lineage",
                           "share/doc/mage-lineage/copyright",
                           "share/doc/mage-lineage/changelog.Debian.gz",
                           "share/lintian/overrides/mage-lineage"}
    found = files_below(unpacked / "usr")
    assert found == expected, found ^ expected
    assert files_below(unpacked) == {f"usr/{name}" for name in found}
    fields = run("dpkg-deb", "-f", first)
    for package_name in ("libc6", "libcurl4", "libsimdjson"):
        assert any(line.startswith("Depends:") and package_name in line for line in fields.split("\n")), fields
    version = run(unpacked / "usr/bin/mage-lineage", "--version").split()[-1]
    assert f"Version: {version}-" in fields, (version, fields)
    changelog = unpacked / "usr/share/doc/mage-lineage/changelog.Debian.gz"
    with gzip.open(changelog, "rt") as text:
        assert f"mage-lineage ({version}-1)" in text.readline(), "the changelog is of another version"
    works(unpacked / "usr")
    print(f"{first.name}: {first.stat().st_size / 1e6:.1f} MB, {len(expected)} files")


def make_package(folder):
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder)
    packages = list(folder.glob("*.deb"))
    assert len(packages) == 1, packages
    return packages[0]


def lintian(package_file):
    # lintian does not want to be run as root, and its profile is not the user's.
    words = ["lintian", "--no-cfg", "--tag-display-limit", "0", "--fail-on", "error", str(package_file)]
    if os.geteuid() == 0:
        words.insert(1, "--allow-root")
    done = subprocess.run(words, capture_output=True, text=True, env=ENVIRONMENT)
    print(done.stdout + done.stderr, end="")
    if done.returncode != 0:
        sys.exit("lintian found errors")


def main():
    judge = "--lintian" in sys.argv
    for tool in ("dpkg-deb", "dpkg-shlibdeps", "file") + (("lintian",) if judge else ()):
        if shutil.which(tool) is None:
            print(f"skipped: {tool} is not there")
            sys.exit(77)
    os.umask(0o022)
    with tempfile.TemporaryDirectory(prefix="mage-lineage-package-") as name:
        if judge:
            lintian(make_package(pathlib.Path(name)))
        else:
            staged(pathlib.Path(name))
            package(pathlib.Path(name))


main()
