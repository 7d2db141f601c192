#!/usr/bin/env python3
"""200 clients at once ask the snapshot service while files are edited and deleted and snapshots expire.

  service_load_test.py MAGE_LINEAGE [SECONDS] [--sanitized]

Every answer has to be right: owners as in the manifest, content with the manifest's hash and never
any other, 410 and 404 when they are due, nothing above 499, whole answers at SIGTERM, memory flat.
A minute of it is `cmake --build --preset release --target check-service-load`.
"""
import asyncio
import hashlib
import json
import os
import pathlib
import random
import sys
import tempfile
import time

from service_peer import SNAPSHOTS, Service, allow_many_descriptors, grant, make_project, request

CLIENTS = 200
FILES = 60
TTL = 2
RETENTION = 2
SLACK = 1.5  # between this clock's reading and the service's, on a busy machine


class Wrong(Exception):
    pass


def check(holds, *told):
    if not holds:
        raise Wrong(" ".join(map(str, told)))


class Client:
    def __init__(self, port, counts):
        self.port = port
        self.counts = counts
        self.known = []  # (snapshot id, moment of creation, owners by key)

    async def ask(self, method, path, token, body=None):
        status, headers, payload = await request(self.reader, self.writer, method, path, token, body)
        check(status < 500, status, method, path, payload[:200])
        self.counts[status] = self.counts.get(status, 0) + 1
        if headers.get("connection") == "close":
            self.writer.close()
            await self.connect()
        return status, headers, payload

    async def connect(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def create(self):
        asked = time.monotonic()
        status, headers, payload = await self.ask("POST", SNAPSHOTS, grant("create", lifetime=2 * TTL), {})
        if status == 429:
            check(int(headers["retry-after"]) >= 1, "Retry-After", headers)
            await asyncio.sleep(0.1)
            return
        check(status == 201, "create", status, payload[:200])
        manifest = json.loads(payload)
        own = dict(manifest)
        said = own.pop("manifest_hash")
        # No number or key of a manifest needs more of RFC 8785 than sorting and compactness.
        text = json.dumps(own, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        check(said == "sha256:" + hashlib.sha256(text.encode()).hexdigest(), "manifest_hash")
        owners = {owner["owner_key"]: owner for owner in manifest["owners"]}
        self.known.append((manifest["snapshot_id"], asked, time.monotonic(), owners))
        del self.known[:-4]

    def judge_age(self, status, asked, created):
        """Whether a read may be answered so, given how old the snapshot is at most and at least."""
        youngest, oldest = time.monotonic() - SLACK - created, time.monotonic() - asked
        if status == 200:
            check(youngest - SLACK < TTL, "answered 200 when it had expired")
        elif status == 410:
            check(oldest >= TTL - 0.1, "answered 410 before it expired")
        else:
            check(status == 404 and oldest >= TTL + RETENTION - 0.1, "answered", status)

    async def owners(self):
        identity, asked, created, owners = random.choice(self.known)
        token, cursor, seen = grant("read", identity, lifetime=2 * TTL), 0, {}
        while cursor is not None:
            path = f"{SNAPSHOTS}/{identity}/owners?cursor={cursor}&limit=25"
            status, _, payload = await self.ask("GET", path, token)
            self.judge_age(status, asked, created)
            if status != 200:
                return
            page = json.loads(payload)
            check(page["total"] == len(owners), "total")
            seen.update((owner["owner_key"], owner) for owner in page["owners"])
            cursor = page["next_cursor"]
        check(seen == owners, "the pages differ from the manifest")

    async def contents(self):
        identity, asked, created, owners = random.choice(self.known)
        keys = random.sample(sorted(owners), min(10, len(owners)))
        status, _, payload = await self.ask("POST", f"{SNAPSHOTS}/{identity}/contents",
                                            grant("read", identity, lifetime=2 * TTL),
                                            {"owners": [{"owner_key": key} for key in keys]})
        self.judge_age(status, asked, created)
        if status != 200:
            return
        answers = json.loads(payload)["contents"]
        check([answer["owner_key"] for answer in answers] == keys, "another order")
        for answer in answers:
            self.counts[answer["status"]] = self.counts.get(answer["status"], 0) + 1
            if answer["status"] != "ok":
                check("content" not in answer, "content beside a marker")
                continue
            digest = "sha256:" + hashlib.sha256(answer["content"].encode()).hexdigest()
            check(digest == answer["content_hash"] == owners[answer["owner_key"]]["content_hash"],
                  "stale content")

    async def run(self, stop):
        await self.connect()
        try:
            while not stop.is_set():
                if not self.known or random.random() < 0.05:
                    await self.create()
                elif random.random() < 0.5:
                    await self.owners()
                else:
                    await self.contents()
            return True
        except (asyncio.IncompleteReadError, ConnectionError) as ended:
            # Only the end of the service may close a connection, and only between two answers.
            check(stop.is_set(), "closed before the end:", ended)
            check(not getattr(ended, "partial", b""), "an answer was cut")
        finally:
            self.writer.close()


async def edit(folder, stop):
    """Edits, deletes and makes files anew."""
    version = 0
    while not stop.is_set():
        path = folder / "utils" / f"module_{random.randrange(FILES):03}.py"
        version += 1
        if random.random() < 0.2:
            path.unlink(missing_ok=True)
        else:
            temporary = folder / "utils" / "edited.tmp"
            temporary.write_text(f"version = {version}\n")
            os.replace(temporary, path)
        await asyncio.sleep(0.002)


async def load(service, folder, seconds):
    stop = asyncio.Event()
    counts = {}
    tasks = [asyncio.create_task(Client(service.port, counts).run(stop)) for _ in range(CLIENTS)]
    editor = asyncio.create_task(edit(folder, stop))
    memory = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(seconds / 20)
        memory.append(service.memory())
        if any(task.done() for task in tasks):
            break
    stop.set()
    service.process.terminate()
    for ended in await asyncio.gather(*tasks, editor, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    return counts, memory


def main():
    program = os.path.abspath(sys.argv[1])
    sanitized = "--sanitized" in sys.argv
    seconds = next((float(word) for word in sys.argv[2:] if not word.startswith("-")), 8)
    if not allow_many_descriptors(CLIENTS + 100):
        print("skipped: too few descriptors are allowed")
        sys.exit(77)
    random.seed(1)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "project"
        make_project(folder, FILES)
        service = Service(program, [folder], "--max-snapshots", 40,
                          AUTOPILOT_LINEAGE_SNAPSHOT_TTL_SECONDS=str(TTL),
                          AUTOPILOT_LINEAGE_SNAPSHOT_EXPIRED_RETENTION_SECONDS=str(RETENTION))
        try:
            counts, memory = asyncio.run(load(service, folder, seconds))
        except Wrong as problem:
            status, _, err = service.stop()
            sys.exit(f"wrong: {problem}\nthe service ended with {status}:\n{err[-4000:]}")
        status, _, err = service.stop()
    answers = sum(n for key, n in counts.items() if isinstance(key, int))
    print(f"{answers} answers in {seconds:g} s from {CLIENTS} clients:",
          ", ".join(f"{key} {counts[key]}" for key in sorted(counts, key=str)))
    print(f"memory: {memory[len(memory) // 4]:.1f} MB after a quarter, {memory[-1]:.1f} MB at the end")
    if status != 0:
        sys.exit(f"the service ended with {status}:\n{err[-4000:]}")
    for key in (200, 201, "ok", "content_changed", "source_changed"):
        if not counts.get(key):
            sys.exit(f"the load never led to {key}")
    if seconds > TTL + 1 and not counts.get(410):
        sys.exit("no snapshot was read after its end")
    if not sanitized and memory[-1] > memory[len(memory) // 4] * 1.25 + 8:
        sys.exit("memory grows")


main()
