#!/usr/bin/env python3
"""Delivery beside curl, on loopback against the same sink, in one run; the medians of alternating pairs.

  delivery.py MAGE_LINEAGE EVENT_SINK [PAIRS]

Prints: one event as a whole process (at most 1.4 times curl), 2,000 events of 3 KB, validation included,
beside one `curl -K` (at least 3 times as fast; at least twice with one connection), what a dead backend
costs, and the memory of many events from a file.
"""
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import uuid

from rows import row

KILOBYTES = 3094


def event(number):
    """A RunEvent of about 3 KB, each of a run of its own."""
    out = {
        "eventType": "COMPLETE",
        "eventTime": "2026-08-03T19:40:00.000Z",
        "run": {"runId": str(uuid.UUID(int=number + (7 << 76) + (2 << 62)))},
        "job": {"namespace": "bench", "name": f"job_{number % 50}"},
        "inputs": [],
        "outputs": [],
        "producer": "https://example.com/bench",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
    }
    while len(json.dumps(out)) < KILOBYTES - 100:
        out["inputs"].append({
            "namespace": "postgres://db.example.com:5432",
            "name": f"shop.public.table_{len(out['inputs'])}",
            "facets": {"schema": {
                "_producer": "https://example.com/bench",
                "_schemaURL": "https://openlineage.io/spec/facets/1-2-0/SchemaDatasetFacet.json",
                "fields": [{"name": "id", "type": "bigint"}, {"name": "at", "type": "timestamp"}],
            }},
        })
    return json.dumps(out)


def took(argv, environment):
    """Seconds of one process, spawned without the cost of copying this one."""
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, fd) for fd in (0, 1, 2)]
    begin = time.perf_counter()
    child = os.posix_spawnp(argv[0], argv, environment, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - begin
    os.close(null)
    return seconds, os.waitstatus_to_exitcode(status), usage.ru_maxrss


def pairs(ours, theirs, environment, count):
    mine, other = [], []
    for _ in range(count):
        for argv, times in ((ours, mine), (theirs, other)):
            seconds, status, _ = took(argv, environment)
            if status != 0:
                sys.exit(f"{argv[0]} ended with {status}")
            times.append(seconds)
    return mine, other


def told(name, mine, other):
    print(f"{name}: {statistics.median(mine) * 1e3:.1f} ms, beside {statistics.median(other) * 1e3:.1f} ms")


def main():
    program, sink, *rest = [os.path.abspath(word) for word in sys.argv[1:3]] + sys.argv[3:]
    count = int(rest[0]) if rest else 51
    server = subprocess.Popen([sink], stdout=subprocess.PIPE, text=True)
    port = server.stdout.readline().strip()
    url = f"http://127.0.0.1:{port}/api/v1/lineage"
    environment = {"PATH": os.environ["PATH"], "OPENLINEAGE_URL": f"http://127.0.0.1:{port}"}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("one.ndjson", "w") as out:
            out.write(event(0) + "\n")
        with open("many.ndjson", "w") as lines, open("many.cfg", "w") as config:
            for number in range(2000):
                body = event(number)
                lines.write(body + "\n")
                with open(f"{number}.json", "w") as out:
                    out.write(body)
                config.write(("next\n" if number else "") + f'url = "{url}"\n'
                             f'data-binary = "@{number}.json"\n'
                             'header = "Content-Type: application/json"\noutput = "/dev/null"\n')
        print(f"event: {len(event(0))} bytes")

        ours, curl = pairs([program, "emit", "--from-file", "one.ndjson"],
                           ["curl", "-s", "-o", "/dev/null", "-H", "Content-Type: application/json",
                            "--data-binary", "@one.ndjson", url], environment, count)
        told("one event", ours, curl)
        row("emit: one event, times the time", [a / b for a, b in zip(ours, curl)], "<= 1.4", "curl")

        run = [program, "emit", "--from-file", "many.ndjson"]
        dash_k = ["curl", "-s", "-K", "many.cfg"]
        rounds = max(5, count // 5)
        ours, curl = pairs(run, dash_k, environment, rounds)
        told("2,000 events", ours, curl)
        row("emit: 2,000 events, times as fast", [b / a for a, b in zip(ours, curl)], ">= 3", "curl -K")
        ours, curl = pairs(run + ["--connections", "1"], dash_k, environment, rounds)
        told("2,000 events, one connection", ours, curl)
        row("emit: 2,000 events, one connection", [b / a for a, b in zip(ours, curl)], ">= 2", "curl -K")

        dead = dict(environment, OPENLINEAGE_URL="http://127.0.0.1:9")
        seconds, status, _ = took(run, dead)
        print(f"dead backend: 2,000 events given back in {seconds:.2f} s, exit status {status}")

        many = int(os.environ.get("MAGE_LINEAGE_BENCH_EVENTS", "200000"))
        with open("million.ndjson", "w") as out:
            body = event(1)
            for _ in range(many):
                out.write(body + "\n")
        seconds, status, kilobytes = took([program, "emit", "--from-file", "million.ndjson"],
                                          environment)
        print(f"{many:,} events: {seconds:.1f} s, {many / seconds:,.0f} a second, "
              f"exit status {status}")
        row(f"emit: peak MB, {many:,} events", [kilobytes / 1024], "< 64", "itself")
    server.kill()


if __name__ == "__main__":
    main()
