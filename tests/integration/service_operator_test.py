#!/usr/bin/env python3
"""`serve` as who runs it sees it: several projects, rotation of secrets, the end under load, its log, its metrics.

  service_operator_test.py MAGE_LINEAGE
"""
import http.client
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)
import prometheus_text
from service_peer import SCOPE, SECRET, SNAPSHOTS, Service, grant, make_project

PROGRAM = os.path.abspath(sys.argv[1])
PATIENCE = 30
REQUESTS = 14  # that `traffic` makes
HOSTILE = "\x1b[2J\n\u202esub\u0085\"ject"


def ask(port, method, path, token=None, body=None, headers=None, host="127.0.0.1"):
    """Status, headers, and the body, as JSON where it is."""
    connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    sent = dict(headers or {})
    if token:
        sent["Authorization"] = "Bearer " + token
    if body is not None:
        sent["Content-Type"] = "application/json"
    connection.request(method, path, json.dumps(body) if body is not None else None, sent)
    response = connection.getresponse()
    told = {name.lower(): value for name, value in response.getheaders()}
    content = response.read()
    connection.close()
    return response.status, told, json.loads(content) if told["content-type"] == "application/json" else content


def create(port, token=None):
    return ask(port, "POST", SNAPSHOTS, token or grant("create"))


def owners(port, snapshot_id, scope=None):
    return ask(port, "GET", f"{SNAPSHOTS}/{snapshot_id}/owners", grant("read", snapshot_id, scope))


def contents(port, snapshot_id, keys, scope=None):
    return ask(port, "POST", f"{SNAPSHOTS}/{snapshot_id}/contents", grant("read", snapshot_id, scope),
               {"owners": [{"owner_key": key} for key in keys]})


def next_event(service, *wanted):
    """Reads the log up to an event."""
    for line in service.process.stdout:
        if json.loads(line)["event"] in wanted:
            return json.loads(line)
    raise AssertionError(f"the log ended before {wanted}")


def several_projects(folder):
    make_project(folder / "shop")
    make_project(folder / "crm", files=3, uuid="p2")
    second = {**SCOPE, "project_uuid": "p2"}
    service = Service(PROGRAM, [folder / "shop", folder / "crm"])
    port = service.port
    status, _, shop = create(port)
    assert status == 201 and shop["scope"] == SCOPE and len(shop["owners"]) == 21
    status, _, crm = create(port, grant("create", scope=second))
    assert status == 201 and crm["scope"] == second and len(crm["owners"]) == 4
    keys = [owner["owner_key"] for owner in crm["owners"]]
    assert owners(port, crm["snapshot_id"], second)[0] == 200
    assert contents(port, crm["snapshot_id"], keys, second)[0] == 200
    for answer in (owners(port, crm["snapshot_id"]), contents(port, crm["snapshot_id"], keys)):
        assert answer[0] == 404 and answer[2]["error"]["code"] == "snapshot_not_found", "another scope's is unknown"
    # What happens to one project is nothing to the other.
    metadata = folder / "crm" / "metadata.yaml"
    metadata.write_text("project_uuid: p3\nlineage:\n  enabled: true\n")
    for answer in (create(port, grant("create", scope=second)), contents(port, crm["snapshot_id"], keys, second)):
        assert answer[0] == 403 and answer[2]["error"]["code"] == "lineage_not_enabled", answer
    shutil.rmtree(folder / "crm")
    assert create(port, grant("create", scope=second))[2]["error"]["code"] == "lineage_not_enabled"
    assert create(port)[0] == 201
    make_project(folder / "crm", files=3, uuid="p2")
    status, _, told = contents(port, crm["snapshot_id"], keys, second)
    assert status == 200 and {c["status"] for c in told["contents"]} == {"ok"}, "the folder may be replaced"
    assert service.stop()[0] == 0


def rotation(folder):
    make_project(folder / "shop")
    current, previous = folder / "current", folder / "previous"

    def write(path, text):
        path.write_text(text)
        path.chmod(0o600)

    a, b, c, d = (letter * 40 for letter in "abcd")
    write(current, b)
    write(previous, a + "\n")
    service = Service(PROGRAM, [folder / "shop"], "--secret-file", current, "--previous-secret-file", previous)

    def accepted():
        return [letter[0] for letter in (a, b, c, d, SECRET)
                if create(service.port, grant("create", secret=letter))[0] == 201]

    def hang_up(wanted):
        service.process.send_signal(signal.SIGHUP)
        event = next_event(service, "reloaded", "reload_failed")
        assert event["event"] == wanted, event
        for secret in (a, b, c, d):
            assert secret not in json.dumps(event)
        return event["detail"]

    assert accepted() == ["a", "b"]
    write(current, c)
    write(previous, b)
    assert accepted() == ["a", "b"], "files are read again at SIGHUP alone"
    hang_up("reloaded")
    assert accepted() == ["b", "c"]
    current.unlink()
    assert "current" in hang_up("reload_failed")
    write(current, "")
    assert "empty" in hang_up("reload_failed")
    write(current, d)
    previous.unlink()
    hang_up("reload_failed")
    assert accepted() == ["b", "c"], "a reload that fails changes nothing"
    write(previous, c)
    hang_up("reloaded")
    assert accepted() == ["c", "d"]
    write(previous, "")
    hang_up("reloaded")
    assert accepted() == ["d"], "an emptied file ends the rotation"
    assert service.stop()[0] == 0


def ended_under_load(folder, sent):
    make_project(folder / "shop", files=200)
    service = Service(PROGRAM, [folder / "shop"], "--max-snapshots", 100000)
    port = service.port
    snapshot_id = create(port)[2]["snapshot_id"]
    first = json.dumps(owners(port, snapshot_id)[2])
    problems, answered = [], [0]
    paths = [("GET", f"{SNAPSHOTS}/{snapshot_id}/owners", grant("read", snapshot_id)),
             ("POST", SNAPSHOTS, grant("create"))]

    def client(number):
        method, path, token = paths[number % 2]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        while True:
            try:
                connection.request(method, path, headers={"Authorization": "Bearer " + token})
                response = connection.getresponse()
            except (ConnectionError, http.client.RemoteDisconnected):
                return  # the connection was idle, or there is no more service
            try:
                body = response.read()
            except (ConnectionError, http.client.IncompleteRead) as broken:
                problems.append(f"an answer broke off: {broken}")
                return
            answered[0] += 1
            wanted = 200 if method == "GET" else 201
            if response.status != wanted or (method == "GET" and json.dumps(json.loads(body)) != first):
                problems.append(f"{method} was answered {response.status}")
            if response.getheader("connection") == "close":
                return

    # One request is half sent when the signal comes.
    half = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    half.sendall(f"POST {SNAPSHOTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {grant('create')}\r\n"
                 "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{".encode())
    threads = [threading.Thread(target=client, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    until = time.monotonic() + PATIENCE
    while answered[0] < 50 and time.monotonic() < until:
        time.sleep(0.01)
    service.process.send_signal(sent)
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
            time.sleep(0.01)
        except ConnectionRefusedError:
            break
        except ConnectionResetError:
            continue  # it was waiting to be accepted when the listener closed
    half.sendall(b"}")
    answer = half.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 201 ") and b"\r\nConnection: close\r\n" in answer, answer[:200]
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    code, log, told = service.stop()
    assert code == 0 and not problems, (code, told, problems[:3])
    assert json.loads(log.splitlines()[-1])["event"] == "stopped"


def other_starts(folder):
    make_project(folder / "shop")
    proxied = Service(PROGRAM, [folder / "shop"], "--listen", "0.0.0.0:0", "--behind-tls-proxy")
    assert create(proxied.port)[0] == 201
    assert proxied.stop(signal.SIGINT)[0] == 0
    if socket.has_ipv6:
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            return
        six = Service(PROGRAM, [folder / "shop"], "--listen", "[::1]:0")
        assert ask(six.port, "POST", SNAPSHOTS, grant("create"), host="::1")[0] == 201
        assert six.stop()[0] == 0
    # A second signal, as timeout(1) sends it, does not end the service before it told that it stopped.
    hurried = Service(PROGRAM, [folder / "shop"], log="json")
    while hurried.process.poll() is None:
        hurried.process.send_signal(signal.SIGTERM)
    status, lines = hurried.stop()[:2]
    assert status == 0 and "stopped" in str(lines), (status, lines)
    # Whoever read the log has gone: the service goes on.
    alone = Service(PROGRAM, [folder / "shop"], log="json")
    alone.process.stdout.close()
    alone.process.stdout = None
    assert all(create(alone.port)[0] == 201 for _ in range(3))
    assert alone.stop()[0] == 0


def traffic(port, project):
    """Requests of every kind, hostile ones among them; the tokens that were used."""
    tokens = [grant("create", sub=HOSTILE), grant("create", secret="x" * 32), grant("create", lifetime=-1), "a.b.c",
              grant("create", scope={**SCOPE, "project_uuid": "elsewhere"}), grant("read", "snap_x")]
    manifest = create(port, tokens[0])[2]
    for token in tokens[1:]:
        assert create(port, token)[0] in (401, 403)
    snapshot_id = manifest["snapshot_id"]
    owners(port, snapshot_id)
    keys = [owner["owner_key"] for owner in manifest["owners"]] + ["own_0"]
    (project / "utils" / "module_000.py").write_text("version = 'new'\n")
    (project / "utils" / "module_001.py").unlink()
    contents(port, snapshot_id, keys)
    ask(port, "GET", "/healthz")
    ask(port, "BREW", SNAPSHOTS)
    ask(port, "GET", "/nowhere?token=" + tokens[0])
    ask(port, "POST", SNAPSHOTS + "/" + "x" * 300 + "%1b%0a/contents", tokens[0])
    ask(port, "POST", SNAPSHOTS, headers={"Cookie": "session=" + tokens[0]})
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as broken:
        broken.sendall(b"no HTTP \x1b[2J " + tokens[0].encode() + b"\r\n\r\n")
        broken.makefile("rb").read()
    return tokens, snapshot_id


def log_and_metrics(folder):
    project = folder / "shop"
    make_project(project)
    (project / "utils" / "secret.py").write_text("password = 'correct horse battery staple'\nmarker = 'quokka'\n")
    service = Service(PROGRAM, [project], log="auto")
    tokens, snapshot_id = traffic(service.port, project)
    until = time.monotonic() + PATIENCE
    answered = 0
    while answered < REQUESTS and time.monotonic() < until:  # a request counts once its answer is sent
        status, told, body = ask(service.admin_port, "GET", "/metrics")
        assert status == 200 and told["content-type"] == "text/plain; version=0.0.4", told
        text = body.decode()
        answered = sum(prometheus_text.parse(text)["mage_lineage_http_requests_total"][1].values())
    assert answered == REQUESTS, answered
    assert ask(service.admin_port, "GET", SNAPSHOTS)[0] == 404 and ask(service.port, "GET", "/metrics")[0] == 404
    status, told, _ = ask(service.admin_port, "POST", "/metrics")
    assert status == 405 and told["allow"] == "GET, HEAD"
    check_metrics(text, snapshot_id, service)
    code, log, problems = service.stop()
    assert code == 0 and not problems, problems
    schema = json.loads(subprocess.run([PROGRAM, "schema", "access-log"], capture_output=True, check=True).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    lines = [json.loads(line) for line in log.splitlines()]
    for line in lines:
        validator.validate(line)
    requests = [line for line in lines if line["event"] == "request"]
    assert len(requests) == REQUESTS + 1, len(requests)
    # A line is written once its answer is sent, so that lines of two threads may change places.
    by_reason = {request.get("reason"): request for request in requests}
    assert set(by_reason) == {None, "signature", "expiry", "token_form", "scope", "action"}
    created = next(request for request in requests if request["status"] == 201)
    assert created["scope"] == SCOPE and created["snapshot_id"] == snapshot_id
    for reason in ("signature", "expiry", "token_form"):
        assert not {"subject", "scope"} & set(by_reason[reason]), "what is not authentic is not told"
    signatures = [token.split(".")[2] for token in tokens if len(token) > 9]
    for secret in [*tokens, *signatures, SECRET, "correct horse", "quokka", "version = "]:
        assert secret not in log, f"the log holds {secret[:12]}"
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\x80-\x9f\u2028-\u202e]", log), "the log can move a terminal"


def check_metrics(text, snapshot_id, service):
    families = prometheus_text.parse(text)
    rules = subprocess.run([PROGRAM, "redact", "--rules", "--json"], capture_output=True, check=True).stdout
    checks = {"token_form", "header", "signature", "payload_form", "claims", "issuer", "audience", "issued_at",
              "not_before", "expiry", "expiry_after_issue", "lifetime", "action", "scope", "snapshot_id", "missing"}
    routes = {SNAPSHOTS, SNAPSHOTS + "/{snapshot_id}/owners", SNAPSHOTS + "/{snapshot_id}/contents", "/healthz",
              "/metrics", "other"}
    closed = {
        "route": routes,
        "method": {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "other"},
        "status": {"200", "201", "400", "401", "403", "404", "405", "408", "410", "413", "414", "415", "417", "429",
                   "431", "500", "501", "503", "505", "ok", "source_changed", "content_changed", "unknown_owner"},
        "reason": checks,
        "rule": {rule["id"] for rule in json.loads(rules)["rules"]},
        "result": {"built", "failed"},
    }
    for name, (kind, samples) in families.items():
        assert name.startswith("mage_lineage_"), name
        assert kind != "histogram" or name.endswith("_seconds"), name
        for _, labels in samples:
            for label, value in labels:
                assert label in ("le", "version") or value in closed[label], f"{name}: {label}={value}"
    for word in (snapshot_id, *SCOPE.values(), "sub", "tests", "ject", "BREW", "elsewhere"):
        assert f'"{word}' not in text and f'{word}"' not in text, f"the metrics name {word}"

    def value(family, **labels):
        return families[family][1].get((family, tuple(sorted(labels.items()))), 0)

    requests = "mage_lineage_http_requests_total"
    assert value(requests, route=SNAPSHOTS, method="POST", status="201") == 1
    assert value(requests, route=SNAPSHOTS, method="POST", status="401") == 3
    assert value(requests, route=SNAPSHOTS, method="other", status="405") == 1
    assert value(requests, route="other", method="other", status="400") == 1
    for reason in ("signature", "expiry", "token_form", "scope"):
        assert value("mage_lineage_grants_rejected_total", reason=reason) == 1, reason
    statuses = {s: value("mage_lineage_contents_total", status=s) for s in ("source_changed", "content_changed",
                                                                            "unknown_owner")}
    assert statuses == {"source_changed": 1, "content_changed": 1, "unknown_owner": 1}, statuses
    assert sum(families["mage_lineage_redactions_total"][1].values()) >= 1
    assert value("mage_lineage_snapshots_live") == 1 and value("mage_lineage_snapshot_owners") == 22
    assert value("mage_lineage_snapshot_bytes") > 0


def terminal(folder):
    """On a terminal the log is text that cannot move it."""
    make_project(folder / "shop")
    master, slave = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "AUTOPILOT_LINEAGE_ENABLED": "1", "MAGE_CLUSTER_UUID": "c1",
                   "AUTOPILOT_LINEAGE_WORKSPACE_UUID": "w1", "AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET": SECRET,
                   "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen([PROGRAM, "serve", "-C", folder / "shop"], env=environment, stdout=slave,
                               stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    os.close(slave)
    shown = b""

    def read_until(pattern):
        nonlocal shown
        while not re.search(pattern, shown):
            ready, _, _ = select.select([master], [], [], PATIENCE)
            assert ready, shown
            try:
                shown += os.read(master, 65536)
            except OSError:
                raise AssertionError(shown) from None

    read_until(rb"serving .*\n")
    port = int(re.search(rb"listening on http://127\.0\.0\.1:(\d+)", shown)[1])
    assert create(port, grant("create", sub=HOSTILE))[0] == 201
    assert create(port, grant("create", secret="x" * 32))[0] == 401
    read_until(rb"grant refused: signature.*\n")
    process.send_signal(signal.SIGTERM)
    read_until(rb"stopped: .*\n")
    assert process.wait(PATIENCE) == 0
    process.stderr.close()
    os.close(master)
    assert b"\x1b[32m201\x1b[0m" in shown and b"\x1b[33m401\x1b[0m" in shown, shown
    plain = re.sub(rb"\x1b\[\d*m", b"", shown).decode()
    assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f\x80-\x9f\u2028-\u202e]", plain), repr(plain)
    assert "{" not in plain.split("\n")[0] and "\\x1b[2J" in plain, plain


def main():
    cases = [several_projects, rotation, other_starts, log_and_metrics, terminal,
             lambda folder: ended_under_load(folder, signal.SIGTERM),
             lambda folder: ended_under_load(folder, signal.SIGINT)]
    for case in cases:
        with tempfile.TemporaryDirectory() as name:
            case(pathlib.Path(name).resolve())
    print(f"{len(cases)} cases hold")


main()
