"""The package beside others that find URIs in Python: CPU time, and how many they find.

    pip install linkify-it-py urlextract warcio beautifulsoup4
    python benches/beside.py TEXT FOLDER_OF_PAGES

The text is searched as one string, in pieces of 4 KiB that end with a line, and the pages in a WARC file with a member of
gzip for each. Each figure is the least of some runs.
"""

import gzip
import os
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import urisift

RUNS = 5
#: Some of the others take minutes for a text that is longer.
TEXT = 1 << 20


def main() -> None:
    """Prints a row of a table for each."""
    text = Path(sys.argv[1]).read_bytes()[:TEXT].decode(errors="replace")
    pieces = cut(text)
    print("| text | MB/s of CPU | found |\n|---|---|---|")
    for name, find in texts().items():
        show(name, len(text.encode()), lambda find=find: sum(find(piece) for piece in pieces))
    pages = [path.read_bytes() for path in sorted(Path(sys.argv[2]).iterdir())][:500]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pages.warc.gz")
        Path(path).write_bytes(b"".join(map(record, pages)))
        print("\n| web archive | MB/s of CPU | found |\n|---|---|---|")
        for name, find in archives().items():
            show(name, sum(map(len, pages)), lambda find=find: find(path))


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


def texts() -> dict[str, Callable[[str], int]]:
    """What finds URIs in a string: their number."""
    from linkify_it import LinkifyIt
    from urlextract import URLExtract

    linkify, extract = LinkifyIt(), URLExtract()
    return {
        "`urisift.find`": lambda text: len(urisift.find(text)),
        "the same with `www`, `bare` and `email`": lambda text: len(urisift.find(text, www=True, bare=True, email=True)),
        "linkify-it-py": lambda text: len(linkify.match(text) or ()),
        "urlextract": lambda text: len(extract.find_urls(text)),
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


def show(name: str, size: int, run: Callable[[], int]) -> None:
    """Runs it some times, fewer if it is slow, and prints the best."""
    best, count = float("inf"), 0
    for _ in range(RUNS):
        before = cpu()
        count = run()
        best = min(best, cpu() - before)
        if best > 10:
            break
    print(f"| {name} | {size / best / 1e6:.3g} | {count:,} |", flush=True)


def cpu() -> float:
    """The CPU time of all threads so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
