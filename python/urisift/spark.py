"""Searching on Spark: paths go out, rows of finds come back.

    from urisift import spark as uris
    uris.scan(spark.createDataFrame([("a.warc.gz",), ("b.mbox",)], "path string"))

    uris.register(spark)
    spark.read.format("urisift").option("scheme", "http,https").load("/archive/*.warc.gz")

Rows are those of the command's Parquet files. Paths must be valid on all workers, which open objects of a store with
`open`; files that Spark itself reads (`binaryFile`) have their bytes in a column.
Each task searches on one thread, unless `threads` says otherwise.
"""

import os
import shlex
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from typing import Any, Unpack

import pyarrow as pa
from pyspark import RDD
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DataType,
    LongType,
    StringType,
    StructType,
    TimestampType,
)

from urisift import ScanOptions, engine
from urisift._reading import Open
from urisift._scan import RETRIES
from urisift._types import OnProblem

TYPES: dict[pa.DataType, DataType] = {
    pa.string(): StringType(),
    pa.int64(): LongType(),
    pa.bool_(): BooleanType(),
    pa.timestamp("us", "UTC"): TimestampType(),
}


def schema(on_problem: OnProblem = "raise") -> StructType:
    """The columns of the rows, as Spark's types."""
    columns = StructType()
    for field in engine.schema(on_problem):
        columns.add(field.name, TYPES[field.type])
    return columns


def scan(
    paths: DataFrame,
    column: str = "path",
    *,
    piece: str | None = None,
    content: str | None = None,
    open: Open | None = None,
    retries: int = RETRIES,
    on_problem: OnProblem = "raise",
    **options: Unpack[ScanOptions],
) -> DataFrame:
    """What is found in the files that `column` of `paths` names, as text or bytes; null names nothing.

    A partition of `paths` is a task: spread them as the work is to be spread. With `content`, nothing is
    opened: that column has the bytes of each file, as those of `spark.read.format("binaryFile")` do. With `open`,
    which is pickled, workers open each path by it, as `fsspec.filesystem("s3").open`; `retries` is that of
    `urisift.scan_paths`. With `piece`, that column has the piece of each file that is searched: see `split`.

    With `on_problem="collect"`, there are three columns more, `problem_at` (bytes), `problem_kind` and `problem`, and a
    row for whatever cannot be read, with its path. With "raise", a file that cannot be opened, or read to its end, fails
    its task, and what else is wrong is in the log of the task, as all is with "warn".
    `options` are the command's flags, as for `urisift.scan_paths`. Raises TypeError for what is no flag,
    and ValueError for flags that gather (`by`, `top`, `unique`, `count`), which is what Spark does.
    """
    flags = {"threads": 1, **options}
    engine.check(flags)

    def search(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            if content is None:
                named = batch.filter(batch.column(0).is_valid())
                pieces = None if piece is None else named.column(1).to_pylist()
                yield from engine.rows(named.column(0).to_pylist(), on_problem, flags, open, retries, pieces)
            else:
                yield from engine.rows_of_contents(batch, on_problem, flags)

    wanted = [name for name in (column, piece or content) if name is not None]
    return paths.select(*wanted).mapInArrow(search, schema(on_problem))


def split(
    paths: DataFrame,
    size: int,
    column: str = "path",
    *,
    open: Open | None = None,
    retries: int = RETRIES,
    **options: Unpack[ScanOptions],
) -> DataFrame:
    """The files that `column` of `paths` names, in pieces of about `size` bytes: see `urisift.split`.

    The columns are `path` and `piece`, for `scan(…, piece="piece")` with the same options. Spread them with `repartition`
    before that. Each task reads its files once, from end to end, so what is to be split should be in tasks of its own.
    """
    engine.check(options)

    def cut(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from engine.pieces(batch.column(0), size, options, open, retries)

    columns = StructType().add("path", paths.schema[column].dataType).add("piece", StringType())
    return paths.select(column).mapInArrow(cut, columns)


def register(spark: SparkSession) -> None:
    """Makes the format `urisift`, or `uris` for short, known to `spark.read`.

    `load` takes files, directories and patterns of all workers, but no URL of a store: for these, see `open` and
    `content` of `scan`. The option `files_from` is a file of paths, a line each, `files_per_task` how many files a
    task has (32), `on_problem` is as in `scan`, and all others are flags of the command, "true" for one without a
    value. Files are listed by the driver; that there is none of the paths is an error.
    """
    spark.dataSource.register(UrisiftSource)
    spark.dataSource.register(UriSource)


class UrisiftSource(DataSource):
    @classmethod
    def name(cls) -> str:
        return "urisift"

    def schema(self) -> StructType:
        return schema(_told(self.options.get("on_problem", "raise")))

    def reader(self, schema: StructType) -> DataSourceReader:
        return UriReader(self.options, schema.names)


class UriSource(UrisiftSource):
    @classmethod
    def name(cls) -> str:
        return "uris"


class UriReader(DataSourceReader):
    # A partition is some files; of the columns, those are handed on that were asked for.
    def __init__(self, options: MutableMapping[str, str], columns: list[str]) -> None:
        given = dict(options)
        self.columns = columns
        self.paths = engine.searched(given)
        self.files_per_task = int(given.pop("files_per_task", 32))
        if self.files_per_task < 1:
            raise ValueError("files_per_task: expected at least 1")
        flags = {name: _flag(value) for name, value in given.items()}
        self.on_problem = _told(flags.pop("on_problem", "raise"))
        self.flags = {"threads": 1, **flags}
        engine.check(self.flags)

    def partitions(self) -> Sequence[InputPartition]:
        paths = [os.fsencode(each.path) for each in engine.listed(self.paths, self.flags)]
        size = self.files_per_task
        return [InputPartition(paths[at : at + size]) for at in range(0, len(paths), size)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        # Without a file, there is one partition, of nothing.
        for batch in engine.rows(partition.value or [], self.on_problem, self.flags):
            yield batch.select(self.columns)


def _told(value: str) -> OnProblem:
    told: dict[str, OnProblem] = {"raise": "raise", "warn": "warn", "collect": "collect"}
    if value not in told:
        raise ValueError(f"on_problem: expected one of {', '.join(told)}, and not {value!r}")
    return told[value]


def _flag(value: str) -> Any:
    return {"true": True, "false": False}.get(value.lower(), value)


def pipe(
    paths: RDD[str], *flags: str, command: str = "urisift", on_problem: OnProblem = "raise"
) -> DataFrame:
    """The rows of `scan` by way of the command, where workers have that and no package.

    `flags` are the command's, as typed. Of the environment, the command has the driver's PATH and nothing
    else. A path that is null names nothing; one that is no text, has a line feed, or is not UTF-8 fails its
    task, and so does a command that fails, or is killed. `on_problem` is that of `scan`, but "raise" also fails for what
    is cut inside of a file, which the command does not tell apart.
    """
    engine.refuse({word[2:].partition("=")[0]: True for word in flags if word.startswith("--")})
    words = [command, "--no-config", "--json", "--columns=all", "--exit-zero", "--threads=1", *flags, "--files-from=-"]
    if on_problem != "warn":
        words.append("--problems")
    env = {"PATH": os.environ.get("PATH", os.defpath)}
    lines = paths.mapPartitions(engine.lines).pipe(shlex.join(words), env, checkCode=True)
    rows = SparkSession.active().read.schema(_json_schema()).json(lines, mode="FAILFAST")
    if on_problem == "raise":
        # What cannot be read fails the task; what is not read has no row.
        is_read = F.col("problem").isNull() | F.col("kind").isin("unread", "limit", "damaged")
        told = F.raise_error(F.concat_ws(": ", "path", "problem")).cast("boolean")
        rows = rows.where(F.when(is_read, F.col("problem").isNull()).otherwise(told))
    return rows.select([_from_json(field.name) for field in schema(on_problem)])


def _json_schema() -> StructType:
    """The fields of `--json`, and those that are flat in a table."""
    text, number = StringType(), LongType()
    fields = schema().add("readings", ArrayType(text))
    fields["conforms"].dataType = ArrayType(text)
    fields.add("fault", StructType().add("at", number).add("rule", text))
    return fields.add("at", number).add("kind", text).add("problem", text)


def _from_json(column: str) -> Column:
    made = {
        "reading": F.get("readings", F.lit(1)),
        "conforms": F.array_join("conforms", " "),
        "fault_at": F.col("fault.at"),
        "fault_rule": F.col("fault.rule"),
        "problem_at": F.col("at"),
        "problem_kind": F.col("kind"),
    }
    return made.get(column, F.col(column)).alias(column)
