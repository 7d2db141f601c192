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
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

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


def unit_lines(name):
    """The settings of a systemd unit by name."""
    out = {}
    for line in (EXAMPLES / name).read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            key, value = line.split("=", 1)
            out[key] = value
    return out


def get(url, headers=None):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers or {}), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def systemd(place):
    """The service as the unit starts, reloads and stops it, and the metrics that the alerts name."""
    unit = unit_lines("mage-lineage.service")
    secret = place.folder / "grant.secret"
    secret.write_text("0123456789abcdef0123456789abcdef\n")
    secret.chmod(0o600)
    places = {"/usr/bin/mage-lineage": PROGRAM, "/srv/mage/my_project": str(place.repository / "my_project"),
              "/etc/mage-lineage/grant.secret": str(secret), "127.0.0.1:8466": "127.0.0.1:0",
              "127.0.0.1:9466": "127.0.0.1:0"}
    argv = [places.get(word, word) for word in shlex.split(unit["ExecStart"])]
    assert not any(word.startswith(("/etc", "/srv")) for word in argv), argv
    environment = {"PATH": os.environ["PATH"], "AUTOPILOT_LINEAGE_ENABLED": "1", **place.settings}
    service = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        start = json.loads(service.stdout.readline())
        assert get(start["url"] + "/healthz")[0] == 200
        token = subprocess.run([PROGRAM, "grant", "mint", "-q", "--action", "create", "--secret-file", str(secret),
                                "-C", str(place.repository / "my_project")],
                               env=environment, check=True, capture_output=True, text=True).stdout.strip()
        for bearer, status in ((token, 201), (token + "x", 401)):
            request = urllib.request.Request(start["url"] + "/api/v1/lineage/source-snapshots", method="POST",
                                             headers={"Authorization": "Bearer " + bearer})
            try:
                answer = urllib.request.urlopen(request, timeout=10).status
            except urllib.error.HTTPError as refused:
                answer = refused.code
            assert answer == status, (answer, status)
        known = set(re.findall(r"^# TYPE (\w+)", get(start["admin_url"] + "/metrics")[1], re.M))
        check_names(known)
        assert unit["ExecReload"] == "/bin/kill -HUP $MAINPID"
        service.send_signal(signal.SIGHUP)
        events = (json.loads(line)["event"] for line in service.stdout)
        assert "reloaded" in events
        service.send_signal(signal.SIGTERM)
        assert "stopped" in [json.loads(line)["event"] for line in service.stdout]
        assert service.wait(timeout=30) == 0
    finally:
        service.kill()


def check_names(known):
    """The alerts and the manual name metrics that there are; the manual names all of them."""
    rules = yaml.safe_load((EXAMPLES / "alerts.yml").read_text())["groups"][0]["rules"]
    used = set(re.findall(r"mage_lineage_\w+", " ".join(rule["expr"] for rule in rules)))
    page = (HERE.parents[2] / "man/mage-lineage-service.7").read_text()
    named = set(re.findall(r"mage_lineage_\w+", page))
    assert {re.sub("_bucket$", "", name) for name in used} <= known, used - known
    assert named == known, named ^ known


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
            systemd(place)
        finally:
            place.end()
    print("the scripts of the examples ran, and the service started, reloaded and stopped")


main()
