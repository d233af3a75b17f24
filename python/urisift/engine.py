"""What the engines share: the files to be searched, and record batches of finds and problems.

Knows no engine. `urisift.spark`, `urisift.ray` and `urisift.dask` stand on it.
"""

import glob
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

import urisift
from urisift._reading import Open, Reading
from urisift._scan import RETRIES, Text, _begun, _local, _reading, _split, shown, with_problems
from urisift._types import OnProblem

#: Flags with which there is no row for each find, or that say what is searched. Engines do that themselves.
REFUSED = frozenset("by top unique count problems files_from".split())


def schema(on_problem: OnProblem = "raise") -> pa.Schema:
    """The columns of `rows`: those of `urisift.schema()`, and those of problems where they are collected."""
    return with_problems(urisift.schema()) if on_problem == "collect" else urisift.schema()


def refuse(options: Mapping[str, Any]) -> None:
    """Raises ValueError for a flag with which rows would not be those of the files alone."""
    for name, value in options.items():
        flag = name.removesuffix("_").replace("-", "_").lower()
        if flag in REFUSED and value is not None and value is not False:
            raise ValueError(f"{name}: no task does this, which has but some files: leave it to the engine")


def check(options: Mapping[str, Any]) -> None:
    """Raises, before there is a task: ValueError for flags that are refused, TypeError for those that are none."""
    refuse(options)
    urisift.list_paths([os.devnull], **options)


def listed(paths: Sequence[str | bytes], options: Mapping[str, Any]) -> list[urisift.Listed]:
    """The files that a search of `paths` takes, in its order, and what of them cannot be looked at.

    Patterns are expanded. What cannot be looked at is at the end, with no length: the search of it reports the
    problem. Raises FileNotFoundError if there is none of the paths.
    """
    if not paths:
        return []
    met: list[urisift.Problem] = []
    found = urisift.list_paths(expanded(paths), on_problem=met.append, **options)
    return found + [urisift.Listed(each.path, None, None) for each in met if not os.path.isfile(each.path)]


def expanded(paths: Iterable[str | bytes]) -> list[str | bytes]:
    """The paths; in place of a pattern that is no path itself, those that match it, by name."""
    found: list[str | bytes] = []
    for path in paths:
        name = _local(os.fsdecode(path))
        matching = sorted(glob.glob(name, recursive=True)) if glob.has_magic(name) else []
        found += [path] if os.path.lexists(name) or not matching else matching
    return found


def searched(given: dict[str, str]) -> list[str | bytes]:
    """Takes from the options what is to be searched. Raises ValueError if that is not said."""
    if given.keys().isdisjoint(("path", "paths", "files_from")):
        raise ValueError("what is to be searched: load needs a path, or the option files_from")
    paths: list[str | bytes] = [given.pop("path")] if "path" in given else []
    paths += json.loads(given.pop("paths", "[]"))
    if "files_from" in given:
        with open(given.pop("files_from"), "rb") as listed:
            paths += [line for line in listed.read().split(b"\n") if line]
    return paths


def lines(paths: Iterable[str | None]) -> Iterator[str]:
    """The paths as lines for the command. Raises ValueError, before the first, for what is none."""
    # All at once: what fails while the command is fed would leave it waiting for ever.
    named = [path for path in paths if path is not None]
    for path in named:
        if not isinstance(path, str) or "\n" in path:
            raise ValueError(f"{path!r}: no path that is a line of text")
        path.encode()
    return iter(named)


def rows(
    paths: Sequence[str | bytes],
    on_problem: OnProblem,
    options: Mapping[str, Any],
    open: Open | None = None,
    retries: int = RETRIES,
    pieces: Sequence[str | None] | None = None,
) -> Iterator[pa.RecordBatch]:
    """What is found in `paths`, a batch at a time; `open`, `retries` and `pieces` are those of `urisift.scan_paths`.

    `on_problem` is that of `urisift.scan_paths`; warnings are in the log of the task.
    Raises ValueError for flags that are refused, and for URLs without `open`, and TypeError for what is no flag.
    """
    names = [os.fsdecode(path) for path in paths]
    if open is None:
        return _rows([_local(name) for name in names], None, on_problem, options, pieces)
    return _rows(names, _reading(open, retries), on_problem, options, pieces)


def pieces(
    paths: pa.Array, size: int, options: Mapping[str, Any], open: Open | None = None, retries: int = RETRIES
) -> Iterator[pa.RecordBatch]:
    """The pieces of each file (see `urisift.split`), a batch for each: `path`, and `piece`. A null has none.

    A file that is not there is one piece, whose search reports that.
    """
    refuse(options)
    for path in paths.drop_null():
        name = os.fsdecode(path.as_py())
        found = _split(name if open else _local(name), size, options, open, retries)
        yield pa.record_batch([pa.repeat(path, len(found)), pa.array(found)], ["path", "piece"])


def rows_of_contents(
    contents: pa.RecordBatch | pa.Table, on_problem: OnProblem, options: Mapping[str, Any]
) -> Iterator[pa.RecordBatch]:
    """What is found in files that are there: their paths, and their bytes. A null has no finds."""
    paths, values = (column.to_pylist() for column in contents.columns)
    given = [(path, value) for path, value in zip(paths, values, strict=True) if value is not None]
    names = ["" if path is None else os.fsdecode(path) for path, _ in given]
    texts: list[Text] = [(value.encode() if isinstance(value, str) else value, None) for _, value in given]
    return _rows(names, texts, on_problem, options)


def _rows(
    names: list[str],
    origin: Reading | list[Text] | None,
    on_problem: OnProblem,
    options: Mapping[str, Any],
    pieces: Sequence[str | None] | None = None,
) -> Iterator[pa.RecordBatch]:
    refuse(options)
    if not names:
        return
    with _begun(names, options, on_problem, origin, pieces) as scan:
        yield from scan
