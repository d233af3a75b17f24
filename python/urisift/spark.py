"""Searching on Spark: paths go out, rows of finds come back.

    from urisift import spark as uris
    uris.scan(spark.createDataFrame([("a.warc.gz",), ("b.mbox",)], "path string"))

    uris.register(spark)
    spark.read.format("uris").option("scheme", "http,https").load("/archive")

Rows are those that the command writes with `-o x.parquet`. Paths have to mean the same on all workers.
Each task searches on one thread, unless `threads` says otherwise.
"""

import os
import shlex
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from typing import Any

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

from urisift import engine

TYPES: dict[pa.DataType, DataType] = {
    pa.string(): StringType(),
    pa.int64(): LongType(),
    pa.bool_(): BooleanType(),
    pa.timestamp("us", "UTC"): TimestampType(),
}


def schema(problems: bool = False) -> StructType:
    """The columns of the rows, as Spark's types."""
    columns = StructType()
    for field in engine.schema(problems):
        columns.add(field.name, TYPES[field.type])
    return columns


def scan(
    paths: DataFrame, column: str = "path", *, problems: bool = False, **options: Any
) -> DataFrame:
    """What is found in the files that `column` of `paths` names, as text or bytes; null names nothing.

    A partition of `paths` is a task: spread them as the work is to be spread. With `problems`, two columns
    more, `problem_at` (bytes) and `problem`, and a row for whatever cannot be read, with its path.
    `options` are the command's flags, as for `urisift.scan_paths`. Raises ValueError for flags that are not
    understood, and for those that gather (`by`, `top`, `unique`, `count`), which is what Spark does.
    """
    options = {"threads": 1, **options}
    engine.check(options)

    def search(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield from engine.rows(batch.column(0).drop_null().to_pylist(), problems, options)

    return paths.select(column).mapInArrow(search, schema(problems))


def register(spark: SparkSession) -> None:
    """Makes the format `uris` known to `spark.read`.

    `load` takes files and directories, and the option `files_from` a file of paths, a line each. The option
    `files_per_task` is how many files a task has (32), `problems` is as in `scan`, and all others are flags
    of the command, "true" for one without a value. Files are listed by the driver.
    """
    spark.dataSource.register(UriSource)


class UriSource(DataSource):
    @classmethod
    def name(cls) -> str:
        return "uris"

    def schema(self) -> StructType:
        return schema(_flag(self.options.get("problems", "")) is True)

    def reader(self, schema: StructType) -> DataSourceReader:
        return UriReader(self.options, schema.names)


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
        self.problems = flags.pop("problems", False) is True
        self.flags = {"threads": 1, **flags}
        engine.check(self.flags)

    def partitions(self) -> Sequence[InputPartition]:
        paths = [os.fsencode(each.path) for each in engine.listed(self.paths, self.flags)]
        size = self.files_per_task
        return [InputPartition(paths[at : at + size]) for at in range(0, len(paths), size)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        for batch in engine.rows(partition.value, self.problems, self.flags):
            yield batch.select(self.columns)


def _flag(value: str) -> Any:
    return {"true": True, "false": False}.get(value.lower(), value)


def pipe(
    paths: RDD[str], *flags: str, command: str = "urisift", problems: bool = False
) -> DataFrame:
    """The rows of `scan` by way of the command, where workers have that and no package.

    `flags` are the command's, as typed. Of the environment, the command has the driver's PATH and nothing
    else. A path that is null names nothing; one that is no text, has a line feed, or is not UTF-8 fails its
    task, and so does a command that fails, or is killed.
    """
    engine.refuse({word[2:].partition("=")[0]: True for word in flags if word.startswith("--")})
    words = [command, "--no-config", "--json", "--exit-zero", "--threads=1", *flags, "--files-from=-"]
    if problems:
        words.append("--problems")
    env = {"PATH": os.environ.get("PATH", os.defpath)}
    lines = paths.mapPartitions(engine.lines).pipe(shlex.join(words), env, checkCode=True)
    rows = SparkSession.active().read.schema(_json_schema()).json(lines, mode="FAILFAST")
    return rows.select([_from_json(field.name) for field in schema(problems)])


def _json_schema() -> StructType:
    """The fields of `--json`, and those that are flat in a table."""
    text, number = StringType(), LongType()
    fields = schema().add("readings", ArrayType(text))
    fields["conforms"].dataType = ArrayType(text)
    fields.add("fault", StructType().add("at", number).add("rule", text))
    return fields.add("at", number).add("problem", text)


def _from_json(column: str) -> Column:
    made = {
        "reading": F.get("readings", F.lit(1)),
        "conforms": F.array_join("conforms", " "),
        "fault_at": F.col("fault.at"),
        "fault_rule": F.col("fault.rule"),
        "problem_at": F.col("at"),
    }
    return made.get(column, F.col(column)).alias(column)
