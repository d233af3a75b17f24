#!/usr/bin/env python3
"""Checks that tables, as other programs read them, say what JSON lines say.

tables.py URISIFT PATH [--show N]

Searches the path once for JSON lines and once for each kind of table, with everything that can be said
of a find, and compares every cell. SQLite and CSV are read by Python itself, Parquet by pyarrow, where
that is there. Prints the number of finds, and for each kind of table the number of rows that differ,
as one line of JSON.
"""

import argparse
import csv
import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

try:
    import pyarrow.parquet
except ImportError:
    pyarrow = None

EXTRA = ["--judge", "--email", "--www", "--unwrap", "--normalize", "--defang"]
NUMBERS = "start end line column packed_at part_start part_end fault_at".split()
TRUTHS = "decoded truncated truncated_by_source valid".split()


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def flat(find):
    """A find as a row: no field is an object or a list any more."""
    row = {}
    for name, value in find.items():
        if name == "readings":
            row["reading"] = value[1]
        elif name == "fault":
            row["fault_at"], row["fault_rule"] = value["at"], value["rule"]
        elif name == "conforms":
            row[name] = " ".join(value)
        else:
            row[name] = value
    return {name: compact(v) if isinstance(v, (dict, list)) else v for name, v in row.items()}


def of_sqlite(path):
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    for row in connection.execute("SELECT * FROM finds ORDER BY id"):
        row = dict(row)
        del row["id"]
        yield {n: bool(v) if n in TRUTHS and v is not None else v for n, v in row.items()}


def of_parquet(path):
    for batch in pyarrow.parquet.ParquetFile(path).iter_batches():
        yield from batch.to_pylist()


def typed(name, text):
    if text == "":
        return None
    if name in NUMBERS:
        return int(text)
    return text == "true" if name in TRUTHS else text


def of_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, strict=True):
            yield {name: typed(name, text) for name, text in row.items()}


def of_tsv(path):
    signs = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    with open(path, newline="\n", encoding="utf-8") as file:
        names = next(file).rstrip("\n").split("\t")
        for line in file:
            texts = line.rstrip("\n").split("\t")
            texts = [re.sub(r"\\(.)", lambda match: signs[match[1]], text) for text in texts]
            yield {name: typed(name, text) for name, text in zip(names, texts, strict=True)}


def is_same(find, row, is_text):
    """Python's readers do not tell an empty text from none in CSV, and nothing does in TSV."""
    row = {name: value for name, value in row.items() if value is not None}
    if is_text:
        find = {name: value for name, value in find.items() if value != ""}
    return row == find


def differing(finds, rows, is_text, show):
    rows = list(rows)
    wrong = [pair for pair in zip(finds, rows) if not is_same(*pair, is_text)]
    for find, row in wrong[:show]:
        print(find, {name: value for name, value in row.items() if value is not None}, file=sys.stderr)
    return len(wrong) + abs(len(finds) - len(rows))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("path")
    arguments.add_argument("--show", type=int, default=0)
    options = arguments.parse_args()
    readers = {"sqlite": of_sqlite, "csv": of_csv, "tsv": of_tsv}
    if pyarrow:
        readers["parquet"] = of_parquet
    with tempfile.TemporaryDirectory() as folder:
        def written(ending):
            path = pathlib.Path(folder) / f"finds.{ending}"
            command = [options.urisift, *EXTRA, options.path, "-o", path]
            subprocess.run(command, stderr=subprocess.DEVNULL)
            return path

        lines = written("jsonl").read_text(encoding="utf-8").split("\n")[:-1]
        finds = [flat(json.loads(line)) for line in lines]
        counts = {"finds": len(finds)}
        for ending, rows in readers.items():
            is_text = ending in ("csv", "tsv")
            counts[ending] = differing(finds, rows(written(ending)), is_text, options.show)
    print(json.dumps(counts))


main()
