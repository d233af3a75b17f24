#!/usr/bin/env python3
"""Checks what urisift finds in web archives against warcio.

warc.py URISIFT FOLDER [PAGES] [--show N]

warcio writes two archives of the pages to the folder, one of them compressed by record, with bodies that are chunked
and compressed with gzip and deflate; and reads them again. Each body that it gives is a file, which urisift reads
alone, with the URI of the record as `--base`: it has to find the same in the archive. PAGES is a tar archive; without
it, pages are made here. Prints the counts as one line of JSON, and the differences with --show.
"""

import argparse
import collections
import gzip
import io
import json
import pathlib
import re
import subprocess
import tarfile
import zlib

from libraries import need

need(warcio="warcio")

from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

MADE = [
    (f"{n}.html", f"<title>{n}</title><p>http://a.example/{n}. <a href='b/{n}?x=1&amp;y'>c</a>".encode())
    for n in range(40)
]

CODINGS = {
    "identity": lambda body: body,
    "gzip": gzip.compress,
    "deflate": zlib.compress,
}


def pages(archive):
    if archive is None:
        return MADE
    with tarfile.open(archive) as tar:
        pages = [(member.name, tar.extractfile(member).read()) for member in tar if member.isfile()]
    # The address that a browser notes in a page it saves comes before `--base`, but after that of a record.
    return [(name, re.sub(rb"<!-- saved from url=.*?-->", b"", page, flags=re.DOTALL)) for name, page in pages]


def chunked(body):
    pieces = [body[at : at + 1000] for at in range(0, len(body), 1000)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def write(path, pages, version, is_packed):
    with open(path, "wb") as out:
        writer = WARCWriter(out, gzip=is_packed, warc_version=version)
        writer.write_record(writer.create_warcinfo_record(path.name, {"software": "http://c.example/ crosscheck"}))
        for number, (name, body) in enumerate(pages):
            coding = list(CODINGS)[number % len(CODINGS)]
            body = CODINGS[coding](body)
            fields = [("Content-Type", "text/html")]
            if coding != "identity":
                fields.append(("Content-Encoding", coding))
            if number % 3 == 0:
                fields.append(("Transfer-Encoding", "chunked"))
                body = chunked(body)
            uri = f"http://w{number}.example/d/{name}?a[]={number}"
            head = StatusAndHeaders("200 OK", fields, protocol="HTTP/1.1")
            writer.write_record(writer.create_warc_record(uri, "response", payload=io.BytesIO(body), http_headers=head))


def finds(command):
    """The URIs of each record, with where they stand in its text."""
    output = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout
    by_record = collections.defaultdict(list)
    for line in output.splitlines():
        find = json.loads(line)
        record, _, part = find.get("part", "").removeprefix("gz/").partition("/")
        if not part.endswith("header") and not part.startswith("warc") and "warcinfo" not in record:
            by_record[record].append(json.dumps([find["uri"], find.get("link"), find.get("reference")]))
    return by_record


def compare(urisift, path, folder):
    """How many URIs there are, and the differences."""
    ours = [uris for record, uris in sorted(finds([urisift, "--json", path]).items(), key=number)]
    theirs = []
    with open(path, "rb") as archive:
        for record in ArchiveIterator(archive):
            if record.rec_type == "response":
                file = folder / "body.html"
                file.write_bytes(record.content_stream().read())
                base = record.rec_headers.get_header("WARC-Target-URI")
                found = finds([urisift, "--json", "--as", "html", "--base", base, file])
                if uris := [uri for uris in found.values() for uri in uris]:
                    theirs.append(uris)
    differences = [
        (path.name, index, uri)
        for index, (a, b) in enumerate(zip(ours, theirs))
        for uri in (collections.Counter(a) - collections.Counter(b)) + (collections.Counter(b) - collections.Counter(a))
    ]
    if len(ours) != len(theirs):
        differences.append((path.name, "records", f"{len(ours)} and {len(theirs)}"))
    return sum(map(len, theirs)), differences


def number(item):
    return int(item[0].split()[1])


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("urisift")
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("pages", nargs="?")
    arguments.add_argument("--show", type=int, default=0)
    options = arguments.parse_args()
    all_pages, total, differences = pages(options.pages), 0, []
    for version, name in [("1.0", "plain.warc"), ("1.1", "packed.warc.gz")]:
        path = options.folder / name
        write(path, all_pages, version, path.suffix == ".gz")
        count, different = compare(options.urisift, path, options.folder)
        total, differences = total + count, differences + different
    for difference in differences[: options.show]:
        print(*difference)
    print(json.dumps({"pages": len(all_pages), "expected": total, "different": len(differences)}))


main()
