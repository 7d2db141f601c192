"""What the tests of the snapshot service share: a project on disk, a running service, and grants made here.

Grants are signed by this file alone (RFC 7515), so that the service is not judged by its own words."""
import base64
import hashlib
import hmac
import json
import os
import resource
import signal
import subprocess
import time

SECRET = "0123456789abcdef0123456789abcdef"
SCOPE = {"customer_cluster_uuid": "c1", "workspace_uuid": "w1", "project_uuid": "p1"}
SNAPSHOTS = "/api/v1/lineage/source-snapshots"


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def grant(action, snapshot_id=None, scope=None, secret=SECRET, lifetime=300, **changes):
    """A grant as another implementation would make it."""
    now = int(time.time())
    claims = {"iss": "autopilot-lineage", "aud": "mage-pro-lineage-snapshot", "sub": "tests", "iat": now,
              "exp": now + lifetime, "actions": [f"lineage:source_snapshot:{action}"],
              "lineage_scope": scope or SCOPE}
    if snapshot_id:
        claims["snapshot_id"] = snapshot_id
    claims.update(changes)
    text = encode(b'{"alg":"HS256","typ":"JWT"}') + "." + encode(json.dumps(claims).encode())
    return text + "." + encode(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest())


def make_project(folder, files=20, uuid="p1"):
    (folder / "utils").mkdir(parents=True)
    (folder / "metadata.yaml").write_text(f"project_uuid: {uuid}\nlineage:\n  enabled: true\n")
    for i in range(files):
        (folder / "utils" / f"module_{i:03}.py").write_text(f"version = {i}\n")


def allow_many_descriptors(wanted):
    """Raises this process's limit; False when the system does not allow it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        return False
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    return True


class Service:
    """A running `mage-lineage serve`; its log lines are read when it has ended."""

    def __init__(self, program, projects, *options, log="off", **settings):
        environment = {"PATH": os.environ["PATH"], "AUTOPILOT_LINEAGE_ENABLED": "1",
                       "MAGE_CLUSTER_UUID": "c1", "AUTOPILOT_LINEAGE_WORKSPACE_UUID": "w1",
                       "AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET": SECRET}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
            if name in os.environ:
                environment[name] = os.environ[name]
        environment.update(settings)
        words = [program, "serve", "--access-log", log, *map(str, options)]
        for project in projects:
            words += ["-C", str(project)]
        self.process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the service did not start: " + self.process.stderr.read())
        start = json.loads(line)
        self.port = int(start["url"].rsplit(":", 1)[1])
        self.admin_port = int(start["admin_url"].rsplit(":", 1)[1])

    def memory(self):
        """The resident memory in MB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    def stop(self, sent=signal.SIGTERM):
        """Its exit status, standard output and standard error."""
        if self.process.poll() is None:
            self.process.send_signal(sent)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


async def request(reader, writer, method, path, token, body=None):
    """One request over a kept connection: status, headers, body. Raises EOFError when it was closed."""
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    elif method == "POST":
        head += "Content-Length: 0\r\n"
    writer.write(head.encode() + b"\r\n" + data)
    await writer.drain()
    first = await reader.readuntil(b"\r\n\r\n")
    lines = first.decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
    payload = await reader.readexactly(int(headers.get("content-length", "0")))
    return int(lines[0].split()[1]), headers, payload
