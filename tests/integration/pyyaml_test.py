#!/usr/bin/env python3
"""The YAML reader against PyYAML, the reader of Mage: on written and on generated texts both make the
same of a text, or both refuse it.

  pyyaml_test.py YAML_TOOL [--seed N] [--count N]

Skipped (exit status 77) without PyYAML.
"""
import argparse
import json
import random
import subprocess
import sys

try:
    import yaml
except ImportError:
    print("skipped: PyYAML (python3-yaml) is not there")
    sys.exit(77)

LOADER = getattr(yaml, "CFullLoader", yaml.FullLoader)

OTHER = "(a type of Python)"

WRITTEN = [
    "", "# c\n", "---\n", "...\n", "a", "a: 1\n...\n", "--- a\n", "a: 1\n---\nb: 2\n", "\ufeffa: 1\n",
    "a: &x 1\nb: *x\n", "a: *x\n", "a: &x 1\nb: &x 2\n", "<<: {a: 1, b: 2}\na: 3\n",
    "<<: [{a: 1}, {a: 2, b: 3}]\nc: 4\n", "<<: {a: 1}\n<<: {a: 2}\n", "<<: 1\n", "<<: [1]\n",
    "'<<': 1\n", "a: <<\n", "- <<\n", "=: 1\n", "a: =\n", "[a, =]\n", "? [a]\n: 1\n", "? {a: 1}\n: 2\n",
    "{a, b: , c}\n", "[a, b: c, ? d]\n", "! 12\n", "! '12'\n", "!!str 12\n", "!!int '12'\n",
    "!!int x\n", "!!bool On\n", "!!bool maybe\n", "!!null x\n", "!!float 1e3\n", "!!float x\n",
    "!!seq [a]\n", "!!seq {a: 1}\n", "!!map {a: 1}\n", "!!map [a]\n", "!foo a\n", "!foo [a]\n",
    "!!set {a, b}\n", "!!python/tuple [1, 2]\n", "!!python/name:os.system\n",
    "!!python/object/apply:os.system [ls]\n", "a: !!str\n", "a: 'it''s'\n", "a: \"x\\ty\\u00e9\\n\"\n",
    "a: \"\\q\"\n", "a: 'x\n\n y'\n", "a: x\n y\n  z\n", "a: |\n x\n  y\n\nb: >+\n x\n y\n\n\n",
    "a: |2-\n   x\n", "a: >-\n x\n\n y\n", "%YAML 1.1\n---\na: 1\n", "%YAML 2.0\n---\na\n", "a:\tb\n",
    "\ta: b\n", "a: b\tc\t# d\n", "a: b#c\n", "a: b #c\n", "a : b\n", "a:b\n", "-\n- \n-  a\n", "- - - a\n",
    "- a: 1\n  b: 2\n-\n  c: 3\n", "? a\n? b\n: c\n", "a: @x\n", "a: `x\n", "a: %x\n", "%x\n", "{}\n", "[]\n",
    "{a: 1\n", "[1, 2\n", "a: }\n", "a: [1, 2]]\n", "a: 1\n  b: 2\n", "a: 1\r\nb: 2\r\n", "a: 1\rb: 2\r",
    "1: a\n0x1: b\n1.0: c\n", "a: 1\na: 2\n", "~: a\nnull: b\n'': c\n", "a: 0b_\n", "a: 0x\n",
    "a: 1:2:3\n", "a: 1:60\n", "a: -1:30.5\n", "a: 2001-12-14\n", "a: 2001-12-14 21:59:43.1 -5\n",
    "é: ü\n", "a: \U0001f600\n", "a: \x85b\n", "a: \u2028b\n", "a: \x07\n", "a: \x7f\n", "a: \ud7ff\n",
    "a: 'b\n", "a: \"b\n", "&a a: &b b\n*a : *b\n", "a: &b\nc: *b\n", "*a\n", "&a [b, *a]\n",
]

SCALARS = [
    "", "~", "null", "Null", "NULL", "nULL", "true", "True", "TRUE", "tRUE", "yes", "Yes", "YES", "no", "on",
    "ON", "off", "y", "n", "0", "-0", "+0", "00", "07", "08", "0o7", "0b10", "0b", "0b2", "0x1F", "0xG",
    "-0x1f", "1_000", "1__", "_1", "1e3", "1E+3", "1.e+3", "1.5e3", "1.5e+3", "1.5e-3", ".5", "-.5", "+.5",
    "5.", "5._", "._5", ".", "..", ".inf", "-.Inf", "+.INF", ".iNF", ".nan", ".NaN", "-.nan", "1:2", "1:59:59",
    "1:60", "01:30", "0:30", "1:2.5", "1_0:2", "1:2:3.", "123e12", "12345678901234567890", "1.2.3", "1-2",
    "2020-01-01", "2020-01-01T00:00:00Z", "<<", "=", "a", "a b", "a#b", "é", "'q'", "\"q\"", "'1'", "\"true\"",
    "a:b", "http://x/y", "-a", "?a", ":a", "a,b", "x]",
]


def expected(text):
    """What PyYAML makes of a text, in the form of support/yaml_dump.hpp without numbers' spelling."""
    try:
        return canonical(yaml.load(text, Loader=LOADER))
    except yaml.YAMLError:
        return "error"
    except (ValueError, IndexError, KeyError, AttributeError, OverflowError):
        return "error"  # a constructor that trips over a value
    except RecursionError:
        return "error"  # a cycle, which this reader refuses


def canonical(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "#"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return "{" + ",".join(f"{canonical_key(k)}:{canonical(v)}" for k, v in value.items()) + "}"
    if isinstance(value, set):
        return "{" + ",".join(sorted(f"{canonical(k)}:null" for k in value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(canonical(v) for v in value) + "]"
    return OTHER


def canonical_key(key):
    """Python takes 1 and true for one key and keeps the one that it met first: both are `#` here."""
    return "#" if isinstance(key, bool) else canonical(key)


def strip_spelling(dump):
    """A dump with `#spelling` cut to `#`, and booleans as keys too; strings are skipped over."""
    out, i = [], 0
    while i < len(dump):
        if dump[i] == '"':
            end = i + 1
            while dump[end] != '"':
                end += 2 if dump[end] == "\\" else 1
            out.append(json.dumps(json.loads(dump[i:end + 1]), ensure_ascii=False))
            i = end + 1
        elif dump[i] == "#":
            out.append("#")
            while i < len(dump) and dump[i] not in ",]}" and not (
                    dump[i] == ":" and dump[i + 1:i + 2] in ('"', "#", "[", "{", "n", "t", "f")):
                i += 1
        elif out and out[-1] in "{," and dump.startswith(("true:", "false:"), i):
            out.append("#")
            i = dump.index(":", i)
        else:
            out.append(dump[i])
            i += 1
    return "".join(out)


def scalar(rng):
    return rng.choice(SCALARS)


def flow(rng, depth):
    kind = rng.random()
    if depth == 0 or kind < 0.5:
        return scalar(rng)
    items = range(rng.randrange(4))
    if kind < 0.75:
        return "[" + ", ".join(flow(rng, depth - 1) for _ in items) + "]"
    return "{" + ", ".join(f"{scalar(rng)}: {flow(rng, depth - 1)}" for _ in items) + "}"


def block(rng, depth, indent, anchors):
    pad = " " * indent
    lines = []
    if rng.random() < 0.3:
        for _ in range(rng.randrange(1, 4)):
            lines.append(f"{pad}- {flow(rng, 2)}")
        return lines
    for i in range(rng.randrange(1, 5)):
        key = rng.choice(["a", "b", "c", f"k{i}", scalar(rng)])
        choice = rng.random()
        if choice < 0.1 and anchors:
            lines.append(f"{pad}{rng.choice([key, '<<'])}: *{rng.choice(anchors)}")
        elif choice < 0.3 and depth > 0:
            anchor = ""
            if rng.random() < 0.4:
                anchor = f"n{rng.randrange(1 << 40)}"
            lines.append(f"{pad}{key}:" + (f" &{anchor}" if anchor else ""))
            lines += block(rng, depth - 1, indent + rng.choice([1, 2, 4]), anchors)
            if anchor:  # known from here on only: cycles are refused by choice
                anchors.append(anchor)
        elif choice < 0.4:
            lines.append(f"{pad}{key}: {rng.choice(['|', '>', '|-', '>+'])}")
            lines += [pad + "  " + rng.choice(["x", "  y", "", "# z"]) for _ in range(rng.randrange(3))]
        elif choice < 0.5:
            lines.append(f"{pad}# comment {scalar(rng)}")
        else:
            lines.append(f"{pad}{key}: {flow(rng, 2)}{rng.choice(['', ' ', '  # c'])}")
    return lines


def generated(rng):
    lines = block(rng, 3, rng.choice([0, 0, 0, 2]), [])
    text = rng.choice(["\n", "\n", "\r\n"]).join(lines) + rng.choice(["", "\n", "\n\n"])
    if rng.random() < 0.15 and text:  # a slip of the hand
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice("[]{}:,#&*!|>'\"%@`\t\n- ") + text[at + rng.randrange(2):]
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=6000)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    texts = WRITTEN + [f"a: {s}\n" for s in SCALARS] + [f"[{s}]\n" for s in SCALARS]
    texts += [generated(rng) for _ in range(arguments.count)]
    stream = b"".join(b"%d none\n%b" % (len(t.encode()), t.encode()) for t in texts)
    dumps = subprocess.run([arguments.tool, "read"], input=stream, capture_output=True, check=True,
                           timeout=100).stdout.decode().split("\n")[:-1]
    assert len(dumps) == len(texts)
    failed = refused = 0
    for text, dump in zip(texts, dumps):
        want = expected(text)
        if want == "error":
            refused += 1
        if OTHER in want:
            continue  # a date, say, which this reader keeps as text
        have = "error" if dump.startswith("error") else strip_spelling(dump.replace("(none)", "null"))
        if have != want and failed < 20:
            print(f"{text!r}\n  PyYAML:      {want}\n  this reader: {dump}")
        failed += have != want
    print(f"{len(texts)} texts, {refused} of them refused by PyYAML, {failed} read differently")
    sys.exit(1 if failed or refused > len(texts) * 0.7 else 0)


main()
