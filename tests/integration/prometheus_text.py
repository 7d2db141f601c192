"""A strict reader of Prometheus text 0.0.4: what a scraper may stumble over is an error here."""
import re

NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,|$)')
SAMPLE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)")
TYPES = {"counter", "gauge", "histogram", "summary", "untyped"}


def parse_labels(text):
    labels, at = {}, 0
    while at < len(text or ""):
        match = LABEL.match(text, at)
        assert match, f"bad labels: {text}"
        assert match[1] not in labels, f"a label twice: {text}"
        labels[match[1]] = match[2]
        at = match.end()
    return labels


def parse(text):
    """{family: (type, {(sample name, sorted labels): value})}"""
    assert text.endswith("\n"), "the last line has no end"
    families, current, helped = {}, None, set()
    for line in text[:-1].split("\n"):
        assert line and line == line.strip(), f"stray space: {line!r}"
        if line.startswith("# HELP "):
            name = line.split(" ", 3)[2]
            assert NAME.fullmatch(name) and name not in helped and name not in families, line
            helped.add(name)
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind in TYPES and name in helped and name not in families, line
            families[name] = (kind, {})
            current = name
        else:
            match = SAMPLE.fullmatch(line)
            assert match, f"no sample: {line!r}"
            name, labels, value = match[1], parse_labels(match[2]), float(match[3])
            kind, samples = families[current]
            allowed = {current + s for s in ("_bucket", "_sum", "_count")} if kind == "histogram" else {current}
            assert name in allowed, f"{name} stands among the samples of {current}"
            key = (name, tuple(sorted(labels.items())))
            assert key not in samples, f"twice: {line}"
            samples[key] = value
    for name, (kind, samples) in families.items():
        if kind == "counter":
            assert name.endswith("_total") and all(v >= 0 and v == int(v) for v in samples.values()), name
        if kind == "histogram":
            check_histogram(name, samples)
    return families


def check_histogram(name, samples):
    series = {}
    for (sample, labels), value in samples.items():
        rest = tuple((k, v) for k, v in labels if k != "le")
        series.setdefault(rest, {}).setdefault(sample, []).append((dict(labels).get("le"), value))
    for rest, parts in series.items():
        buckets = parts[name + "_bucket"]
        bounds = [float(le) for le, _ in buckets]
        counts = [count for _, count in buckets]
        assert bounds == sorted(set(bounds)) and bounds[-1] == float("inf"), f"{name}{rest}: {bounds}"
        assert counts == sorted(counts), f"{name}{rest} does not grow"
        assert [v for _, v in parts[name + "_count"]] == [counts[-1]] and len(parts[name + "_sum"]) == 1, name
