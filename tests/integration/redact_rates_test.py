#!/usr/bin/env python3
"""What the redactor finds and what it leaves, over collections that lie beside a checkout.

  redact_rates_test.py BINARY SHARED

SHARED/data/secrets/positives.jsonl: texts with a secret; it counts as covered when neither it nor any
eight of its bytes in a row are left (a piece that stands elsewhere in the text too does not count).
negatives.jsonl: texts without one; any mark is a false alarm. Python's own standard library holds next
to none. Exits 77 (skipped) where the collections are absent.
"""
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import sysconfig

MARK = re.compile(rb"\[REDACTED:[a-z0-9-]+\]")
PIECE = 8
# (collection, source or None for all): the share that must be covered, or may be marked
LEAST_COVERED = {"domain": 0.98, None: 0.90}
MOST_MARKED = {"domain": 0.01, None: 0.06}
MOST_MARKS_A_MEGABYTE = 2.0


def redact(binary, text):
    done = subprocess.run([binary, "redact"], input=text, capture_output=True, check=True)
    return done.stdout


def is_covered(text, redacted, secrets):
    left = MARK.sub(b"\0", redacted)
    for secret in (s.encode() for s in secrets):
        elsewhere = text.replace(secret, b"\0", 1)
        width = min(PIECE, len(secret))
        for at in range(len(secret) - width + 1):
            piece = secret[at:at + width]
            if piece in left and piece not in elsewhere:
                return False
    return True


def rows(path):
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def judge(name, rows_, outcomes, bounds, good):
    failed = False
    for source, bound in bounds.items():
        counted = [o for r, o in zip(rows_, outcomes) if source in (None, r["source"])]
        share = sum(counted) / len(counted)
        holds = good(share, bound)
        failed |= not holds
        print(f"{name}, {source or 'all'}: {sum(counted)} of {len(counted)} ({share:.1%}; bar {bound:.0%})"
              f"{'' if holds else '  FAILED'}")
    return failed


def main():
    binary, shared = sys.argv[1], pathlib.Path(sys.argv[2]) / "data" / "secrets"
    if not (shared / "positives.jsonl").exists():
        print("skipped: no collection of secrets beside the checkout")
        sys.exit(77)
    positives, negatives = rows(shared / "positives.jsonl"), rows(shared / "negatives.jsonl")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        texts = [r["text"].encode() for r in positives]
        redacted = list(pool.map(lambda t: redact(binary, t), texts))
        covered = [is_covered(t, r, row.get("all_secrets") or [row["secret"]])
                   for t, r, row in zip(texts, redacted, positives)]
        plain = [r["text"].encode() for r in negatives]
        marked = [redact(binary, t) != t for t in plain]
        twice = list(pool.map(lambda t: redact(binary, t), redacted))
    failed = judge("covered", positives, covered, LEAST_COVERED, lambda s, b: s >= b)
    failed |= judge("marked without need", negatives, marked, MOST_MARKED, lambda s, b: s <= b)
    changed = sum(a != b for a, b in zip(redacted, twice))
    lines = sum(a.count(b"\n") != b.count(b"\n") for a, b in zip(texts, redacted))
    print(f"changed by redacting twice: {changed}; with another number of lines: {lines}")
    failed |= changed > 0 or lines > 0

    library = pathlib.Path(sysconfig.get_paths()["stdlib"])
    files = sorted(p for p in library.rglob("*.py") if "site-packages" not in p.parts)
    size = sum(p.stat().st_size for p in files)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        reports = pool.map(lambda p: subprocess.run([binary, "redact", "--json", p], capture_output=True,
                                                    check=True).stdout, files)
        marks = sum(json.loads(report)["total"] for report in reports)
    rate = marks / (size / 1e6)
    print(f"Python's standard library: {marks} marks in {size / 1e6:.1f} MB ({rate:.2f} a megabyte)")
    failed |= rate > MOST_MARKS_A_MEGABYTE
    sys.exit(1 if failed else 0)


main()
