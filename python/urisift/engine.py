"""What the engines share: the files below a path, and record batches of finds and problems.

Knows no engine. `urisift.spark` and `urisift.ray` are thin doors to it.
"""

import base64
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

import urisift

#: The columns that `problems=True` adds: the byte of the file, where it is known, and what is wrong.
PROBLEM_FIELDS = (pa.field("problem_at", pa.int64()), pa.field("problem", pa.string()))

#: Flags that choose among the files of directories. Engines name each file, so these would count for nothing.
CHOOSING = frozenset(
    "follow gitignore glob hidden iglob ignore_file max_filesize no_hidden one_file_system "
    "type type_add type_clear type_not".split()
)


def schema(problems: bool) -> pa.Schema:
    """The columns of `rows`: those of `urisift.schema()`, and those of problems where they are asked for."""
    fields = list(urisift.schema()) + (list(PROBLEM_FIELDS) if problems else [])
    return pa.schema(fields)


def rows(
    paths: Sequence[str | bytes], problems: bool, options: Mapping[str, Any]
) -> Iterator[pa.RecordBatch]:
    """What is found in `paths`, a batch at a time.

    With `problems`, whatever cannot be read is a row that has its path, `problem_at` and `problem`, and
    nothing else. Without, it is a `urisift.ProblemWarning`, in the log of the task.
    Raises ValueError for flags that are not understood.
    """
    if not paths:
        return
    if not problems:
        yield from urisift.scan_paths(paths, **options)
        return
    wide = schema(problems)
    met: list[urisift.Problem] = []
    for batch in urisift.scan_paths(paths, on_problem=met.append, **options):
        yield _widened(batch, wide)
        if met:
            yield _told(met, wide)
            met.clear()
    if met:
        yield _told(met, wide)


def _widened(batch: pa.RecordBatch, wide: pa.Schema) -> pa.RecordBatch:
    missing = [pa.nulls(batch.num_rows, field.type) for field in PROBLEM_FIELDS]
    return pa.RecordBatch.from_arrays(batch.columns + missing, schema=wide)


def _told(met: Iterable[urisift.Problem], wide: pa.Schema) -> pa.RecordBatch:
    told = [{"path": _shown(each.path), "problem_at": each.at, "problem": each.what} for each in met]
    return pa.RecordBatch.from_pylist(told, schema=wide)


def _shown(path: str) -> str:
    """The path as finds have it: bytes that are not UTF-8 are an object of JSON."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return json.dumps({"bytes": base64.b64encode(os.fsencode(path)).decode()}, separators=(",", ":"))
    return path


def files(path: str) -> Iterator[str]:
    """The file `path`, or the files below it in the order of their names, as the command takes them.

    Symbolic links and devices in directories are passed over. What cannot be listed is given as it is,
    so that whoever searches it tells the problem.
    """
    if not os.path.isdir(path):
        yield path
        return
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError:
        yield path
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from files(entry.path)
        elif entry.is_file(follow_symlinks=False):
            yield entry.path


def refuse_choosing(options: Iterable[str]) -> None:
    """Raises ValueError if one of these flags chooses among the files of directories."""
    for flag in options:
        if flag in CHOOSING:
            raise ValueError(f"{flag}: files are named one by one here; name only those wanted")
