"""The package beside others that find URIs in Python: CPU time, and how many they find.

    pip install linkify-it-py urlextract warcio beautifulsoup4
    python benches/beside.py TEXT FOLDER_OF_PAGES

The first MiB of the text is searched in pieces of 4 KiB that end with a line, and the pages in a WARC file with a member of
gzip for each. Each time is the least of some runs.
"""

import gzip
import os
import platform
import resource
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import urisift

RUNS = 5
#: Some of the others take minutes for a text that is longer.
TEXT = 1 << 20
RIVALS = ("linkify-it-py", "urlextract", "warcio", "beautifulsoup4")

#: Where finds start and end, in characters.
Spans = list[tuple[int, int]]


def main() -> None:
    """Prints a row of a table for each."""
    versions = ", ".join(f"{name} {version(name)}" for name in RIVALS)
    print(f"Python {platform.python_version()}, {versions}\n")
    pieces = cut(Path(sys.argv[1]).read_bytes()[:TEXT].decode(errors="replace"))
    finders = texts()
    heading("text")
    show(finders, lambda find: sum(len(find(piece)) for piece in pieces))
    print(f"\n| finds beside those of {WIDE} | the same | they overlap one | elsewhere |\n|---|---|---|---|")
    for name in RIVALS[:2]:
        compare(name, [(finders[WIDE](piece), finders[name](piece)) for piece in pieces])
    pages = [path.read_bytes() for path in sorted(Path(sys.argv[2]).iterdir())][:500]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pages.warc.gz")
        Path(path).write_bytes(b"".join(map(record, pages)))
        print()
        heading(f"web archive of {len(pages)} pages, {sum(map(len, pages)) / 1e6:.0f} MB")
        show(archives(), lambda find: find(path))


def cut(text: str) -> list[str]:
    """The lines, put together to pieces of about 4 KiB."""
    pieces, piece = list[str](), ""
    for line in text.splitlines(keepends=True):
        piece += line
        if len(piece) >= 4096:
            pieces.append(piece)
            piece = ""
    return [*pieces, piece]


def record(page: bytes) -> bytes:
    """A member with the page."""
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: http://a.example/\r\n"
        "WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + http + b"\r\n\r\n", 6, mtime=0)


WIDE = "`urisift.find(www=True, bare=True, email=True)`"


def texts() -> dict[str, Callable[[str], Spans]]:
    """What finds URIs in a string."""
    from linkify_it import LinkifyIt
    from urlextract import URLExtract

    linkify, extract = LinkifyIt(), URLExtract(extract_email=True)
    schemes = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})

    def found(text: str, **options: Any) -> Spans:
        return [(each.char_start or 0, each.char_end or 0) for each in urisift.find(text, **options)]

    def matched(linkify: LinkifyIt, text: str) -> Spans:
        return [(each.index, each.last_index) for each in linkify.match(text) or ()]

    return {
        "`urisift.find`": found,
        "linkify-it-py, schemes only": lambda text: matched(schemes, text),
        WIDE: lambda text: found(text, www=True, bare=True, email=True),
        "linkify-it-py": lambda text: matched(linkify, text),
        "urlextract": lambda text: [span for _, span in extract.find_urls(text, get_indices=True)],
    }


def archives() -> dict[str, Callable[[str], int]]:
    """What finds links in a web archive: their number."""
    from bs4 import BeautifulSoup
    from warcio.archiveiterator import ArchiveIterator

    def soup(path: str, parser: str) -> int:
        count = 0
        with open(path, "rb") as file:
            for each in ArchiveIterator(file):
                page = BeautifulSoup(each.content_stream().read(), parser)
                count += sum(tag.has_attr(name) for tag in page.find_all(True) for name in ("href", "src"))
        return count

    def urisifted(path: str) -> int:
        scan = urisift.scan_paths(path, threads=1, columns=["uri"], on_problem=lambda _: None)
        return sum(batch.num_rows for batch in scan)

    return {
        "`urisift.scan_paths(columns=[\"uri\"])`": urisifted,
        "warcio and Beautiful Soup (`html.parser`)": lambda path: soup(path, "html.parser"),
    }


def heading(what: str) -> None:
    """The head of a table of times."""
    print(f"| {what} | CPU time, ms | ÷ that of urisift above | found |\n|---|---|---|---|")


def show(finders: dict[str, Callable[[str], Any]], run: Callable[[Callable[[str], Any]], int]) -> None:
    """Prints the least time of each, of fewer runs if it is slow."""
    ours = 0.0
    for name, find in finders.items():
        best, count = float("inf"), 0
        for _ in range(RUNS):
            before = cpu()
            count = run(find)
            best = min(best, cpu() - before)
            if best > 10:
                break
        if "urisift" in name:
            ours = best
        print(f"| {name} | {figure(best * 1e3)} | {figure(best / ours)} | {count:,} |", flush=True)


def figure(number: float) -> str:
    """Three digits, or all before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def compare(name: str, both: list[tuple[Spans, Spans]]) -> None:
    """Prints how many finds of another one are the same as ours, in each piece."""
    same = overlap = other = 0
    for ours, theirs in both:
        for start, end in theirs:
            if (start, end) in ours:
                same += 1
            elif any(start < last and first < end for first, last in ours):
                overlap += 1
            else:
                other += 1
    print(f"| {name} | {same:,} | {overlap:,} | {other:,} |")


def cpu() -> float:
    """The CPU time of all threads so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
