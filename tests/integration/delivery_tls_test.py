#!/usr/bin/env python3
"""Certificates, as the real program meets them: a wrong name, an unknown CA, one that expired; a private CA
given in each of the ways that other tools know.

  delivery_tls_test.py MAGE_LINEAGE        needs the program `openssl`
"""
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import tempfile

from raw_listener import RawListener
from sample_events import run_event

EVENT = run_event(state="START") + "\n"


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True)


def make_certificates():
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=test CA")
    for name, host, days in (("good", "localhost", "30"), ("other", "elsewhere.example", "30"),
                             ("old", "localhost", "-1")):
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={host}")
        pathlib.Path(f"{name}.ext").write_text(f"subjectAltName=DNS:{host}\n")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                "-CAcreateserial", "-out", f"{name}.pem", "-days", days, "-extfile", f"{name}.ext")


class Server(RawListener):
    """Answers every request over TLS with 201, and counts them."""

    def __init__(self, certificate):
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(f"{certificate}.pem", f"{certificate}.key")
        self.requests = 0
        self.connections = 0
        super().__init__()
        self.url = f"https://localhost:{self.port}"

    def serve(self, connection):
        self.connections += 1
        with self.context.wrap_socket(connection, server_side=True) as tls:
            text = b""
            while not text.endswith(b"}"):
                piece = tls.recv(65536)
                if not piece:
                    return
                text += piece
            self.requests += 1
            tls.sendall(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


def send(program, server, *options, **environment):
    return subprocess.run([program, "emit", "--from-file", "-", *options], input=EVENT, text=True,
                          capture_output=True, timeout=60,
                          env={"PATH": os.environ["PATH"], "OPENLINEAGE_URL": server.url, **environment})


def main():
    program = os.path.abspath(sys.argv[1])
    if shutil.which("openssl") is None:
        print("skipped: the program openssl is not here")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_certificates()
        failures = []

        def check(says, holds, done):
            if not holds:
                failures.append(f"{says}: exit status {done.returncode}, {done.stdout}{done.stderr}")

        good = Server("good")
        for says, options, environment in (
                ("--cacert", ["--cacert", "ca.pem"], {}),
                ("SSL_CERT_FILE", [], {"SSL_CERT_FILE": "ca.pem"}),
                ("CURL_CA_BUNDLE", [], {"CURL_CA_BUNDLE": "ca.pem"}),
        ):
            done = send(program, good, *options, **environment)
            check(f"a private CA given by {says}", done.returncode == 0, done)
        sent = good.requests
        for says, certificate, options in (
                ("an unknown CA", "good", []),
                ("a wrong name", "other", ["--cacert", "ca.pem"]),
                ("an expired certificate", "old", ["--cacert", "ca.pem"]),
                ("another CA than the one that is asked for", "good", ["--cacert", "old.pem"]),
        ):
            server = good if certificate == "good" else Server(certificate)
            before = server.connections
            done = send(program, server, *options)
            check(says, done.returncode == 4 and '"not_sent"' in done.stdout and
                  "is not trusted" in done.stdout and "--cacert" in done.stdout, done)
            check(f"{says} is not tried again", server.connections == before + 1, done)
            check(f"{says}: nothing was sent", server.requests in (0, sent), done)
        done = send(program, good, "--cacert", "nowhere.pem")
        check("a CA file that is not there", done.returncode == 4 and "nowhere.pem" in done.stdout, done)
        for failure in failures:
            print(failure)
        sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
