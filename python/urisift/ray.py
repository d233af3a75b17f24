"""Searching on Ray: a dataset of paths becomes one of finds.

    from urisift import ray as uris
    uris.scan(ray.data.from_items([{"path": "a.warc.gz"}, {"path": "b.mbox"}]))

Rows are those that the command writes with `-o x.parquet`. Files are read by the workers, so their paths
have to mean the same there.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa
from ray.data import Dataset

from urisift import engine


def scan(
    dataset: Dataset,
    column: str = "path",
    *,
    problems: bool = False,
    remote: Mapping[str, Any] | None = None,
    **options: Any,
) -> Dataset:
    """What is found in the files that `column` of `dataset` names, as text or bytes; null names nothing.

    A block of `dataset` is a task: `repartition` spreads the work. Finds are handed on as they come, so
    memory does not grow with them. With `problems`, two columns more, `problem_at` (bytes) and `problem`, and
    a row for whatever cannot be read, with its path. `remote` goes to `map_batches` (`num_cpus`,
    `concurrency` …); `options` are the command's flags, as for `urisift.scan_paths`. Raises ValueError
    for flags that are not understood, and for those that gather (`by`, `top`, `unique`, `count`).
    """
    options = {"threads": 1, **options}
    engine.check(options)
    columns = engine.schema(problems)

    def search(paths: pa.Table) -> Iterator[pa.Table]:
        for batch in engine.rows(paths[column].drop_null().to_pylist(), problems, options):
            yield pa.Table.from_batches([batch], columns)

    return dataset.map_batches(search, batch_format="pyarrow", **(remote or {}))
