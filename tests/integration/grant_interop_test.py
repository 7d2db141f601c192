#!/usr/bin/env python3
"""Grants under other implementations: PyJWT (package python3-jwt) and jose (package jose), both ways.

  grant_interop_test.py BINARY

Exits 77 (skipped) when neither is installed; says which one is missing.
"""
import base64
import json
import shutil
import subprocess
import sys
import time

try:
    import jwt
except ImportError:
    jwt = None

SECRET = "an interoperable secret of 38 bytes..."
ENVIRONMENT = {"AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET": SECRET}
ISSUER, AUDIENCE = "autopilot-lineage", "mage-pro-lineage-snapshot"
SCOPE = {"customer_cluster_uuid": "c1", "workspace_uuid": "w1", "project_uuid": "p1"}
SCOPE_OPTIONS = ["--cluster", "c1", "--workspace", "w1", "--project-uuid", "p1"]


def run(command, text="", environment=None):
    return subprocess.run(command, input=text, env=environment, capture_output=True, text=True,
                          timeout=60)


def mint(binary):
    done = run([binary, "grant", "mint", "--action", "read", "--snapshot-id", "snap_1",
                "--subject", "użytkownik", *SCOPE_OPTIONS], environment=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    return done.stdout.rstrip("\n")


def accepted(binary, token):
    done = run([binary, "grant", "verify", "--exact", "--action", "read", "--snapshot-id", "snap_1",
                *SCOPE_OPTIONS], token, ENVIRONMENT)
    return done.returncode == 0


def claims():
    now = int(time.time())
    return {"iss": ISSUER, "aud": AUDIENCE, "sub": "me", "iat": now, "exp": now + 300,
            "actions": ["lineage:source_snapshot:read"], "lineage_scope": SCOPE,
            "snapshot_id": "snap_1"}


def with_pyjwt(binary):
    read = jwt.decode(mint(binary), SECRET, algorithms=["HS256"], audience=AUDIENCE, issuer=ISSUER,
                      options={"require": ["iss", "aud", "sub", "iat", "exp"]})
    assert read["sub"] == "użytkownik" and read["lineage_scope"] == SCOPE, read
    assert read["actions"] == ["lineage:source_snapshot:read"] and read["exp"] - read["iat"] == 300
    assert accepted(binary, jwt.encode(claims(), SECRET, algorithm="HS256"))
    assert not accepted(binary, jwt.encode(claims(), SECRET, algorithm="HS512"))
    assert not accepted(binary, jwt.encode(claims(), SECRET + "x", algorithm="HS256"))


def with_jose(binary):
    key = json.dumps({"kty": "oct", "k": base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("=")})
    token = mint(binary)
    with_key = ["bash", "-c", 'exec jose "$@" -k <(printf %s "$KEY")', "jose"]
    environment = {"KEY": key, "PATH": "/usr/local/bin:/usr/bin:/bin"}
    done = run([*with_key, "jws", "ver", "-i-", "-O-"], token, environment)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["lineage_scope"] == SCOPE
    head, payload, signature = token.split(".")
    altered = ".".join([head, payload[:-1] + ("A" if payload[-1] != "A" else "B"), signature])
    assert run([*with_key, "jws", "ver", "-i-", "-O-"], altered, environment).returncode != 0
    done = run([*with_key, "jws", "sig", "-I-", "-c", "-s",
                '{"protected":{"alg":"HS256","typ":"JWT"}}'], json.dumps(claims()), environment)
    assert done.returncode == 0, done.stderr
    assert accepted(binary, done.stdout.strip())


def main():
    binary = sys.argv[1]
    partners = {"python3-jwt": jwt and with_pyjwt, "jose": shutil.which("jose") and with_jose}
    for name, test in partners.items():
        if test:
            test(binary)
        print(f"{name}: {'both ways' if test else 'skipped, not installed'}")
    sys.exit(0 if any(partners.values()) else 77)


main()
