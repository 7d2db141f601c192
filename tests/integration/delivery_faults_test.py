#!/usr/bin/env python3
"""The real program against a real server that misbehaves at random: whatever happens, every event has one
fate, what is delivered is in the sink, and what is in the sink is delivered or unknown.

  delivery_faults_test.py MAGE_LINEAGE

MAGE_LINEAGE_FAULT_RUNS sets the number of runs (default 60); MAGE_LINEAGE_FAULT_SEED the first seed.
"""
import json
import os
import random
import socket
import struct
import subprocess
import sys
import threading

from raw_listener import RawListener
from sample_events import run_event

EVENTS = 12


class Sink(RawListener):
    """A server that takes events, and at random points does not behave."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.trouble = self.random.random()
        self.lock = threading.Lock()
        self.taken = set()
        super().__init__()

    def reset(self, connection):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()

    def take(self, body):
        with self.lock:
            self.taken.add(json.loads(body)["run"]["runId"])

    def serve(self, connection):
        with self.lock:
            refuse = self.random.random() < self.trouble * 0.2
        if refuse:
            return self.reset(connection)
        stream = connection.makefile("rb")
        while True:
            length = 0
            line = stream.readline()
            if not line:
                return
            while line not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
                line = stream.readline()
            body = stream.read(length)
            if len(body) < length:
                return
            with self.lock:
                fault = self.random.choice(range(9)) if self.random.random() < self.trouble else None
            if fault is None:
                self.take(body)
                connection.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
            elif fault == 0:
                return self.reset(connection)
            elif fault == 1:
                self.take(body)
                return self.reset(connection)
            elif fault == 2:
                connection.sendall(b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")
            elif fault == 3:
                connection.sendall(b"HTTP/1.1 503 No\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n")
            elif fault == 4:
                connection.sendall(b"HTTP/1.1 400 No\r\nContent-Length: 2\r\n\r\n{}")
            elif fault == 5:
                self.take(body)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbroken")
                return connection.close()
            elif fault == 6:
                self.take(body)
                connection.sendall(b"HTTP/1.1 20")
                return connection.close()
            elif fault == 7:
                # Takes the event and never answers, until the client gives up.
                self.take(body)
                stream.read(1)
                return connection.close()
            else:
                self.take(body)
                connection.sendall(b"HTTP/1.1 504 No\r\nContent-Length: 0\r\n\r\n")


def run(program, seed):
    sink = Sink(seed)
    bodies = [run_event(number) for number in range(EVENTS)]
    ids = [json.loads(body)["run"]["runId"] for body in bodies]
    done = subprocess.run(
        [program, "emit", "--from-file", "-", "--max-time", "4s"],
        input="\n".join(bodies) + "\n", capture_output=True, text=True, timeout=60,
        env={"OPENLINEAGE_URL": f"http://127.0.0.1:{sink.port}", "PATH": os.environ["PATH"],
             "AUTOPILOT_LINEAGE_EVENT_TIMEOUT_SECONDS": "0.25"})
    sink.listener.close()
    fates = {}
    for line in done.stdout.splitlines():
        told = json.loads(line)
        assert told["line"] not in fates, f"two fates for line {told['line']}"
        fates[told["line"]] = told["fate"]
    assert sorted(fates) == list(range(1, EVENTS + 1)), f"fates for {sorted(fates)}"
    with sink.lock:
        taken = set(sink.taken)
    for number, event_id in enumerate(ids, 1):
        if fates[number] == "delivered":
            assert event_id in taken, f"line {number} is delivered and not in the sink"
        if event_id in taken:
            assert fates[number] in ("delivered", "unknown"), \
                f"line {number} is in the sink and {fates[number]}"
    everything = all(fate == "delivered" for fate in fates.values())
    assert done.returncode == (0 if everything else 4), f"exit status {done.returncode}"
    return fates.values()


def main():
    program = os.path.abspath(sys.argv[1])
    first = int(os.environ.get("MAGE_LINEAGE_FAULT_SEED", "1"))
    runs = int(os.environ.get("MAGE_LINEAGE_FAULT_RUNS", "60"))
    counts = {}
    seeds = list(range(first, first + runs))
    failures = []

    def work():
        while seeds:
            seed = seeds.pop()
            try:
                for fate in run(program, seed):
                    counts[fate] = counts.get(fate, 0) + 1
            except AssertionError as problem:
                failures.append(f"seed {seed}: {problem}")

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for failure in failures:
        print(failure)
    print(f"{runs} runs: {dict(sorted(counts.items()))}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
