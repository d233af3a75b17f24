"""Searching with Dask: paths become a data frame of finds.

    from urisift import dask as uris
    uris.scan(["a.warc.gz", "b.mbox"])

Rows are those that the command writes with `-o x.parquet`, in columns of Arrow's types. Files are read by the workers,
so their paths have to mean the same there.
"""

from collections.abc import Iterable
from typing import Any, Unpack

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa

from urisift import ScanOptions, engine
from urisift._reading import Open
from urisift._scan import RETRIES


def scan(
    paths: Iterable[str | bytes],
    *,
    open: Open | None = None,
    retries: int = RETRIES,
    problems: bool = False,
    files_per_task: int = 32,
    **options: Unpack[ScanOptions],
) -> dd.DataFrame:
    """What is found in these files, of which `files_per_task` are a task and a partition, in their order.

    With `open`, which is pickled, workers open each path by it, as `fsspec.filesystem("s3").open`; `retries` is that
    of `urisift.scan_paths`. With `problems`, two columns more, `problem_at` (bytes) and `problem`, and a row for
    whatever cannot be read, with its path. Without, a file that cannot be opened, or read to its end, fails its task.
    `options` are the command's flags, as for `urisift.scan_paths`. Raises ValueError for flags that are not
    understood, and for those that gather (`by`, `top`, `unique`, `count`).
    """
    flags = {"threads": 1, **options}
    engine.check(flags)
    schema = engine.schema(problems)

    def search(files: list[str | bytes]) -> pd.DataFrame:
        return _frame(pa.Table.from_batches(engine.rows(files, problems, flags, open, retries), schema))

    files = list(paths)
    parts = [files[at : at + files_per_task] for at in range(0, len(files), files_per_task)]
    # It has no types.
    from_map: Any = dd.from_map
    frame: dd.DataFrame = from_map(search, parts or [[]], meta=_frame(schema.empty_table()))
    return frame


def _frame(table: pa.Table) -> Any:
    return table.to_pandas(types_mapper=pd.ArrowDtype)
