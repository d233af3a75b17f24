"""The command, its report of a folder, and the finds that the report has to agree with."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[2]
URISIFT = Path(os.environ.get("URISIFT", PROJECT / "target/debug/urisift")).absolute()

Find = dict[str, Any]


def text(value: Any) -> bytes:
    """A text of the command's JSON, which has base64 where it is not UTF-8."""
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value.encode()


@dataclass
class Uri:
    """All finds of one URI."""

    uri: bytes
    finds: list[Find]
    #: The first and the last of its finds among all.
    first: int
    last: int

    @property
    def count(self) -> int:
        return len(self.finds)

    @property
    def valid(self) -> bool:
        return bool(self.finds[0]["valid"])

    @property
    def cautions(self) -> list[str]:
        """Of any of its finds: one of them may have a second reading."""
        return list(dict.fromkeys(one["caution"] for find in self.finds for one in find["cautions"]))

    def __str__(self) -> str:
        return self.uri.decode(errors="replace")


class Report:
    """The report of everything in a folder."""

    def __init__(self, folder: Path, *flags: str, paths: tuple[str, ...] = (".",)) -> None:
        self.folder = folder
        self.flags = flags
        self.paths = paths
        # Beside the folder: it is no input.
        self.page = folder.parent / f"{folder.name}.html"
        self.run("report", *flags, *paths, "-o", str(self.page))
        assert self.page.exists()

    def run(self, *typed: str) -> bytes:
        done = subprocess.run([URISIFT, *typed], cwd=self.folder, capture_output=True)
        assert done.returncode in (0, 1, 2), (typed, done)
        assert b"panicked" not in done.stderr, done.stderr
        return done.stdout

    @cached_property
    def finds(self) -> list[Find]:
        flags = [flag for flag in self.flags if flag != "--compare"]
        return [json.loads(line) for line in self.run("--json", "--judge", *flags, *self.paths).splitlines()]

    @cached_property
    def uris(self) -> list[Uri]:
        """The distinct ones in the order of the page: the most frequent first, then by their first finds."""
        finds: dict[bytes, list[int]] = defaultdict(list)
        for index, find in enumerate(self.finds):
            finds[text(find["uri"])].append(index)
        uris = [
            Uri(uri, [self.finds[index] for index in indices], indices[0], indices[-1])
            for uri, indices in finds.items()
        ]
        return sorted(uris, key=lambda uri: (-uri.count, uri.first))
