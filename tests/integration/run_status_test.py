#!/usr/bin/env python3
"""`run` passes on how its command ended, whatever the caller does with signals, and tells the backend the same.

  run_status_test.py MAGE_LINEAGE
"""
import http.server
import json
import os
import signal
import subprocess
import sys
import threading

told = []


class Sink(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["eventType"])
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def run(program, url, script, ignored):
    """The exit status and the output, where the caller ignores these signals."""
    def ignore():
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)

    told.clear()
    done = subprocess.run([program, "run", "--job", "n/j", "--", "sh", "-c", script], preexec_fn=ignore,
                          env={"PATH": os.environ["PATH"], "OPENLINEAGE_URL": url}, capture_output=True,
                          timeout=60)
    return done.returncode, done.stdout.decode()


def main():
    program = sys.argv[1]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Sink)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    for ignored in ([], [signal.SIGCHLD], [signal.SIGCHLD, signal.SIGINT, signal.SIGHUP]):
        for script, status, end in (("exit 3", 3, "FAIL"), ("kill -KILL $$", 137, "FAIL"),
                                    ("exit 0", 0, "COMPLETE")):
            assert run(program, url, script, ignored)[0] == status, (script, ignored)
            assert told == ["START", end], (script, ignored, told)
    # A pipe that is closed ends the command's own children as ever.
    _, mask = run(program, url, "grep SigIgn /proc/self/status", [])
    pipe = 1 << (signal.SIGPIPE - 1)
    assert int(mask.split()[1], 16) & pipe == 0, "the command inherits an ignored SIGPIPE"
    server.shutdown()
    print("how a command ends is passed on and told")


if __name__ == "__main__":
    main()
