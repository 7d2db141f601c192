#!/usr/bin/env python3
"""The scripts of scripts/examples, as their runners would run them: in a repository with a Mage project, against
the program's own receiver.

  examples_test.py MAGE_LINEAGE

Skipped (exit status 77) where git is not there.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import yaml

HERE = pathlib.Path(__file__).resolve()
EXAMPLES = HERE.parents[2] / "scripts" / "examples"
SHOP = HERE.parents[1] / "projects" / "shop"
PROGRAM = os.path.abspath(sys.argv[1])
ALL_ZERO = "0" * 40


class Place:
    """A repository of one project and two commits, and a receiver for its events."""

    def __init__(self, folder):
        self.folder, self.repository = folder, folder / "repository"
        self.store = folder / "store.ndjson"
        shutil.copytree(SHOP, self.repository / "my_project")
        self.server = subprocess.Popen([PROGRAM, "receive", "--json", "--store", str(self.store)],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = json.loads(self.server.stdout.readline())["listening"]
        threading.Thread(target=self.server.stdout.read, daemon=True).start()
        self.settings = {"MAGE_PRO_API_ENDPOINT": self.url, "MAGE_PRO_API_API_KEY": "key-of-a-test",
                         "AUTOPILOT_LINEAGE_TENANT_ID": "acme", "MAGE_CLUSTER_UUID": "cluster-1",
                         "MAGE_WORKSPACE_UUID": "workspace-1"}
        subprocess.run([PROGRAM, "enable", "-q", "-C", str(self.repository / "my_project")], check=True,
                       capture_output=True)
        self.git("init", "-q")
        self.first = self.commit("one")
        with open(self.repository / "my_project/data_loaders/load_orders.py", "a") as file:
            file.write("# changed\n")
        self.second = self.commit("two")

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *words],
                              cwd=self.repository, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")

    def run(self, argv, environment):
        """One step; what it printed. Its environment is what the example and the runner give, no more."""
        done = subprocess.run(argv, cwd=self.repository, capture_output=True, text=True, timeout=60,
                              env={"PATH": f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}",
                                   "HOME": str(self.folder), **environment})
        assert done.returncode == 0, f"{argv} ended with {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def events(self):
        """The kinds of the events that came since the last call."""
        if not self.store.exists():
            return []
        lines = self.store.read_text().splitlines()
        self.store.write_text("")
        return sorted(kind for line in lines for kind in re.findall(r'"event_type":"([a-z.]+)"', line)[:1])

    def end(self):
        self.server.terminate()
        self.server.wait()


def filled(environment, settings):
    """`${{ vars.X }}` and `${{ secrets.X }}` as GitHub puts them in."""
    return {key: re.sub(r"\$\{\{ (?:vars|secrets)\.(\w+) \}\}", lambda m: settings[m[1]], str(value))
            for key, value in environment.items()}


def github(place):
    job = yaml.safe_load((EXAMPLES / "github-actions.yml").read_text())["jobs"]["lineage"]
    event = place.folder / "event.json"
    event.write_text(json.dumps({"before": place.first, "after": place.second}))
    environment = {**filled(job["env"], place.settings), "GITHUB_WORKSPACE": str(place.repository),
                   "GITHUB_EVENT_PATH": str(event), "GITHUB_RUN_ID": "42"}
    steps = [step["run"] for step in job["steps"] if "run" in step]
    assert len(steps) == 3
    return "".join(place.run(["bash", "-e", "-c", step], environment) for step in steps)


def gitlab(place):
    job = yaml.safe_load((EXAMPLES / "gitlab-ci.yml").read_text())["lineage"]
    environment = {**place.settings, **job["variables"], "CI_COMMIT_BEFORE_SHA": place.first,
                   "CI_PIPELINE_ID": "42"}
    return place.run(["bash", "-eo", "pipefail", "-c", "\n".join(job["script"])], environment)


def kubernetes(place):
    job = yaml.safe_load((EXAMPLES / "kubernetes-cronjob.yaml").read_text())
    container, = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]
    state = place.folder / "state"
    state.mkdir(exist_ok=True)
    environment = {entry["name"]: entry["value"] for entry in container["env"]}
    assert environment == {"PROJECT": "/project", "STATE": "/state"}
    environment.update(place.settings, AUTOPILOT_LINEAGE_ENABLED="1", STATE=str(state),
                       PROJECT=str(place.repository / "my_project"))
    return place.run(container["command"] + container["args"], environment)


def main():
    if shutil.which("git") is None:
        print("skipped: git is not there")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="mage-lineage-examples-") as name:
        place = Place(pathlib.Path(name))
        try:
            deployed = ["block.updated", "deployment.applied"]
            for example in (github, gitlab):
                told = example(place)
                events = place.events()
                assert events == deployed, (example.__name__, events, told)
                assert "fail" not in told, told
            kubernetes(place)
            assert place.events() == ["lineage.test"]
            with open(place.repository / "my_project/utils/dates.py", "a") as file:
                file.write("# another night\n")
            told = kubernetes(place)
            assert "utils/dates.py" in told, told
        finally:
            place.end()
    print("the scripts of 3 examples ran")


main()
