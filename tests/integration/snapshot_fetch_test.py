#!/usr/bin/env python3
"""`snapshot fetch` against services that misbehave: each ends with a sentence, in time, within bounds, and with
exit status 4; what they send reaches neither the terminal raw nor a file.

  snapshot_fetch_test.py MAGE_LINEAGE
"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

from raw_listener import RawListener

PROGRAM = os.path.abspath(sys.argv[1])
SANITIZED = "--sanitized" in sys.argv
TOKEN = "eyJhbGciOiJIUzI1NiJ9.e30.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
JSON = b"Content-Type: application/json\r\n"


class Peer(RawListener):
    """Answers every connection with one function of the socket."""

    def __init__(self, answer):
        self.answer = answer
        self.requests = []
        super().__init__()
        self.url = f"http://127.0.0.1:{self.port}"

    def serve(self, connection):
        head = b""
        while b"\r\n\r\n" not in head:
            data = connection.recv(65536)
            if not data:
                return
            head += data
        self.requests.append(head)
        self.answer(connection)


def says(status, headers=b"", body=b"", length=None):
    length = len(body) if length is None else length
    head = b"HTTP/1.1 " + status + b"\r\nContent-Length: %d\r\n" % length + headers + b"\r\n"
    return lambda connection: connection.sendall(head + body)


def endless(connection):
    connection.sendall(b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n" + JSON + b"\r\n")
    while True:
        connection.sendall(b"100000\r\n" + b" " * (1 << 20) + b"\r\n")


def dripping(connection):
    connection.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: 1000\r\n" + JSON + b"\r\n")
    while True:
        connection.sendall(b" ")
        time.sleep(0.05)


def endless_head(connection):
    connection.sendall(b"HTTP/1.1 201 Created\r\n")
    while True:
        connection.sendall(b"X-Header: " + b"x" * 8000 + b"\r\n")


def no_answer(connection):
    connection.recv(1)


CASES = [
    ("no JSON", says(b"201 Created", b"Content-Type: text/html\r\n", b"<html>\x1b[2J"), "is no JSON"),
    ("JSON that is none", says(b"201 Created", JSON, b"{\x1b"), "not what the API says"),
    ("another document", says(b"201 Created", JSON, b'{"schema_version":"1.0"}'), "not a manifest"),
    ("deep JSON", says(b"201 Created", JSON, b"[" * 100000), "not what the API says"),
    ("an answer that breaks off", says(b"201 Created", JSON, b"{}", 1000), "broke off after 2 bytes"),
    ("an answer without end", endless, "larger than 67108864 bytes"),
    ("an answer that drips", dripping, "broke off"),
    ("headers without end", endless_head, ""),
    ("no answer", no_answer, "no answer from 127.0.0.1"),
    ("a connection that ends", lambda connection: None, "no answer from 127.0.0.1"),
    ("no HTTP", lambda connection: connection.sendall(b"220 smtp.example ESMTP\r\n"), ""),
    ("a redirect", says(b"302 Found", b"Location: http://u:p@127.0.0.1:1/x?secret=hunter22\r\n"),
     "302 Found and points to http://127.0.0.1:1/x"),
    ("a refusal that echoes the grant", says(b"401 Unauthorized", JSON, b'{"error":{"code":"x","message":"bad '
     + TOKEN.encode() + b'\\u001b[2J"}}'), "401 Unauthorized: bad ***\\x1b[2J"),
    ("a page of a proxy", says(b"502 Bad Gateway", b"Content-Type: text/html\r\n", b"<html><h1>oops"),
     "502 Bad Gateway"),
    ("too many requests", says(b"429 Too Many Requests", JSON + b"Retry-After: 7\r\n", b"{}"), "try again in 7s"),
    ("no content", says(b"204 No Content"), "answered 204"),
]


def owner(number):
    return {"owner_key": f"own_{number:032x}", "owner_type": "block", "language": "python", "used_by": [],
            "identity": {"block_type": "custom", "uuid": f"b{number}"}, "path": f"custom/b{number}.py",
            "content_bytes": 1, "content_hash": "sha256:" + "0" * 64, "redactions": 0}


def listing(owners, total):
    return says(b"200 OK", JSON, json.dumps({"snapshot_id": "snap_a", "owners": [owner(i) for i in range(owners)],
                                             "next_cursor": None, "total": total}).encode())


# What is listed of 600 owners: how many, and where to go on.
LISTINGS = [
    (["--limit", "1000", "--type", "block"], 500, 500),
    (["--limit", "1000", "--type", "block", "--cursor", "200"], 400, None),
    (["--limit", "10", "--path", "custom/*"], 10, 10),
    (["--all", "--path", "custom/*", "--limit", "10", "--cursor", "5"], 595, None),
    (["--type", "block"], 600, None),
]


def check_listings(folder, failures):
    def fetch(peer, *words):
        return subprocess.run([PROGRAM, "snapshot", "fetch", *words, "--url", peer.url, "--token-file", "token",
                               "--json"], cwd=folder, capture_output=True, env={"PATH": os.environ["PATH"]},
                              timeout=60)

    peer = Peer(listing(600, 600))
    for words, count, cursor in LISTINGS:
        page = json.loads(fetch(peer, "owners", "snap_a", *words).stdout)
        if (len(page["owners"]), page["next_cursor"], page["total"]) != (count, cursor, 600):
            failures.append(f"{words}: {len(page['owners'])} owners, then {page['next_cursor']}")
    peer.listener.close()
    peer = Peer(listing(3, 600))
    for words in (["owners", "snap_a"], ["owners", "snap_a", "--limit", "9"], ["contents", "snap_a", "--all"]):
        done = fetch(peer, *words)
        if done.returncode != 4 or done.stdout or b"3 of 600 owners" not in done.stderr:
            failures.append(f"{words}: a cut listing was believed: {done.stderr}")
    peer.listener.close()


def limit_memory():
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (512 << 20, 512 << 20))


def main():
    failures = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "token").write_text(TOKEN + "\n")
        for case, answer, wanted in CASES:
            peer = Peer(answer)
            begin = time.monotonic()
            done = subprocess.run([PROGRAM, "snapshot", "fetch", "create", "--url", peer.url, "--token-file", "token",
                                   "-o", "manifest.json", "--max-time", "2s"], cwd=folder, capture_output=True,
                                  env={"PATH": os.environ["PATH"]}, timeout=60, preexec_fn=limit_memory)
            took = time.monotonic() - begin
            told = done.stderr.decode()
            if done.returncode != 4 or done.stdout or wanted not in told or "error: " not in told:
                failures.append(f"{case}: exit status {done.returncode}, {told!r}")
            if (folder / "manifest.json").exists():
                failures.append(f"{case}: a manifest was written")
            for leak in (TOKEN, "hunter22", "u:p@", "\x1b"):
                if leak in told:
                    failures.append(f"{case}: {leak!r} was shown")
            if took > 20:
                failures.append(f"{case}: it took {took:.0f} s")
            sent = f"Authorization: Bearer {TOKEN}\r\n".encode()
            if len(peer.requests) != 1 or sent not in peer.requests[0]:
                failures.append(f"{case}: the service got {peer.requests}")
            peer.listener.close()
        check_listings(folder, failures)
    print("\n".join(failures) or f"{len(CASES)} services that misbehave are told from good ones")
    sys.exit(1 if failures else 0)


main()
