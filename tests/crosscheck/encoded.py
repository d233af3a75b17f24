#!/usr/bin/env python3
"""Counts the URIs of kind "encoded" that urisift finds in labelled snippets of real text.

encoded.py URISIFT GOLD.jsonl [--show]

A snippet is cut out of a mail, so what its header said is put back in front of it: that it is
quoted-printable where it has soft line breaks or escapes, HTML where it has links in tags, and from an
archive that hides addresses where they are written `a at b`. One that is a piece of a header is read
as that. Labels of snippets that are none of these (percent-encoded
URIs in logs) are left out. A find is right if it starts where the label does, and reads as the label.
Prints the counts as one line of JSON.
"""

import argparse
import json
import re
import subprocess

QUOTED = re.compile(r"=\r?\n|=[0-9A-F]{2}")
MARKUP = re.compile(r"<\s*(a|img|area|td|table|div|span|p|br)\b", re.I)
FIELD = re.compile(r"^(List-|Archived-|X-)[A-Za-z-]+: ", re.M)


def head_of(text, label):
    """What stood in front of the snippet; None where it is no mail."""
    if re.match(r"mailto:\S+ at ", label["raw"]):
        return "From: someone at somewhere.example (Some One)\n\n"
    field = FIELD.search(text)
    if field and text.find(label["raw"]) > field.start() and not QUOTED.search(label["raw"]):
        return ""
    if QUOTED.search(text):
        kind = "text/html" if MARKUP.search(text) else "text/plain"
        return f"Content-Type: {kind}\nContent-Transfer-Encoding: quoted-printable\n\n"
    return "Content-Type: text/html\n\n" if MARKUP.search(text) else None


def finds(urisift, text):
    command = [urisift, "--as", "mail", "--json", "-"]
    output = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [json.loads(line) for line in output.stdout.splitlines()]


def is_same(uri, label):
    """Addresses in labels are masked: an x there stands for any character."""
    if label is None or len(uri) != len(label):
        return False
    return all(a == b or b == "x" for a, b in zip(uri, label))


def is_right(find, start, label):
    readings = [find["uri"], *find.get("readings", [])]
    wanted = [label["uri"], label.get("alt")]
    return find["start"] == start and any(is_same(a, b) for a in readings for b in wanted)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("gold")
    arguments.add_argument("--show", action="store_true")
    options = arguments.parse_args()
    asked = right = left_out = 0
    for line in open(options.gold, encoding="utf-8"):
        snippet, at = json.loads(line), 0
        for label in snippet["labels"]:
            at = snippet["text"].index(label["raw"], at)
            place, at = at, at + len(label["raw"])
            if label["kind"] != "encoded":
                continue
            head = head_of(snippet["text"], label)
            if head is None:
                left_out += 1
                continue
            # A header starts with its first field.
            skipped = FIELD.search(snippet["text"]).start() if head == "" else 0
            text = head + snippet["text"][skipped:]
            start = len((head + snippet["text"][skipped:place]).encode())
            found = finds(options.urisift, text.encode())
            asked += 1
            if any(is_right(find, start, label) for find in found):
                right += 1
            elif options.show:
                print(snippet["id"], repr(label["raw"]), "->", label["uri"], label.get("alt"))
                print("   ", start, [(find["start"], find["uri"]) for find in found])
    print(json.dumps({"asked": asked, "right": right, "left_out": left_out}))


main()
