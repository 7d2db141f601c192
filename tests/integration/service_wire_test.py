#!/usr/bin/env python3
"""The snapshot service at its wire: every row and every step of the order of judgement, malformed framing, and
bytes that would smuggle a request past somebody. Requests are written byte by byte over sockets.

  service_wire_test.py MAGE_LINEAGE
"""
import json
import os
import pathlib
import sys
import tempfile
import time

from service_peer import SNAPSHOTS, Service, grant, make_project
from wire import PATIENCE, Wire

REQUEST_SECONDS = 2
CREATE = SNAPSHOTS.encode()
HOST = b"Host: x\r\n"
JSON = b"Content-Type: application/json\r\n"
failures = []
checked = 0


def code_of(body):
    return json.loads(body)["error"]["code"] if body else None


def expect(what, held):
    global checked
    checked += 1
    if not held:
        failures.append(what)


def expect_answers(port, name, data, wanted):
    """`wanted`: statuses in order, with the error code after a slash; a last "close" when the connection ends."""
    wire = Wire(port, data)
    method = data.split(b" ", 1)[0]
    got = []
    for each in [w for w in wanted if w != "close"]:
        answer = wire.answer(method)
        if answer is None:
            got.append("close")
            break
        status, _, body = answer
        got.append(f"{status}/{code_of(body)}" if "/" in each and body else str(status))
    if wanted[-1] == "close" and got[-1:] != ["close"]:
        got.append("close" if wire.is_closed() else "open")
    elif wanted[-1] != "close":
        # The connection is still in step: another request is answered as if it were the first.
        wire.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        last = wire.answer()
        if last is None or last[0] != 200 or not wire.is_closed():
            got.append(f"then {last and last[0]}")
    expect(f"{name}: {got} instead of {list(wanted)}", got == list(wanted))


def framing(port):
    good = b"Authorization: Bearer " + grant("create").encode() + b"\r\n"
    post = b"POST " + CREATE + b" HTTP/1.1\r\n" + HOST + JSON + good
    get = b"GET /healthz HTTP/1.1\r\n"
    chunked = post + b"Transfer-Encoding: chunked\r\n\r\n"
    bad = ("400/bad_request", "close")
    coding = ("501/transfer_encoding", "close")
    smuggled = get + HOST + b"\r\n"
    cases = [
        # One length, said once.
        ("two lengths", post + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x", bad),
        ("equal lengths", post + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", bad),
        ("a list of lengths", post + b"Content-Length: 2, 2\r\n\r\n{}", bad),
        ("a signed length", post + b"Content-Length: +2\r\n\r\n{}", bad),
        ("a negative length", post + b"Content-Length: -2\r\n\r\n{}", bad),
        ("a hexadecimal length", post + b"Content-Length: 0x2\r\n\r\n{}", bad),
        ("an endless length", post + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n{}", bad),
        ("an empty length", post + b"Content-Length:\r\n\r\n", bad),
        ("length and chunked", post + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", bad),
        ("chunked and length", post + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", bad),
        ("chunked in HTTP/1.0", chunked.replace(b"HTTP/1.1", b"HTTP/1.0") + b"0\r\n\r\n", bad),
        # Transfer codings.
        ("chunked twice", post + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", bad),
        ("chunked on chunked", post + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", coding),
        ("gzip", post + b"Transfer-Encoding: gzip\r\n\r\n", coding),
        ("gzip before chunked", post + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", coding),
        ("gzip after chunked", post + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", coding),
        ("identity", post + b"Transfer-Encoding: identity\r\n\r\n", coding),
        ("almost chunked", post + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", coding),
        ("chunked behind a control", post + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n", bad),
        # Chunks.
        ("one chunk", chunked + b"2\r\n{}\r\n0\r\n\r\n", ("201",)),
        ("chunks in capitals", post + b"Transfer-Encoding: CHUNKED\r\n\r\n2\r\n{}\r\n0\r\n\r\n", ("201",)),
        ("a chunk extension", chunked + b"2;a=b\r\n{}\r\n0\r\n\r\n", ("201",)),
        ("a trailer", chunked + b"2\r\n{}\r\n0\r\nX: y\r\n\r\n", ("201",)),
        ("a grant in a trailer", b"POST " + CREATE + b" HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
         b"2\r\n{}\r\n0\r\n" + good + b"\r\n", ("401/unauthorized", "close")),
        ("a chunk size of letters", chunked + b"zz\r\n{}\r\n0\r\n\r\n", bad),
        ("a chunk size with 0x", chunked + b"0x2\r\n{}\r\n0\r\n\r\n", bad),
        ("a signed chunk size", chunked + b"+2\r\n{}\r\n0\r\n\r\n", bad),
        ("a chunk size after a space", chunked + b" 2\r\n{}\r\n0\r\n\r\n", bad),
        ("a chunk size before a space", chunked + b"2 \r\n{}\r\n0\r\n\r\n", bad),
        ("a chunk size beyond numbers", chunked + b"F" * 17 + b"2\r\n{}\r\n0\r\n\r\n", bad),
        ("a chunk that goes on", chunked + b"2\r\n{}0\r\n\r\n", bad),
        ("bare line feeds around chunks", chunked + b"2\n{}\n0\n\n", ("408/timeout", "close")),
        ("a bare line feed in an extension", chunked + b"2;\n{}\r\n0\r\n\r\n", bad),
        ("chunks beyond the bound", chunked + (b"400\r\n" + b" " * 1024 + b"\r\n") * 3 + b"0\r\n\r\n",
         ("413/too_large", "close")),
        ("an endless extension", chunked + b"2;" + b"a" * 100000, ("431/headers_too_large", "close")),
        ("endless trailers", chunked + b"2\r\n{}\r\n0\r\n" + b"X: y\r\n" * 20000, ("431/headers_too_large", "close")),
        # Lines and headers.
        ("bare line feeds", b"GET /healthz HTTP/1.1\nHost: x\n\n", bad),
        ("one bare line feed", get + HOST + b"X: y\nY: z\r\n\r\n", bad),
        ("a bare carriage return", get + HOST + b"X: y\rY: z\r\n\r\n", bad),
        ("a space before a colon", get + b"Host : x\r\n\r\n", bad),
        ("a tab before a colon", get + HOST + b"X\t: y\r\n\r\n", bad),
        ("no colon", get + HOST + b"Xy\r\n\r\n", bad),
        ("no name", get + HOST + b": y\r\n\r\n", bad),
        ("a space before the first header", get + b" Host: x\r\n\r\n", bad),
        ("a folded header", get + HOST + b"X: y\r\n z\r\n\r\n", bad),
        ("a folded length", post + b"Content-Length:\r\n 2\r\n\r\n{}", bad),
        ("a folded coding", post + b"Transfer-Encoding:\r\n\tchunked\r\n\r\n0\r\n\r\n", bad),
        ("NUL in a value", get + HOST + b"X: a\0b\r\n\r\n", bad),
        ("NUL in a name", get + HOST + b"X\0: ab\r\n\r\n", bad),
        ("NUL in the target", b"GET /health\0z HTTP/1.1\r\n" + HOST + b"\r\n", bad),
        ("a control in a value", get + HOST + b"X: a\x01b\r\n\r\n", bad),
        ("a control in the target", b"GET /health\x7fz HTTP/1.1\r\n" + HOST + b"\r\n", bad),
        ("a space in the target", b"GET /health z HTTP/1.1\r\n" + HOST + b"\r\n", bad),
        ("tabs between the words", b"GET\t/healthz\tHTTP/1.1\r\n" + HOST + b"\r\n", bad),
        ("two spaces", b"GET  /healthz HTTP/1.1\r\n" + HOST + b"\r\n", bad),
        ("a space at the end", b"GET /healthz HTTP/1.1 \r\n" + HOST + b"\r\n", bad),
        ("an empty line first", b"\r\n" + get + HOST + b"\r\n", ("200",)),
        ("two empty lines first", b"\r\n\r\n" + get + HOST + b"\r\n", bad),
        ("HTTP/0.9", b"GET /healthz\r\n\r\n", bad),
        ("http in lower case", b"GET /healthz http/1.1\r\n" + HOST + b"\r\n", bad),
        ("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", ("505/http_version", "close")),
        ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", bad),
        ("no Host", get + b"\r\n", bad),
        ("two Hosts", get + HOST + HOST + b"\r\n", bad),
        ("a Host that is none", get + b"Host: a b\r\n\r\n", bad),
        ("a Host with user information", get + b"Host: u@a\r\n\r\n", bad),
        ("an empty Host", get + b"Host:\r\n\r\n", ("200",)),
        ("HTTP/1.0 without Host", b"GET /healthz HTTP/1.0\r\n\r\n", ("200", "close")),
        ("two Authorizations", post + good + b"Content-Length: 0\r\n\r\n", bad),
        ("a header beyond the bound", get + HOST + b"X: " + b"y" * 20000 + b"\r\n\r\n",
         ("431/headers_too_large", "close")),
        ("headers beyond the bound", get + HOST + b"X: y\r\n" * 5000 + b"\r\n", ("431/headers_too_large", "close")),
        ("a target beyond the bound", b"GET /" + b"y" * 20000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
         ("414/target_too_long", "close")),
        ("half a head", get + b"Host: ", ("408/timeout", "close")),
        ("half a body", post + b"Content-Length: 2\r\n\r\n{", ("408/timeout", "close")),
        # Requests that follow one another, and bytes that would be one.
        ("three at once", (get + HOST + b"\r\n") * 3, ("200", "200", "200")),
        ("one after a body", post + b"Content-Length: 2\r\n\r\n{}" + smuggled, ("201", "200")),
        ("one behind Connection: close", get + HOST + b"Connection: close\r\n\r\n" + smuggled, ("200", "close")),
        ("one in a body that is not wanted", get + HOST + b"Content-Length: %d\r\n\r\n" % len(smuggled) + smuggled,
         ("200", "close")),
        ("one in the body of a refused request", b"POST " + CREATE + b" HTTP/1.1\r\n" + HOST +
         b"Content-Length: %d\r\n\r\n" % len(smuggled) + smuggled, ("401/unauthorized", "close")),
        ("one in the chunks of a refused request", b"POST " + CREATE + b" HTTP/1.1\r\n" + HOST +
         b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled, ("401/unauthorized", "close")),
        ("one in a body that is too large", post + b"Content-Length: 2000\r\n\r\n" + smuggled,
         ("413/too_large", "close")),
        ("one behind a refused framing", post + b"Content-Length: 0\r\nContent-Length: 0\r\n\r\n" + smuggled, bad),
        # Targets and methods.
        ("absolute form", b"GET http://other.example/healthz HTTP/1.1\r\n" + HOST + b"\r\n", ("200",)),
        ("absolute form of another scheme", b"GET ftp://x/healthz HTTP/1.1\r\n" + HOST + b"\r\n", bad),
        ("CONNECT", b"CONNECT x:80 HTTP/1.1\r\n" + HOST + b"\r\n", bad),
        ("OPTIONS *", b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", ("404/not_found",)),
        ("a method in lower case", b"get /healthz HTTP/1.1\r\n" + HOST + b"\r\n", ("405/method_not_allowed",)),
        ("a method of somebody's own", b"BREW /healthz HTTP/1.1\r\n" + HOST + b"\r\n", ("405/method_not_allowed",)),
        ("HEAD", b"HEAD /healthz HTTP/1.1\r\n" + HOST + b"\r\n", ("200",)),
        ("an upgrade", get + HOST + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n", ("200",)),
        # Expectations: the body is asked for once the grant is good.
        ("100-continue", post + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", ("100", "201")),
        ("100-continue without a grant", b"POST " + CREATE + b" HTTP/1.1\r\n" + HOST +
         b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n", ("401/unauthorized", "close")),
        ("another expectation", post + b"Expect: more\r\nContent-Length: 2\r\n\r\n{}",
         ("417/expectation_failed", "close")),
    ]
    for path in (b"//healthz", b"/x/../healthz", b"/./healthz", b"/healthz/", b"/healthz;a", b"/healthz#a",
                 b"/%68ealthz", b"/healthz%00", b"/HEALTHZ", b"/\\healthz", b"/metrics", b"/", CREATE + b"/",
                 b"/" + CREATE, CREATE + b"/../source-snapshots", CREATE + b"/snap_a", CREATE + b"//owners",
                 CREATE + b"/snap_a/owners/", CREATE + b"/snap_a/owner", CREATE.replace(b"lineage", b"%6cineage")):
        cases.append((f"the path {path.decode()}", b"GET " + path + b" HTTP/1.1\r\n" + HOST + good + b"\r\n",
                      ("404/not_found",)))
    for name, data, wanted in cases:
        expect_answers(port, name, data, wanted)


def ask(port, method, path, headers=(), body=None):
    """One request that is framed well; status, headers, error code."""
    data = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n".encode()
    for name, value in headers:
        data += f"{name}: {value}\r\n".encode()
    if body is not None:
        data += b"Content-Length: %d\r\n" % len(body)
    wire = Wire(port, data + b"\r\n" + (body or b""))
    status, told, content = wire.answer(method.encode())
    expect(f"{method} {path} left the connection open", wire.is_closed())
    return status, told, code_of(content) if status >= 400 else None


def credentials(port):
    """What counts as a grant, and what the challenge says (RFC 6750)."""
    token = grant("create")
    header, payload, signature = token.split(".")
    short = grant("create", lifetime=3600)
    rows = [
        ("nothing", [], "unauthorized"),
        ("another scheme", [("Authorization", "Basic " + token)], "unauthorized"),
        ("the token alone", [("Authorization", token)], "unauthorized"),
        ("a tab", [("Authorization", "Bearer\t" + token)], "unauthorized"),
        ("an empty token", [("Authorization", "Bearer ")], "unauthorized"),
        ("two spaces", [("Authorization", "Bearer  " + token)], "invalid_token"),
        ("a token and more", [("Authorization", "Bearer " + token + " x")], "invalid_token"),
        ("padding", [("Authorization", "Bearer " + token + "=")], "invalid_token"),
        ("no signature", [("Authorization", f"Bearer {header}.{payload}.")], "invalid_token"),
        ("another secret", [("Authorization", "Bearer " + grant("create", secret="x" * 32))], "invalid_token"),
        ("the alg none", [("Authorization", f"Bearer eyJhbGciOiJub25lIn0.{payload}.{signature}")], "invalid_token"),
        ("an hour", [("Authorization", "Bearer " + short)], "invalid_token"),
        ("no subject", [("Authorization", "Bearer " + grant("create", sub=""))], "invalid_token"),
        ("another audience", [("Authorization", "Bearer " + grant("create", aud="x"))], "invalid_token"),
        ("9 KiB", [("Authorization", "Bearer " + grant("create", pad="x" * 9000))], "invalid_token"),
    ]
    for name, headers, code in rows:
        status, told, found = ask(port, "POST", SNAPSHOTS, headers)
        challenge = "Bearer" if code == "unauthorized" else 'Bearer error="invalid_token"'
        expect(f"{name}: {status} {found} {told.get('www-authenticate')}",
               (status, found, told.get("www-authenticate")) == (401, code, challenge))
    status, _, code = ask(port, "POST", SNAPSHOTS + "?access_token=" + token)
    expect(f"a token in the query was answered {status}", (status, code) == (401, "unauthorized"))
    status, _, _ = ask(port, "POST", SNAPSHOTS, [("authorization", "bEARER " + token)])
    expect(f"another case of the scheme was answered {status}", status == 201)


def judgement(port, project, snapshot_id):
    """The steps for each endpoint, in their order. A request with the faults of a step and of all later steps is
    answered by that step."""
    metadata = project / "metadata.yaml"
    opted_in = metadata.read_text()
    elsewhere = {"customer_cluster_uuid": "c1", "workspace_uuid": "w1", "project_uuid": "p2"}

    def judged(name, wanted, method, path, headers, body):
        status, told, code = ask(port, method, path, headers, body)
        expect(f"{name}: {status} {code} instead of {wanted}", (status, code) == wanted)
        scope = told.get("www-authenticate") == 'Bearer error="insufficient_scope"'
        expect(f"{name}: {told}", scope == (code == "insufficient_scope"))
        if status == 405:
            expect(f"{name}: {told}", told["allow"] == ("GET, HEAD" if path.endswith("owners") else "POST"))

    bodies = [((413, "too_large"), b" " * (2 << 20), "text/plain"), ((415, "media_type"), b"{", "text/plain"),
              ((400, "malformed"), b"{", "application/json")]
    for endpoint, action in (("create", "create"), ("owners", "read"), ("contents", "read")):
        own = SNAPSHOTS if endpoint == "create" else None
        path = (lambda i, e=endpoint, own=own: own or f"{SNAPSHOTS}/{i}/{e}")
        method = "GET" if endpoint == "owners" else "POST"
        other = "read" if action == "create" else "create"
        worst = bodies[0][1] if endpoint != "owners" else b"x"
        text = [("Content-Type", "text/plain")]
        bearer = (lambda *a, **k: [("Authorization", "Bearer " + grant(*a, **k))])
        unknown = "snap_unknown"
        steps = [("a browser", (403, "browser_refused"), "DELETE", [("Cookie", "a=b")], unknown),
                 ("the method", (405, "method_not_allowed"), "DELETE", [], unknown),
                 ("no grant", (401, "unauthorized"), method, [], unknown),
                 ("no good grant", (401, "invalid_token"), method, bearer(other, "snap_b", elsewhere, lifetime=-5),
                  unknown),
                 ("the action", (403, "insufficient_scope"), method, bearer(other, "snap_b", elsewhere), unknown)]
        if endpoint != "create":
            steps.append(("the snapshot of the grant", (403, "insufficient_scope"), method,
                          bearer(action, "snap_b", elsewhere), unknown))
        steps.append(("the scope", (403, "insufficient_scope"), method, bearer(action, unknown, elsewhere), unknown))
        if endpoint != "owners":
            steps.append(("the gates", (403, "lineage_not_enabled"), method, bearer(action, unknown), unknown))
        metadata.write_text(opted_in.replace("enabled: true", "enabled: false"))
        for name, wanted, verb, headers, target in steps:
            judged(f"{endpoint}, {name}", wanted, verb, path(target), headers + text, worst)
        metadata.write_text(opted_in)
        if endpoint != "create":
            judged(f"{endpoint}, an unknown id", (404, "snapshot_not_found"), method, path(unknown),
                   bearer(action, unknown) + text, worst)
        if endpoint != "owners":
            for wanted, body, media in bodies:
                judged(f"{endpoint}, {wanted[1]}", wanted, method, path(snapshot_id),
                       bearer(action, snapshot_id) + [("Content-Type", media)], body)
        else:
            judged("owners, a body", (413, "too_large"), method, path(snapshot_id), bearer("read", snapshot_id), b"x")
            judged("owners, the query", (400, "invalid_query"), method, path(snapshot_id) + "?limit=0",
                   bearer("read", snapshot_id), None)
    # Ids are compared byte for byte, undecoded.
    encoded = snapshot_id.replace("_", "%5F")
    for target, granted in ((encoded, snapshot_id), (snapshot_id.upper(), snapshot_id), ("..", snapshot_id),
                            (snapshot_id + "%00", snapshot_id), (snapshot_id + ";", snapshot_id)):
        judged(f"the id {target}", (403, "insufficient_scope"), "GET", f"{SNAPSHOTS}/{target}/owners",
               [("Authorization", "Bearer " + grant("read", granted))], None)
    for name in ("Cookie", "Origin", "Sec-Fetch-Site", "sec-fetch-dest", "ORIGIN"):
        judged(f"the header {name}", (403, "browser_refused"), "POST", SNAPSHOTS,
               [(name, "x"), ("Authorization", "Bearer " + grant("create"))], None)
    status, told, _ = ask(port, "OPTIONS", SNAPSHOTS, [("Access-Control-Request-Method", "POST")])
    expect(f"a preflight was answered {status} {told}", status == 405 and told["allow"] == "POST")


def before_the_body(port):
    """A refusal comes while the body is still on its way."""
    head = f"POST {SNAPSHOTS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n"
    wire = Wire(port, head.encode() + b"\r\n")
    expect("a refusal waits for the body", wire.answer()[0] == 401)


def head_of_a_page(port, snapshot_id):
    """HEAD is answered as GET, length included, without the body."""
    bearer = [("Authorization", "Bearer " + grant("read", snapshot_id))]
    heads = []
    for method in ("GET", "HEAD"):
        status, headers, _ = ask(port, method, f"{SNAPSHOTS}/{snapshot_id}/owners?limit=3", bearer)
        heads.append((status, headers["content-length"], headers["content-type"]))
    expect(f"HEAD differs from GET: {heads}", heads[0] == heads[1] and heads[0][0] == 200)


def expired(program, project):
    """An expired snapshot is told before anything that is wrong with the body."""
    service = Service(program, [project], AUTOPILOT_LINEAGE_SNAPSHOT_TTL_SECONDS="1")
    port = service.port
    snapshot_id = create(port, lifetime=2)
    until = time.monotonic() + PATIENCE
    status = 200
    while status == 200 and time.monotonic() < until:
        time.sleep(0.02)
        status, _, code = ask(port, "GET", f"{SNAPSHOTS}/{snapshot_id}/owners",
                              [("Authorization", "Bearer " + grant("read", snapshot_id, lifetime=2))])
    expect(f"an expired snapshot was answered {status}", (status, code) == (410, "snapshot_expired"))
    for method, path in (("GET", "owners"), ("POST", "contents")):
        bearer = [("Authorization", "Bearer " + grant("read", snapshot_id, lifetime=2)), ("Content-Type", "text/plain")]
        answer = ask(port, method, f"{SNAPSHOTS}/{snapshot_id}/{path}", bearer, b" " * (2 << 20))
        expect(f"{path} of an expired snapshot with a bad body: {answer}", answer[::2] == (410, "snapshot_expired"))
    elsewhere = {"customer_cluster_uuid": "c1", "workspace_uuid": "w1", "project_uuid": "p2"}
    answer = ask(port, "GET", f"{SNAPSHOTS}/{snapshot_id}/owners",
                 [("Authorization", "Bearer " + grant("read", snapshot_id, elsewhere, lifetime=2))])
    expect(f"an expired snapshot of another scope: {answer}", answer[::2] == (403, "insufficient_scope"))
    service.stop()


def create(port, **changes):
    wire = Wire(port, f"POST {SNAPSHOTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {grant('create', **changes)}\r\n"
                      "Content-Length: 0\r\n\r\n".encode())
    status, _, body = wire.answer()
    assert status == 201, body
    return json.loads(body)["snapshot_id"]


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        project = pathlib.Path(name) / "shop"
        make_project(project)
        service = Service(program, [project], "--request-timeout", f"{REQUEST_SECONDS}s", "--max-snapshots", 1000,
                          log="json")
        framing(service.port)
        credentials(service.port)
        before_the_body(service.port)
        head_of_a_page(service.port, create(service.port))
        judgement(service.port, project, create(service.port))
        expired(program, project)
        code, log, problems = service.stop()
        expect(f"serve ended with {code}: {problems}", code == 0)
        expect("there is a 5xx in the log", not [line for line in log.splitlines()
                                                if json.loads(line).get("status", 0) in (500, 502, 503, 504)])
    print("\n".join(failures) or f"{checked} expectations hold")
    sys.exit(1 if failures else 0)


main()
