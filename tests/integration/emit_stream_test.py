#!/usr/bin/env python3
"""`emit --from-file -` behind a writer that takes its time: an event is delivered and told before the next one
comes, and an interrupt ends the command at once, with the fate of every event told.

  emit_stream_test.py MAGE_LINEAGE
"""
import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time

from sample_events import run_event

PATIENCE = 20  # seconds: only a failure takes that long


class Sink(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def start(program, url):
    return subprocess.Popen([program, "emit", "--from-file", "-"],
                            env={"PATH": os.environ["PATH"], "OPENLINEAGE_URL": url},
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def fate(process):
    """The next line of standard output."""
    line = json.loads(process.stdout.readline())
    return line["line"], line["fate"]


def stream(program, url):
    """Each event is told while the pipe stays open."""
    process = start(program, url)
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    for number in range(1, 4):
        process.stdin.write(run_event(number).encode() + b"\n")
        process.stdin.flush()
        assert fate(process) == (number, "delivered"), "an event waits for the next one"
    process.stdin.close()
    assert process.wait() == 0
    watchdog.cancel()


def interrupt(program, url, number, status):
    """The signal is heeded while nothing comes, and while half a line is there."""
    for rest in (b"", b'{"eventType":'):
        process = start(program, url)
        watchdog = threading.Timer(PATIENCE, process.kill)
        watchdog.start()
        process.stdin.write(run_event(1).encode() + b"\n" + rest)
        process.stdin.flush()
        assert fate(process) == (1, "delivered")
        begin = time.monotonic()
        process.send_signal(number)
        assert process.wait() == status, "the signal was lost"
        assert time.monotonic() - begin < PATIENCE / 2
        assert process.stdout.read() == b""
        said = process.stderr.read()
        assert b"1 event: 1 delivered" in said and b"not read to its end" in said, said
        process.stdin.close()
        watchdog.cancel()


def main():
    program = sys.argv[1]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Sink)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    stream(program, url)
    interrupt(program, url, signal.SIGINT, 130)
    interrupt(program, url, signal.SIGTERM, 143)
    server.shutdown()
    print("each event is told before the next one comes, and interrupts end in order")


if __name__ == "__main__":
    main()
