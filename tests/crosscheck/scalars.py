#!/usr/bin/env python3
"""Checks URIs in JSON and YAML on a pipe against Python's json module and PyYAML.

scalars.py URISIFT

Writes documents in many styles, some of them after a line of prose, and reads them again. Each string that is
wholly a URI should be found with exactly that text. Prints the counts as one line of JSON.
"""

import json
import random
import subprocess
import sys
from collections import Counter

from libraries import need

need(yaml="PyYAML")

import yaml  # noqa: E402

SCHEMES = ["http://", "https://", "ftp://", "foo+bar://"]
HOSTS = "a.example b.example:8080 user@c.example *.d.example 1.2.3.4 localhost [::1] 例え.example".split()
PATHS = " / /a/b /a_(b) /q?a=1,2&b=3;c /x?y[]=1 /~a/c-d_e /%20x /wiki/東京 /é/ü /#f".split(" ")
ENDS = [*". / ? ! = * /* , ; ;v=1 (b) ) (c : ~ _ /日本 /京都。 /é. /テレビ・x /한글 ,1".split(), "", "", ""]
PROSE = ["see http://a.example/b, or not", "a, b; c", "x", "", "http", "12:30", "a.", "[b]", "(c, d)", "{e}", "Ünï"]


def uri(pick):
    return pick.choice(SCHEMES) + pick.choice(HOSTS) + pick.choice(PATHS) + pick.choice(ENDS)


def text(pick):
    return uri(pick) if pick.random() < 0.7 else pick.choice(PROSE)


def value(pick, depth):
    kind = pick.random()
    if depth and kind < 0.3:
        return [value(pick, depth - 1) for _ in range(pick.randrange(5))]
    if depth and kind < 0.5:
        return {f"key_{number}": value(pick, depth - 1) for number in range(pick.randrange(1, 4))}
    return pick.choice([1, -0.5, True, None]) if kind > 0.9 else text(pick)


def strings(document):
    if isinstance(document, str):
        yield document
    elif isinstance(document, list):
        for item in document:
            yield from strings(item)
    elif isinstance(document, dict):
        for key, item in document.items():
            yield from strings(key)
            yield from strings(item)


def as_json(pick):
    for indent in [None, 2, 4]:
        for ascii in [True, False]:
            for separators in [None, (",", ":")]:
                document = [value(pick, 3) for _ in range(6)]
                if pick.random() < 0.3:
                    document = {uri(pick): item for item in document}
                yield json.dumps(document, indent=indent, ensure_ascii=ascii, separators=separators), json.loads


def as_yaml(pick):
    for flow in [None, True, False]:
        for style in [None, '"', "'"]:
            for unicode in [True, False]:
                document = {f"key_{number}": value(pick, 2) for number in range(6)}
                options = dict(default_flow_style=flow, default_style=style, allow_unicode=unicode, width=10**6)
                source = yaml.dump(document, **options)
                # Such an escape may as well be a byte, and tags are not read.
                if "\\x" not in source and "!!" not in source:
                    yield source, yaml.safe_load


def is_asked(source, string):
    """Whether it is a URI, and no plain value with a mark at its end, which may be a sentence's."""
    is_quoted = string + '"' in source or string + "'" in source or "\\u" in source
    return string.startswith(tuple(SCHEMES)) and (is_quoted or string[-1] not in ".,;:!?)*")


def found(urisift, source):
    run = subprocess.run([urisift, "--json"], input=source.encode(), capture_output=True, check=False)
    assert not run.stderr, run.stderr
    return Counter(json.loads(line)["uri"] for line in run.stdout.splitlines())


def main():
    urisift = sys.argv[1]
    counts = {}
    for name, dumps in [("json", as_json), ("yaml", as_yaml)]:
        asked = wrong = 0
        for seed in range(20):
            pick = random.Random(seed)
            for source, read in dumps(pick):
                expected = Counter(string for string in strings(read(source)) if is_asked(source, string))
                head = pick.choice(["", "The file has:\n"])
                missed = expected - found(urisift, head + source)
                for string in list(missed)[:3]:
                    at = source.find(string)
                    print(f"{name} {seed}: {string!r} in {source[max(0, at - 60) : at + 60]!r}", file=sys.stderr)
                asked, wrong = asked + expected.total(), wrong + missed.total()
        counts |= {name: asked, f"{name}_wrong": wrong}
    print(json.dumps(counts))


main()
