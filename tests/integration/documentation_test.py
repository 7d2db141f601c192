#!/usr/bin/env python3
"""What the documentation says is so: manual pages without warnings that name every reason and member there is,
README files whose folders exist, and a recorded session that still goes as it was recorded.

  documentation_test.py MAGE_LINEAGE
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
MAN = SOURCE / "man"
PROGRAM = os.path.abspath(sys.argv[1])
ENVIRONMENT = {"PATH": f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
# A screen is 60 lines.
SCREEN = 60
problems = []


def check(holds, what):
    if not holds:
        problems.append(what)


def plain(page):
    """A manual page without its markup."""
    text = (MAN / page).read_text()
    text = re.sub(r"^\.\w+ ?", "", text, flags=re.M).replace("\\-", "-").replace("\\(dq", '"')
    return text.replace('"', "")


def manual_pages():
    pages = sorted(MAN.glob("mage-lineage*.[157]"))
    names = {page.name for page in pages}
    for page in pages:
        for name, section in re.findall(r"(mage-lineage[a-z-]*) ?\(([157])\)", plain(page.name)):
            check(f"{name}.{section}" in names, f"{page.name}: there is no page {name}({section})")
    if shutil.which("man") is None:
        print("man is not there: the pages' markup was not looked at")
        return
    for page in pages:
        told = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(page)],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              env={**ENVIRONMENT, "MANWIDTH": "80"}).stderr
        check(not told, f"{page.name}: {told}")


def named_members(schema):
    """Every name of a member that a schema has anywhere."""
    if isinstance(schema, dict):
        for name in schema.get("properties", {}):
            yield name
        for value in schema.values():
            yield from named_members(value)


def completeness():
    """The hand-written pages name what the code can say."""
    gates = plain("mage-lineage-gates.7")
    code = (SOURCE / "lib/mage_lineage/gates/chain.cpp").read_text()
    reasons = set(re.findall(r'(?:passed|failed)\(\s*(?:id|std::move\(id\)),\s*"([a-z_0-9]+)"', code))
    check(len(reasons) > 15, "the gates' reasons are not found in the code")
    for reason in sorted(reasons):
        check(re.search(rf"\b{reason}\b", gates), f"mage-lineage-gates(7) lacks the reason {reason}")
    for schema, page in (("manifest", "mage-lineage-manifest.5"), ("event", "mage-lineage-events.5")):
        text = plain(page)
        printed = subprocess.run([PROGRAM, "schema", schema], check=True, capture_output=True, text=True)
        document = json.loads(printed.stdout)
        for name in set(document["properties"]) | set(named_members(document.get("$defs", {}))):
            known = {"_producer", "_schemaURL", "processingType", "integration", "previousIdentifier", "subType",
                     "namespace", "facets", "mutation", "job", "dataset", "eventTime", "producer", "schemaURL",
                     "datasetVersion", "line", "pipeline"}
            check(name in known or re.search(rf"\b{name}\b", text), f"{page} lacks the member {name}")


def readmes():
    top = sorted(path for path in SOURCE.iterdir() if path.is_dir() and not path.name.startswith("."))
    folders = [path for path in top if path.name != "build"]
    whole = (SOURCE / "README.md").read_text()
    check(len(whole.splitlines()) <= 1.5 * SCREEN, "README.md is longer than a screen and a half")
    for folder in folders:
        check(f"`{folder.name}`" in whole, f"README.md does not say what {folder.name} is")
        readme = folder / "README.md"
        check(readme.exists(), f"{folder.name} has no README.md")
        if not readme.exists():
            continue
        text = readme.read_text()
        check(len(text.splitlines()) <= SCREEN, f"{folder.name}/README.md is longer than a screen")
        rows = [row.split("|")[1] for row in text.splitlines() if row.startswith("| ")]
        inside = re.search(r"^\| in `([^`]+)`", text, re.M)
        for name in re.findall(r"`([^`]+)`", " ".join(rows)):
            places = [folder / name, folder / "mage_lineage" / name]
            if inside:
                places.append(folder / inside[1] / name)
            check(any(place.exists() for place in places), f"{folder.name}/README.md names {name}")
        listed = " ".join(rows)
        within = folder / inside[1] if inside else folder / "mage_lineage" if folder.name == "lib" else folder
        for path in within.iterdir():
            if path.is_dir() and path.name != "__pycache__" and len(rows) > 1:
                check(f"`{path.name}" in listed, f"{folder.name}/README.md says nothing of {path.name}")


def transcript():
    """The commands and expected lines of README.md's recorded session."""
    block = re.search(r"```\n(\$ mage-lineage .*?)```", (SOURCE / "README.md").read_text(), re.S)[1]
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, *lines = part.rstrip().splitlines()
        yield command, [line.strip() for line in lines if line.strip() not in ("", "…")]


def recorded_session():
    with tempfile.TemporaryDirectory(prefix="mage-lineage-readme-") as name:
        project = pathlib.Path(name) / "shop"
        shutil.copytree(SOURCE / "tests/projects/shop", project)
        for command, lines in transcript():
            done = subprocess.run(["bash", "-c", command], cwd=project, capture_output=True, text=True,
                                  env={**ENVIRONMENT, "HOME": name})
            # Names of things that differ from run to run are shown without them.
            said = (done.stdout + done.stderr).replace(f"{project}/", "")
            at = 0
            for line in lines:
                found = said.find(line, at)
                check(found >= 0, f"README.md: `{command}` does not say: {line}")
                at = max(at, found)


def main():
    manual_pages()
    completeness()
    readmes()
    recorded_session()
    print("\n".join(problems) or "pages, folders and the recorded session are as they are described")
    sys.exit(1 if problems else 0)


main()
