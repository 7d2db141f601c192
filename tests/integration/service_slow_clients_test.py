#!/usr/bin/env python3
"""1,000 idle and dripping connections do not stop the snapshot service, and are closed in their time.

  service_slow_clients_test.py MAGE_LINEAGE
"""
import asyncio
import os
import pathlib
import sys
import tempfile
import time

from service_peer import SNAPSHOTS, Service, allow_many_descriptors, grant, make_project, request

SLOW = 1000
REQUEST_SECONDS = 3
IDLE_SECONDS = 5
SLACK = 3


async def idle(port):
    """Says nothing; how long the connection was left open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begin = time.monotonic()
    answer = await reader.read()
    writer.close()
    return "idle", time.monotonic() - begin, answer


async def drip(port, head):
    """Sends a byte of a request now and then."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begin = time.monotonic()
    whole = asyncio.create_task(reader.read())
    for byte in head:
        writer.write(bytes([byte]))
        done, _ = await asyncio.wait([whole], timeout=0.4)
        if done:
            break
    answer = await whole
    writer.close()
    return "drip", time.monotonic() - begin, answer


async def good(port, stop):
    """A client that behaves: the longest that it waited, and how often it asked."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    longest, asked = 0.0, 0
    while not stop.is_set():
        begin = time.monotonic()
        status, _, _ = await request(reader, writer, "POST", SNAPSHOTS, grant("create"), {})
        assert status in (201, 429), status
        longest = max(longest, time.monotonic() - begin)
        asked += 1
        await asyncio.sleep(0.02)
    writer.close()
    return longest, asked


async def run(port):
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Padding: " + b"x" * 200
    body = (f"POST {SNAPSHOTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {grant('create')}\r\n"
            "Content-Length: 900\r\n\r\n").encode()
    stop = asyncio.Event()
    behaving = asyncio.create_task(good(port, stop))
    slow = [idle(port) for _ in range(SLOW // 2)] + [drip(port, head) for _ in range(SLOW // 2)]
    ended = await asyncio.wait_for(asyncio.gather(*slow), 60)
    stop.set()
    longest, asked = await behaving
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begin = time.monotonic()
    writer.write(body)  # a body that never comes
    answer = await asyncio.wait_for(reader.read(), 60)
    writer.close()
    return ended + [("body", time.monotonic() - begin, answer)], longest, asked


def main():
    program = os.path.abspath(sys.argv[1])
    if not allow_many_descriptors(SLOW + 200):
        print("skipped: too few descriptors are allowed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "project"
        make_project(folder)
        service = Service(program, [folder], "--request-timeout", f"{REQUEST_SECONDS}s",
                          "--idle-timeout", f"{IDLE_SECONDS}s")
        ended, longest, asked = asyncio.run(run(service.port))
        status, _, err = service.stop()
    print(f"a good client was answered {asked} times, after {longest * 1e3:.0f} ms at most")
    for kind, limit, said in (("idle", IDLE_SECONDS, b""), ("drip", REQUEST_SECONDS, b"HTTP/1.1 408 "),
                              ("body", REQUEST_SECONDS, b"HTTP/1.1 408 ")):
        those = [(seconds, answer) for name, seconds, answer in ended if name == kind]
        print(f"{kind}: {len(those)} closed after {min(those)[0]:.1f} to {max(those)[0]:.1f} s")
        assert all(seconds < limit + SLACK for seconds, _ in those), kind
        assert all(answer.startswith(said) for _, answer in those), kind
    assert asked > 20 and longest < 2, "the good client had to wait"
    assert status == 0, err


main()
