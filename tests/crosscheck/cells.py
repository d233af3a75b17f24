#!/usr/bin/env python3
"""Checks the cells of tables against Python's csv module.

cells.py URISIFT FOLDER

Writes tables of twenty shapes to the folder, and reads them again with csv. Each cell that is wholly a URI
should be found, with exactly that text and under the name of its column. Prints the counts as one line of
JSON.
"""

import csv
import io
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

ENDS = ", ., /, ?, =, ;v=1, (b), ), 's, !, /日本, /é., /–x, #a, [1], *, &amp;, ~, _".split(", ") + [",1"]
PATHS = " /a /a,b,c /a;b /maps/@1.5,2.5,3z /q?a=1,2&b=3;c /x|y /a.b/c-d_e /%20x /a:b /s?q=a,+b".split(" ")
HOSTS = "a.example b.example:8080 user@c.example www.example.org 1.2.3.4 localhost 中文.example".split()
SCHEMES = ["http://", "https://", "ftp://", "s3://", "foo+bar://"]
PROSE = ["see http://a.example/b, or not", "a, b; c | d", "x", "", "", "0.5", "-12", 'said "no"', "Ünï", "http", "12:30"]


def uri(pick):
    return pick.choice(SCHEMES) + pick.choice(HOSTS) + pick.choice(PATHS) + pick.choice(ENDS)


def rows(pick, columns, count, cell):
    return [[cell(pick, column) for column in range(columns)] for _ in range(count)]


def usual(pick, column):
    return uri(pick) if column % 3 == 1 else pick.choice(PROSE)


def dense(pick, _):
    return uri(pick) if pick.random() < 0.8 else ""


def lines(pick, column):
    return uri(pick) if column == 0 else "one\ntwo, " + uri(pick) + "\r\nthree" if column == 1 else "x"


def shapes():
    """Names, dialects and rows."""
    header = lambda columns: [["id", "link", "a note", "Price (EUR)", "see_also", "x", "y.z"][:columns]]
    for number, delimiter in enumerate(",;|\t"):
        for quoting in [csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]:
            pick = random.Random(10 * number + quoting)
            yield dict(delimiter=delimiter, quoting=quoting), header(6) + rows(pick, 6, 100, usual)
    for number, options in enumerate([
        dict(),
        dict(lineterminator="\n"),
        dict(delimiter=";", lineterminator="\n"),
        dict(delimiter="\t", lineterminator="\n"),
    ]):
        pick = random.Random(100 + number)
        yield options, header(5) + rows(pick, 5, 100, dense)
    pick = random.Random(200)
    yield dict(), rows(pick, 4, 100, usual)
    yield dict(lineterminator="\n"), header(3) + rows(pick, 3, 100, lines)
    yield dict(), header(2) + [[str(number), uri(pick)] for number in range(100)]
    ragged = [row[: pick.randrange(2, 7)] for row in rows(pick, 6, 100, usual)]
    yield dict(), [["A title: 2024"], []] + header(6) + rows(pick, 6, 5, usual) + ragged


def is_uri(cell):
    return cell.startswith(tuple(SCHEMES)) and not any(sign.isspace() for sign in cell)


def found(urisift, path, text):
    path.write_bytes(text)
    run = subprocess.run([urisift, "--json", path], capture_output=True, check=False)
    assert not run.stderr, run.stderr
    finds = [json.loads(line) for line in run.stdout.splitlines()]
    return Counter((find["part"], find["uri"]) for find in finds)


def main():
    urisift, folder = sys.argv[1], Path(sys.argv[2])
    cells, wrong, count = 0, 0, 0
    for options, table in shapes():
        buffer = io.StringIO(newline="")
        csv.writer(buffer, **options).writerows(table)
        text = buffer.getvalue()
        read = list(csv.reader(io.StringIO(text, newline=""), delimiter=options.get("delimiter", ",")))
        kind = "tsv" if options.get("delimiter") == "\t" else "csv"
        head = next((row for row in read if row[:2] == ["id", "link"]), [])
        name = lambda column: head[column] if column < len(head) else str(column + 1)
        expected = Counter(
            (f"{kind} {name(column)}", cell) for row in read for column, cell in enumerate(row) if is_uri(cell)
        )
        missed = expected - found(urisift, folder / f"{count}.{kind}", text.encode())
        for part, cell in list(missed)[:3]:
            print(f"shape {count}, {part}: {cell}", file=sys.stderr)
        cells, wrong, count = cells + expected.total(), wrong + missed.total(), count + 1
    print(json.dumps({"shapes": count, "cells": cells, "wrong": wrong}))


main()
