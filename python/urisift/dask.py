"""Searching with Dask: paths become a data frame of finds.

    from urisift import dask as uris
    uris.scan(["a.warc.gz", "b.mbox"])

Rows are those that the command writes with `-o x.parquet`, in columns of Arrow's types. Files are read by the workers,
so their paths have to mean the same there.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, Unpack

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
from dask.base import compute
from dask.delayed import delayed

from urisift import ScanOptions, engine
from urisift._reading import Open
from urisift._scan import RETRIES, _names
from urisift._types import OnProblem, Path


class Part(NamedTuple):
    """What a task searches: files, or a piece of each."""

    files: list[str]
    pieces: list[str] | None = None


def scan(
    paths: Path | Iterable[Path],
    *,
    open: Open | None = None,
    retries: int = RETRIES,
    on_problem: OnProblem = "raise",
    files_per_task: int = 32,
    split: int | None = None,
    **options: Unpack[ScanOptions],
) -> dd.DataFrame:
    """What is found in these files, or in this one, of which `files_per_task` are a task and a partition, in their order.

    With `open`, which is pickled, workers open each path by it, as `fsspec.filesystem("s3").open`; `retries` is that
    of `urisift.scan_paths`.
    With `on_problem="collect"`, there are three columns more, `problem_at` (bytes), `problem_kind` and `problem`, and a
    row for whatever cannot be read, with its path. With "raise", a file that cannot be opened, or read to its end, fails
    its task, and what else is wrong is in the log of the task, as all is with "warn".
    With `split`, files are in pieces of about that many bytes (see `urisift.split`), and a task has one: each file is read
    for that at once, by a task of its own.
    `options` are the command's flags, as for `urisift.scan_paths`. Raises TypeError for what is no flag,
    and ValueError for flags that gather (`by`, `top`, `unique`, `count`).
    """
    flags = {"threads": 1, **options}
    engine.check(flags)
    schema = engine.schema(on_problem)

    def search(part: Part) -> pd.DataFrame:
        rows = engine.rows(part.files, on_problem, flags, open, retries, part.pieces)
        return _frame(pa.Table.from_batches(rows, schema))

    def cut(file: str) -> list[Part]:
        pieces = engine.pieces(pa.array([file]), size, flags, open, retries)
        return [Part([file], [piece]) for batch in pieces for piece in batch["piece"].to_pylist()]

    # They have no types.
    from_map: Any = dd.from_map
    later: Any = delayed
    run: Any = compute
    files, size = _names(paths), split or 0
    if split is None:
        parts = [Part(files[at : at + files_per_task]) for at in range(0, len(files), files_per_task)]
    else:
        parts = [part for each in run(*map(later(cut), files)) for part in each]
    frame: dd.DataFrame = from_map(search, parts or [Part([])], meta=_frame(schema.empty_table()))
    return frame


def _frame(table: pa.Table) -> Any:
    return table.to_pandas(types_mapper=pd.ArrowDtype)
