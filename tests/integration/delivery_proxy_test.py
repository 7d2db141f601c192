#!/usr/bin/env python3
"""Proxies, as the real program meets them: which variables name one, which hosts go past it, what of a request
it sees, and what is told when it refuses.

  delivery_proxy_test.py MAGE_LINEAGE        needs the program `openssl`, exits 77 without it
"""
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading

from raw_listener import RawListener
from sample_events import run_event

EVENT = run_event(state="START") + "\n"
CREATED = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


def read_head(connection):
    text = b""
    while b"\r\n\r\n" not in text:
        piece = connection.recv(65536)
        if not piece:
            return b""
        text += piece
    return text


def read_request(connection):
    """A whole request; empty at the end of the connection."""
    text = read_head(connection)
    head, _, body = text.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    while len(body) < length:
        piece = connection.recv(65536)
        if not piece:
            break
        body += piece
    return head.decode() + "\r\n\r\n" + body.decode() if text else ""


class Server(RawListener):
    """Keeps what it saw."""

    def __init__(self):
        self.seen = []
        super().__init__()


class Backend(Server):
    """Takes events; over TLS when it has a certificate."""

    def __init__(self, certificate=None):
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(f"{certificate}.pem", f"{certificate}.key")
        super().__init__()

    def serve(self, connection):
        if self.context:
            connection = self.context.wrap_socket(connection, server_side=True)
        while request := read_request(connection):
            self.seen.append(request)
            connection.sendall(CREATED)


class Proxy(Server):
    """Passes plain requests on as if it were the server itself, and opens tunnels to one port."""

    def __init__(self, target=None, refusal=None):
        self.target, self.refusal = target, refusal
        super().__init__()

    def serve(self, connection):
        if self.target is None and self.refusal is None:
            while request := read_request(connection):
                self.seen.append(request)
                connection.sendall(CREATED)
            return
        self.seen.append(read_head(connection).decode())
        if self.refusal:
            return connection.sendall(self.refusal)
        with socket.create_connection(("127.0.0.1", self.target)) as far:
            connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            back = threading.Thread(target=self.pump, args=(far, connection), daemon=True)
            back.start()
            self.pump(connection, far)
            back.join()

    @staticmethod
    def pump(source, target):
        try:
            while piece := source.recv(65536):
                target.sendall(piece)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


def make_certificate(name, host):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "30", "-subj", f"/CN={host}",
                    "-addext", f"subjectAltName=DNS:{host}"], check=True, capture_output=True)


def main():
    program = os.path.abspath(sys.argv[1])
    if shutil.which("openssl") is None:
        print("skipped: the program openssl is not here")
        sys.exit(77)
    failures = []

    def send(url, *options, **environment):
        return subprocess.run(
            [program, "emit", "--from-file", "-", *options], input=EVENT, text=True, capture_output=True,
            timeout=60, env={"PATH": os.environ["PATH"], "OPENLINEAGE_URL": url,
                             "OPENLINEAGE_API_KEY": "s3cret-key", **environment})

    def check(says, holds, done=None):
        if not holds:
            told = f": exit status {done.returncode}, {done.stdout}{done.stderr}" if done else ""
            failures.append(says + told)

    # A name that no resolver knows: whoever gets through went over the proxy.
    plain = "http://backend.invalid"
    open_http = "--allow-insecure-http"

    proxy = Proxy()
    done = send(plain, open_http, http_proxy=f"http://127.0.0.1:{proxy.port}")
    check("http_proxy is used for http", done.returncode == 0 and len(proxy.seen) == 1 and
          proxy.seen[0].startswith("POST http://backend.invalid/api/v1/lineage HTTP/1.1\r\n"), done)
    done = send(plain, open_http, all_proxy=f"http://127.0.0.1:{proxy.port}")
    check("all_proxy is used where no other is named", done.returncode == 0 and len(proxy.seen) == 2, done)
    done = send(plain, open_http, HTTP_PROXY=f"http://127.0.0.1:{proxy.port}")
    check("HTTP_PROXY in capitals is not trusted, as CGI programs get it from their callers",
          done.returncode == 4 and len(proxy.seen) == 2, done)

    backend = Backend()
    here = f"http://127.0.0.1:{backend.port}"
    before = len(proxy.seen)
    for near in (here, f"http://localhost:{backend.port}"):
        for name in ("http_proxy", "all_proxy"):
            backend.seen.clear()
            done = send(near, **{name: f"http://127.0.0.1:{proxy.port}"})
            check(f"plain HTTP to this machine stays on it, {name} or not", done.returncode == 0 and
                  len(proxy.seen) == before and len(backend.seen) == 1, done)
    backend.seen.clear()
    for name in ("no_proxy", "NO_PROXY"):
        before = len(proxy.seen)
        done = send(here, http_proxy=f"http://127.0.0.1:{proxy.port}", **{name: "other.example,127.0.0.1"})
        check(f"{name} goes past the proxy", done.returncode == 0 and len(proxy.seen) == before and
              backend.seen, done)
        backend.seen.clear()

    dead = socket.create_server(("127.0.0.1", 0))
    dead_port = dead.getsockname()[1]
    dead.close()
    done = send(plain, open_http, http_proxy=f"http://127.0.0.1:{dead_port}")
    check("a proxy that is not there leaves the event unsent", done.returncode == 4 and
          '"not_sent"' in done.stdout and
          f"127.0.0.1:{dead_port}, the proxy for backend.invalid" in done.stdout, done)

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_certificate("server", "backend.invalid")
        secure = Backend("server")
        tunnel = Proxy(target=secure.port)
        for name in ("https_proxy", "HTTPS_PROXY"):
            tunnel.seen.clear()
            secure.seen.clear()
            done = send(f"https://backend.invalid:{secure.port}", "--cacert", "server.pem",
                        **{name: f"http://user:pw-of-proxy@127.0.0.1:{tunnel.port}"})
            check(f"{name} is used for https, through a tunnel", done.returncode == 0 and len(secure.seen) == 1 and
                  tunnel.seen and tunnel.seen[0].startswith(f"CONNECT backend.invalid:{secure.port} HTTP/1.1"), done)
            head = "".join(tunnel.seen)
            check("the proxy gets its own credentials", "Proxy-Authorization: Basic " in head)
            check("the proxy does not get the server's key or the event",
                  "s3cret-key" not in head and "X-" not in head and "lineage" not in head)
            check("the server gets its key and not the proxy's", secure.seen and
                  "Bearer s3cret-key" in secure.seen[0] and "Proxy-Authorization" not in secure.seen[0])
        done = send(f"https://backend.invalid:{secure.port}",
                    https_proxy=f"http://127.0.0.1:{tunnel.port}")
        check("a certificate is checked behind a proxy, too", done.returncode == 4 and
              "is not trusted" in done.stdout, done)

        refusing = Proxy(refusal=b"HTTP/1.1 407 Proxy Authentication Required\r\n"
                                 b"Proxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\n\r\n")
        done = send("https://backend.invalid", https_proxy=f"http://u:pw-of-proxy@127.0.0.1:{refusing.port}")
        check("a refused tunnel leaves the event unsent, and says 407", done.returncode == 4 and
              '"not_sent"' in done.stdout and "407" in done.stdout, done)
        check("the proxy's password is not repeated", "pw-of-proxy" not in done.stdout + done.stderr)
    for failure in failures:
        print(failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
