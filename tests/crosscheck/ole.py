#!/usr/bin/env python3
"""Checks compound files against independent libraries.

ole.py URISIFT FOLDER FILE... [--show N]

Writes workbooks by xlwt, with strings and formulas, whose URIs should be all that urisift finds. The files
given are compound files: olefile reads their streams, and extract-msg the header and the bodies of
messages, in which all URIs should be among those that urisift finds in the file. Prints the counts as one
line of JSON.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess

import libraries

libraries.need(olefile="olefile", xlwt="xlwt", extract_msg="extract-msg")

import extract_msg
import olefile
import xlwt

URI = re.compile(r"https?://[A-Za-z0-9./?=&_-]*[A-Za-z0-9/]")


def found(urisift, path):
    command = [urisift, "--json", "--problems", path]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    records = [json.loads(line) for line in output.splitlines()]
    return records


def workbook(path, chance):
    """The URIs in a workbook."""
    book, uris = xlwt.Workbook(), set()
    sheet = book.add_sheet("a")
    for row in range(400):
        end = "".join(chance.choice("abc/012") for _ in range(chance.randint(0, 90)))
        uri = f"http://s{row}.example/{end}x"
        letters = chance.choice(["", "", "é", "中文"])
        sheet.write(row, 0, uri + (f" {letters}" if letters else ""))
        sheet.write(row, 1, "w" * chance.randint(0, 200))
        uris.add(uri)
    for row in range(20):
        uri = f"http://f{row}.example/b"
        text = ';"t"' if row % 2 else ""
        sheet.write(row, 2, xlwt.Formula(f'HYPERLINK("{uri}"{text})'))
        uris.add(uri)
    book.save(path)
    return uris


def streams(path):
    """The URIs that olefile's streams have in UTF-16 and in single bytes, by stream."""
    with olefile.OleFileIO(path) as ole:
        for name in ole.listdir():
            data = ole.openstream(name).read()
            texts = [data.decode("latin-1"), data.decode("utf-16-le", "replace"), data[1:].decode("utf-16-le", "replace")]
            yield "/".join(name), {uri for text in texts for uri in URI.findall(text)}


def properties(path):
    """The texts of a message: header, bodies, subject."""
    with extract_msg.openMsg(path) as message:
        html = message.htmlBody or b""
        return [str(message.header), message.body or "", html.decode("cp1252"), message.subject or ""]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("files", nargs="*")
    arguments.add_argument("--show", type=int, default=0)
    options = arguments.parse_args()
    chance, expected, wrong, missed = random.Random(22), 0, 0, []
    for number in range(3):
        path = options.folder / f"{number}.xls"
        uris = workbook(path, chance)
        finds = {record.get("uri") for record in found(options.urisift, path)}
        expected += len(uris)
        wrong += len(uris ^ finds)
        missed += sorted(uris ^ finds)
    for path in map(pathlib.Path, options.files):
        finds = {record.get("uri") for record in found(options.urisift, path)}
        for _, uris in streams(path):
            expected += len(uris)
            missed += sorted(uris - finds)
            wrong += len(uris - finds)
        if path.suffix == ".msg":
            for text in properties(path):
                uris = set(URI.findall(text))
                missed += sorted(uris - finds)
                wrong += len(uris - finds)
    for uri in missed[: options.show]:
        print(uri)
    print(json.dumps({"files": 3 + len(options.files), "expected": expected, "wrong": wrong}))


main()
