#!/usr/bin/env python3
"""An owners page of the snapshot service beside nginx serving the same bytes, on the same cores, in one run.

  service_bench.py MAGE_LINEAGE [ROUNDS] [SECONDS]

A project of 100 owners is served with the access log off, and its first page written to a file that
nginx serves (two workers, open_file_cache on, access log off). wrk asks both in turn with 64
connections; each request to the service carries a grant, which it verifies. Prints the medians of
the rounds: requests a second (bar: at least 0.55 of nginx's) and p99 (at most 2.5 times nginx's).
"""
import contextlib
import json
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

from rows import row

SECRET = "0123456789abcdef0123456789abcdef"
UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}
NGINX = """
daemon off; worker_processes 2; error_log stderr crit; pid {folder}/pid;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; etag off;
  open_file_cache max=10 inactive=60s; open_file_cache_valid 60s;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  types {{ application/json json; }}
  server {{ listen 127.0.0.1:{port} reuseport; root {folder}; }}
}}
"""


def make_project(folder):
    (folder / "utils").mkdir(parents=True)
    (folder / "metadata.yaml").write_text("project_uuid: p1\nlineage: {enabled: true}\n")
    for i in range(99):
        (folder / "utils" / f"a_module_with_a_longer_name_{i:03}.py").write_text(f"x = {i}\n")


def measure(url, seconds, headers=()):
    command = ["wrk", "-t1", "-c64", f"-d{seconds}s", "--latency"]
    for header in headers:
        command += ["-H", header]
    out = subprocess.run(command + [url], check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in out or "Socket errors" in out:
        sys.exit(f"not every answer was 200:\n{out}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
    p99, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", out).groups()
    return rate, float(p99) * UNITS[unit]


def free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def main():
    program = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        make_project(folder / "project")
        environment = dict(os.environ, AUTOPILOT_LINEAGE_ENABLED="1", MAGE_CLUSTER_UUID="c1",
                           AUTOPILOT_LINEAGE_WORKSPACE_UUID="w1",
                           AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET=SECRET)

        def mint(*words):
            return subprocess.run([program, "grant", "mint", "-C", folder / "project", *words],
                                  env=environment, check=True, capture_output=True,
                                  text=True).stdout.strip()

        server = subprocess.Popen([program, "serve", "-C", folder / "project", "--access-log", "off"],
                                  env=environment, stdout=subprocess.PIPE, text=True)
        base = json.loads(server.stdout.readline())["url"] + "/api/v1/lineage/source-snapshots"
        request = urllib.request.Request(base, method="POST", headers={
            "Authorization": "Bearer " + mint("--action", "create")})
        snapshot_id = json.load(urllib.request.urlopen(request))["snapshot_id"]
        grant = "Authorization: Bearer " + mint("--action", "read", "--snapshot-id", snapshot_id)
        url = f"{base}/{snapshot_id}/owners"
        page = urllib.request.urlopen(
            urllib.request.Request(url, headers=dict([grant.split(": ")]))).read()
        (folder / "page.json").write_bytes(page)
        port = free_port()
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port))
        nginx = subprocess.Popen(["nginx", "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        theirs = f"http://127.0.0.1:{port}/page.json"
        if urllib.request.urlopen(theirs).read() != page:
            sys.exit("nginx serves something else")
        print(f"page: {len(page)} bytes, {len(json.loads(page)['owners'])} owners")
        rates, tails, ours_rates, nginx_rates = [], [], [], []
        for _ in range(rounds):
            rate, tail = measure(url, seconds, [grant])
            nginx_rate, nginx_tail = measure(theirs, seconds)
            rates.append(rate / nginx_rate)
            tails.append(tail / nginx_tail)
            ours_rates.append(rate)
            nginx_rates.append(nginx_rate)
        nginx.terminate()
        server.terminate()
        server.wait()
        nginx.wait()
        print(f"requests a second: {statistics.median(ours_rates):,.0f}, "
              f"nginx {statistics.median(nginx_rates):,.0f}")
        row("serve: owners page, requests a second", rates, ">= 0.55", "nginx, the same bytes")
        row("serve: owners page, p99", tails, "<= 2.5", "nginx, the same bytes")


main()
