#!/usr/bin/env python3
"""Compares the finds in property lists, torrents and messages of Exchange with the values that libraries read from them.

objects.py URISIFT FOLDER [FILE...] [--show N]

Makes property lists with plistlib and torrents with bencode.py in the folder, of random values: what is found in a list
has to be what `urisift --raw` finds in its values with a border between. The files given may be property lists, torrents
and `winmail.dat`: what is found in the values that plistlib, bencode.py and tnefparse read has to be found in the file.
Prints, as one line of JSON, how many files and finds there are, how many are missed, how many are of no value, and how
many files the libraries cannot read.
"""

import argparse
import collections
import json
import pathlib
import plistlib
import random
import subprocess

from libraries import need
from sqlite import BORDER, value

need(bencodepy="bencode.py", tnefparse="tnefparse")

import bencodepy
import tnefparse


def made(folder):
    for seed in range(12):
        rng = random.Random(seed)
        values = [v for v in (value(rng) for _ in range(400)) if isinstance(v, (str, int))]
        texts = [v for v in values if isinstance(v, str) and v]
        tree = {"a": values, "b": [{f"k{n}": v} for n, v in enumerate(values)], "n": [[[texts[0]], 7]]}
        path = folder / f"{seed}.plist"
        path.write_bytes(plistlib.dumps(tree, fmt=plistlib.FMT_BINARY))
        yield path
        path = folder / f"{seed}.torrent"
        path.write_bytes(bencodepy.encode(tree))
        yield path


def strings(tree):
    """All text in the values of a tree, and its keys."""
    if isinstance(tree, dict):
        for key, member in tree.items():
            yield from strings(key)
            yield from strings(member)
    elif isinstance(tree, list):
        for member in tree:
            yield from strings(member)
    elif isinstance(tree, str):
        yield tree
    elif isinstance(tree, bytes):
        try:
            yield tree.decode()
        except UnicodeDecodeError:
            pass


def values_of(path):
    data = path.read_bytes()
    if data.startswith(b"bplist") or path.suffix in (".plist", ".webarchive", ".webloc"):
        # Equal strings are one object of the file, and one find.
        return list(dict.fromkeys(strings(plistlib.loads(data))))
    if path.suffix == ".torrent":
        return list(strings(bencodepy.decode(data)))
    message = tnefparse.TNEF(data)
    return list(strings([message.body, message.htmlbody, *(a.data for a in message.attachments)]))


def found(urisift, arguments, text=None):
    output = subprocess.run([urisift, "--json", *arguments], input=text, capture_output=True, check=False).stdout
    return collections.Counter(json.loads(line)["uri"] for line in output.decode().splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("urisift")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    counts = collections.Counter(files=0, unread=0, expected=0, missed=0, foreign=0)
    for path in [*made(options.folder), *options.files]:
        try:
            values = values_of(path)
        except (ValueError, plistlib.InvalidFileException) as error:
            counts["unread"] += 1
            print(f"{path}: {error}")
            continue
        joined = "".join(f"{BORDER}{text.strip()}{BORDER}\n" for text in values)
        expected = found(options.urisift, ["--raw", "-"], joined.encode())
        finds = found(options.urisift, [path])
        is_made = path.parent == options.folder
        missed = expected - finds if is_made else dict.fromkeys(expected.keys() - finds.keys(), 1)
        foreign = finds - expected if is_made else {}
        counts["files"] += 1
        counts["expected"] += expected.total()
        counts["missed"] += sum(missed.values())
        counts["foreign"] += sum(foreign.values())
        for what in [*missed, *foreign][: options.show]:
            print(path, repr(what))
    print(json.dumps(counts))


if __name__ == "__main__":
    main()
