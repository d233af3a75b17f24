"""Searching on Ray: a dataset of paths becomes one of finds.

    from urisift import ray as uris
    uris.scan(ray.data.from_items([{"path": "a.warc.gz"}, {"path": "b.mbox"}]))

Rows are those that the command writes with `-o x.parquet`. Files are read by the workers, so their paths
have to mean the same there.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Unpack

import pyarrow as pa
from ray.data import Dataset

from urisift import ScanOptions, engine
from urisift._reading import Open
from urisift._scan import RETRIES
from urisift._types import OnProblem


def scan(
    dataset: Dataset,
    column: str = "path",
    *,
    piece: str | None = None,
    content: str | None = None,
    open: Open | None = None,
    retries: int = RETRIES,
    on_problem: OnProblem = "raise",
    remote: Mapping[str, Any] | None = None,
    **options: Unpack[ScanOptions],
) -> Dataset:
    """What is found in the files that `column` of `dataset` names, as text or bytes; null names nothing.

    A block of `dataset` is a task: `repartition` spreads the work. Finds are handed on as they come, so
    memory does not grow with them. With `content`, nothing is opened: that column has the bytes of each file, as
    those of `ray.data.read_binary_files(…, include_paths=True)` do, which unpacks files by their names, and fails where
    they are broken. With `open`, which is pickled, workers open each
    path by it, as `fsspec.filesystem("s3").open`; `retries` is that of `urisift.scan_paths`. With `piece`, that column
    has the piece of each file that is searched: see `split`.

    With `on_problem="collect"`, there are three columns more, `problem_at` (bytes), `problem_kind` and `problem`, and a
    row for whatever cannot be read, with its path. With "raise", a file that cannot be opened, or read to its end, fails
    its task, and what else is wrong is in the log of the task, as all is with "warn".
    `remote` goes to
    `map_batches` (`num_cpus`, `concurrency` …); `options` are the command's flags, as for `urisift.scan_paths`.
    Raises TypeError for what is no flag, and ValueError for flags that gather (`by`, `top`, `unique`, `count`).
    """
    flags = {"threads": 1, **options}
    engine.check(flags)
    columns = engine.schema(on_problem)

    def found(paths: pa.Table) -> Iterator[pa.RecordBatch]:
        if content is not None:
            return engine.rows_of_contents(paths.select([column, content]), on_problem, flags)
        named = paths.filter(paths[column].is_valid())
        pieces = None if piece is None else named[piece].to_pylist()
        return engine.rows(named[column].to_pylist(), on_problem, flags, open, retries, pieces)

    def search(paths: pa.Table) -> Iterator[pa.Table]:
        for batch in found(paths):
            yield pa.Table.from_batches([batch], columns)

    return dataset.map_batches(search, batch_format="pyarrow", **(remote or {}))


def split(
    dataset: Dataset,
    size: int,
    column: str = "path",
    *,
    open: Open | None = None,
    retries: int = RETRIES,
    remote: Mapping[str, Any] | None = None,
    **options: Unpack[ScanOptions],
) -> Dataset:
    """The files that `column` of `dataset` names, in pieces of about `size` bytes: see `urisift.split`.

    The columns are `path` and `piece`, for `scan(…, piece="piece")` with the same options. Spread them with `repartition`
    before that. A task reads its files once, from end to end.
    """
    engine.check(options)

    def cut(paths: pa.Table) -> Iterator[pa.Table]:
        for batch in engine.pieces(paths[column], size, options, open, retries):
            yield pa.Table.from_batches([batch])

    return dataset.map_batches(cut, batch_format="pyarrow", **(remote or {}))
