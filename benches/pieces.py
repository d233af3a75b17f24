"""What it costs to split files, and to search them in pieces: CPU time, beside that of one search of the whole.

    python benches/pieces.py TEXT MAILBOX FOLDER_OF_PAGES

They are repeated to files of 200 MB, as they are and packed in several members of gzip, and split into pieces of 32 MiB.
Each time is the least of some runs, on one thread.
"""

import gzip
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import urisift
from beside import cpu, record

RUNS = 5
LENGTH = 200_000_000
PIECE = 32 << 20

T = TypeVar("T")


def main() -> None:
    """Prints a row of a table for each file."""
    text, mail = (Path(name).read_bytes() for name in sys.argv[1:3])
    pages = [path.read_bytes() for path in sorted(Path(sys.argv[3]).iterdir())]
    print("| file | pieces | bytes of a piece's text | split ÷ search | search in pieces ÷ search |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, parts in files(text, mail, pages):
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                length = 0
                while length < LENGTH:
                    length += sum(map(file.write, parts))
            measure(path)
            os.remove(path)


def files(text: bytes, mail: bytes, pages: list[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """The name of each file, and what is repeated in it."""
    starts = [line.start() for line in re.finditer(rb"(?<=\n\n)From ", mail)][::100]
    mails = [mail[start:end] for start, end in pairwise([0, *starts, len(mail)])]
    yield "text.log", [text]
    yield "text.log.gz", packed([text[at : at + (1 << 20)] for at in range(0, len(text), 1 << 20)])
    yield "mail.mbox", [mail]
    yield "mail.mbox.gz", packed(mails)
    yield "pages.warc", [gzip.decompress(record(page)) for page in pages]
    yield "pages.warc.gz", [record(page) for page in pages]


def packed(parts: list[bytes]) -> list[bytes]:
    """A member of gzip for each."""
    return [gzip.compress(part, 6, mtime=0) for part in parts]


def measure(path: str) -> None:
    """Prints the row of a file."""
    whole, rows = least(lambda: searched([path]))
    split, pieces = least(lambda: urisift.split(path, PIECE, threads=1))
    each, same = least(lambda: searched([path] * len(pieces), pieces))
    assert same == rows
    length = max(map(len, pieces))
    print(f"| `{os.path.basename(path)}` | {len(pieces)} | {length} | {split / whole:.2f} | {each / whole:.2f} |", flush=True)


def searched(paths: list[str], pieces: list[str] | None = None) -> int:
    """How many rows there are."""
    scan = urisift.scan_paths(paths, pieces=pieces, threads=1, on_problem=lambda _: None)
    return sum(batch.num_rows for batch in scan)


def least(run: Callable[[], T]) -> tuple[float, T]:
    """The least CPU time of some runs, and what the last one returns."""
    best = float("inf")
    for _ in range(RUNS):
        before = cpu()
        result = run()
        best = min(best, cpu() - before)
    return best, result


if __name__ == "__main__":
    main()
