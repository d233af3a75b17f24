"""A harvest: every link of an archive, as tables of Parquet, with Spark.

    python harvest.py --master 'local[*,4]' --out /data/links /data/archive
    spark-submit --master spark://… harvest.py --out /data/links /data/archive

The archive is files of any kind (WARC, WET, mbox, gz …) that all workers see under the same path.

The files are taken in batches, and each batch in two steps: its links are written, then its sources. The
sources are the mark that the batch is done, so a run that was killed is gone on with by the same command:
what has no mark is removed and done again. A batch of which a file has changed or is gone is done again, too.

    OUT/links/batch=ID     the finds, a row each, with their normal form
    OUT/problems/batch=ID  what could not be read: path, byte, problem
    OUT/sources/batch=ID   the files: path, length, modified (ns since 1970), flags, finds, problems
    OUT/distinct           normal form, host, count, first path
    OUT/domains            registrable domain, links, distinct URIs
    OUT/inlinks            host, number of hosts and documents that link to it

One run at a time may write to OUT.
"""

import argparse
import hashlib
import heapq
import json
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import urisift
from urisift import engine
from urisift import spark as uris

SOURCES = "path string, length bigint, modified bigint, flags string"
#: Where the headers of a record in a web archive are, which name its page and do not link to it.
RECORD_HEADER = r"record \d+ \S+/header$"
SIZES = {"k": 1 << 10, "M": 1 << 20, "G": 1 << 30}


class Source(NamedTuple):
    """A file as it was when it was listed, and how it is searched."""

    path: str
    length: int
    modified: int
    flags: str


def main() -> int:
    """Harvests; 1 if there is no file."""
    args = arguments()
    spark = session(args.master)
    try:
        return run(spark, args)
    finally:
        spark.stop()


def run(spark: SparkSession, args: argparse.Namespace) -> int:
    """Does what is still to be done, and then the tables made of all links."""
    sources = list(listed(args.archive, flags(args.flag)))
    if not sources:
        print("there is no file", file=sys.stderr)
        return 1
    done = marked(spark, args.out)
    kept = {name for name, marks in done.items() if marks <= set(sources)}
    sweep(spark, args.out, kept)
    known = set[Source]().union(*(done[name] for name in kept))
    todo = [source for source in sources if source not in known]
    print(f"{len(sources)} files, {len(todo)} of them to be searched", file=sys.stderr)
    for batch in batches(todo, args.batch_size):
        harvest(spark, args.out, batch, args.task_size)
    summarise(spark, args.out)
    return 0


def arguments(typed: list[str] | None = None) -> argparse.Namespace:
    """What was typed."""
    head, _, tail = (__doc__ or "").partition("\n\n")
    look = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=head, epilog=tail, formatter_class=look)
    parser.add_argument("archive", nargs="+", help="a file, or a directory that is searched whole")
    parser.add_argument("--out", required=True, help="where the tables are written; any file system of Spark")
    parser.add_argument("--master", help="where to run; by default as spark-submit says, or local[*]")
    for name, size in {"batch": "16G", "task": "256M"}.items():
        text = f"bytes of files in a {name} ({size}); k, M and G count in 1024s"
        parser.add_argument(f"--{name}-size", type=sized, default=size, metavar="SIZE", help=text)
    parser.add_argument(
        "--flag", action="append", default=[], metavar="NAME[=VALUE]",
        help="a flag of urisift, as scheme=http,https or judge; may be given again",
    )  # fmt: skip
    return parser.parse_args(typed)


def sized(text: str) -> int:
    """A number of bytes, as `16G`."""
    unit = SIZES.get(text[-1:], 1)
    return int(text.rstrip("kMG")) * unit


def flags(typed: Iterable[str]) -> str:
    """The flags as JSON, for `scan` and to be kept with each source."""
    options: dict[str, Any] = {"normalize": True}
    for flag in typed:
        name, _, value = flag.partition("=")
        options[name.replace("-", "_")] = value or True
    engine.refuse_choosing(options)
    return json.dumps(options, sort_keys=True)


def session(master: str | None) -> SparkSession:
    """A session in which a task is tried four times, and a worker that dies is replaced."""
    builder = SparkSession.builder.appName("harvest").config("spark.task.maxFailures", 4)
    if master:
        # On this machine, workers run this Python.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = builder.master(master)
    return builder.getOrCreate()


# What there is to do.


def listed(archive: Iterable[str], flags: str) -> Iterator[Source]:
    """The files of the archive. One that cannot be looked at has no length, and its problem is told."""
    for path in sorted({file for given in archive for file in engine.files(os.path.abspath(given))}):
        try:
            status = os.stat(path)
            yield Source(path, status.st_size, status.st_mtime_ns, flags)
        except OSError:
            yield Source(path, 0, 0, flags)


def batches(sources: list[Source], size: int) -> Iterator[list[Source]]:
    """The sources in their order, cut where `size` bytes are reached."""
    batch, length = list[Source](), 0
    for source in sources:
        batch.append(source)
        length += source.length
        if length >= size:
            yield batch
            batch, length = [], 0
    if batch:
        yield batch


def tasks(batch: list[Source], size: int) -> list[list[str]]:
    """The paths in as many bins as it takes for `size` bytes each: the largest first, each to the emptiest."""
    count = min(len(batch), -(-sum(source.length for source in batch) // size)) or 1
    bins: list[tuple[int, int, list[str]]] = [(0, number, []) for number in range(count)]
    for source in sorted(batch, key=lambda source: -source.length):
        length, number, paths = bins[0]
        paths.append(source.path)
        heapq.heapreplace(bins, (length + source.length, number, paths))
    return [paths for _, _, paths in sorted(bins, reverse=True)]


# One batch.


def harvest(spark: SparkSession, out: str, batch: list[Source], task_size: int) -> None:
    """Writes the links and the problems of a batch, and then its mark."""
    # The letter in front keeps readers from taking it for a number.
    name = "b" + hashlib.sha256(json.dumps(batch).encode()).hexdigest()[:15]
    bins = tasks(batch, task_size)
    # A partition, and so a task, is a bin.
    paths = spark.sparkContext.parallelize(bins, len(bins)).flatMap(lambda one: [(path,) for path in one])
    named = spark.createDataFrame(paths, "path string")
    # Searched once, and used three times.
    rows = uris.scan(named, problems=True, **json.loads(batch[0].flags)).persist(StorageLevel.DISK_ONLY)
    problems = rows.where("problem is not null").select("path", "problem_at", "problem")
    links = rows.where("problem is null").drop(*problems.columns[1:])
    counts = rows.groupBy("path").agg(
        F.count_if(F.isnull("problem")).alias("finds"), F.count("problem").alias("problems")
    )
    sources = spark.createDataFrame(batch, SOURCES).join(counts, "path", "left")
    for table, frame in {
        "links": links,
        "problems": problems,
        "sources": sources.na.fill(0, ["finds", "problems"]).coalesce(1),
    }.items():
        frame.write.mode("overwrite").parquet(f"{out}/{table}/batch={name}")
    rows.unpersist()


# Marks: a batch is done once its sources are written, which Spark says by the file _SUCCESS.


def marked(spark: SparkSession, out: str) -> dict[str, set[Source]]:
    """The batches that are done, and the sources of each."""
    names = named(spark, f"{out}/sources/batch=*/_SUCCESS")
    if not names:
        return {}
    marks = spark.read.option("basePath", f"{out}/sources")
    rows = marks.parquet(*(f"{out}/sources/batch={name}" for name in names)).collect()
    done: dict[str, set[Source]] = {name: set() for name in names}
    for row in rows:
        done[row.batch].add(Source(row.path, row.length, row.modified, row.flags))
    return done


def sweep(spark: SparkSession, out: str, kept: set[str]) -> None:
    """Removes all other batches: first the mark, so that nothing half removed counts as done."""
    for part in ("sources/batch=*/_SUCCESS", "sources/batch=*", "links/batch=*", "problems/batch=*"):
        for name in named(spark, f"{out}/{part}") - kept:
            path, system = located(spark, f"{out}/{part.replace('*', name)}")
            system.delete(path, True)


def named(spark: SparkSession, pattern: str) -> set[str]:
    """What the star stands for in the paths that there are."""
    pattern_path, system = located(spark, pattern)
    found = system.globStatus(pattern_path) or []
    return {each.getPath().toString().partition("batch=")[2].partition("/")[0] for each in found}


def located(spark: SparkSession, path: str) -> tuple[Any, Any]:
    """A path and its file system, as Hadoop has them: local, hdfs://, s3a:// …"""
    hadoop = spark.sparkContext._jvm.org.apache.hadoop.fs.Path(path)  # type: ignore[union-attr]
    return hadoop, hadoop.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())


# What the links come to.


def summarise(spark: SparkSession, out: str) -> None:
    """Writes the tables that are made of all links."""
    links = spark.read.schema(uris.schema()).parquet(f"{out}/links")
    distinct(links).write.mode("overwrite").parquet(f"{out}/distinct")
    forms = spark.read.parquet(f"{out}/distinct")
    domains(forms).write.mode("overwrite").parquet(f"{out}/domains")
    inlinks(links).write.mode("overwrite").parquet(f"{out}/inlinks")


def distinct(links: DataFrame) -> DataFrame:
    """The URIs by their normal form."""
    forms = links.groupBy(F.coalesce("normal", "uri").alias("uri"))
    return forms.agg(
        F.min(F.lower("host")).alias("host"),
        F.count("*").alias("count"),
        F.min("path").alias("first_path"),
    )


def domains(forms: DataFrame) -> DataFrame:
    """The domains that somebody registered, those with the most links first."""
    hosts = forms.where("host > ''").groupBy("host")
    counted = hosts.agg(F.sum("count").alias("links"), F.count("*").alias("uris"))
    named = counted.mapInArrow(with_domain, "domain string, links bigint, uris bigint")
    sums = named.where("domain is not null").groupBy("domain")
    return sums.agg(F.sum("links").alias("links"), F.sum("uris").alias("uris")).orderBy(
        F.desc("links"), "domain"
    )


def with_domain(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The host of each row by its domain."""
    for batch in batches:
        found = [urisift.registrable_domain(host) for host in batch["host"].to_pylist()]
        columns = [pa.array(found, pa.string()), batch["links"], batch["uris"]]
        yield pa.RecordBatch.from_arrays(columns, ["domain", "links", "uris"])


def inlinks(links: DataFrame) -> DataFrame:
    """How many link to each host: hosts, where documents have an address, or else files.

    A host that links to itself is one of them.
    """
    linker = F.coalesce(F.lower(F.try_parse_url("base", F.lit("HOST"))), "path").alias("linker")
    linking = links.where("host > ''").where(~F.coalesce(F.rlike("part", F.lit(RECORD_HEADER)), F.lit(False)))
    pairs = linking.select(F.lower("host").alias("host"), linker)
    counts = pairs.groupBy("host").agg(F.count_distinct("linker").alias("linkers"))
    return counts.orderBy(F.desc("linkers"), "host")


if __name__ == "__main__":
    sys.exit(main())
