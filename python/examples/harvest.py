"""A harvest: every link of an archive, as tables of Parquet, with Spark.

    python harvest.py --master 'local[*,4]' --out /data/links /data/archive
    spark-submit --master spark://… harvest.py --out /data/links /data/archive
    spark-submit … harvest.py --out s3a://links/2026 --storage-options '{"anon": true}' s3://crawl/2026/

The archive is files of any kind (WARC, WET, mbox, gz …): directories that all workers see under the same path, or
URLs of any file system that fsspec knows, which may have patterns. --storage-options are what its file system is made
with; they are not kept in OUT. A connection that is lost is opened again, and what could not be read after all is in
the problems: --retry-problems does those batches again.

The files are taken in batches, and each batch in two steps: its links are written, then its sources. The
sources are the mark that the batch is done, so a run that was killed is gone on with by the same command:
what has no mark is removed and done again. Files that are new or have changed are done in new batches, and so
is what else was in the batch of one that has changed or is gone.

    OUT/links/batch=N      the finds, a row each, with their normal form
    OUT/problems/batch=N   what could not be read: path, byte, kind, problem
    OUT/sources/batch=N    the files: path, length, modified (ns since 1970), archive, flags, version of
                           urisift, finds, problems
    OUT/distinct           normal form, host, count, first path
    OUT/domains            registrable domain, links, distinct URIs
    OUT/inlinks            host, number of hosts and documents that link to it

One OUT belongs to one archive and one set of flags, and one run at a time may write to it. With another
archive or other flags, nothing is touched unless --replace is given, which does all of that again, and also
what another version of urisift has done; without it, links of both versions lie side by side, and that is
said. A batch that has its mark is removed when all those that replace it have theirs: until then, whoever
reads OUT/links sees some links twice, and the three tables below it are made of the batches that count.

The exit status is 1 if there is no file, and 2 if nothing was done because of what was typed.
"""

import argparse
import base64
import heapq
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from importlib.metadata import version
from typing import Any, NamedTuple

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import urisift
from urisift import engine
from urisift import spark as uris

SOURCES = "path string, length bigint, modified bigint, archive string, flags string, version string"
#: Where the headers of a record in a web archive are, which name its page and do not link to it.
RECORD_HEADER = r"record \d+ \S+/header$"
UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


class Asked(NamedTuple):
    """What a harvest is of. The first two are JSON."""

    archive: str
    flags: str
    version: str


class Source(NamedTuple):
    """A file as it was when it was listed, and how it is searched. The path is as in finds."""

    path: str
    length: int
    modified: int
    archive: str
    flags: str
    version: str

    @property
    def asked(self) -> Asked:
        return Asked(self.archive, self.flags, self.version)


class Piece(NamedTuple):
    """What a task searches of a file: all of it, or a piece."""

    path: str
    length: int
    piece: str | None = None


class Mark(NamedTuple):
    """A batch that is done: its files, and whether some could not be read."""

    sources: set[Source]
    has_problems: bool


class Store(NamedTuple):
    """The file system of URLs, with its options as JSON. Workers open objects by it."""

    options: str

    def located(self, url: str) -> tuple[Any, str]:
        """The file system of a URL, and its path there."""
        from fsspec.core import url_to_fs

        system, path = url_to_fs(url, **json.loads(self.options))
        return system, path

    def __call__(self, url: str) -> Any:
        system, path = self.located(url)
        return system.open(path)

    def listed(self, url: str) -> Iterator[urisift.Listed]:
        """The files of a URL: of a directory, all that are in it, and of a pattern, those that match."""
        system, path = self.located(url)
        has_pattern = any(sign in path for sign in "*?[")
        found = system.glob(path, detail=True) if has_pattern else system.find(path, detail=True)
        for name, info in found.items():
            if info["type"] == "file":
                yield urisift.Listed(system.unstrip_protocol(name), info.get("size"), modified(info))


def modified(info: dict[str, Any]) -> int:
    """When an object was modified, in ns since 1970, by what file systems call that."""
    for name in ("LastModified", "last_modified", "mtime", "modified", "updated"):
        time = info.get(name)
        if isinstance(time, datetime):
            return int(time.timestamp() * 1_000_000) * 1000
        if isinstance(time, (int, float)):
            return int(time * 1_000_000) * 1000
    return 0


def is_url(path: str) -> bool:
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", path) is not None


class Refused(Exception):
    """Why nothing was done."""


def main() -> int:
    """Harvests; the exit status."""
    args = arguments()
    spark = session(args.master)
    try:
        return run(spark, args)
    finally:
        spark.stop()


def run(spark: SparkSession, args: argparse.Namespace) -> int:
    """Does what is still to be done, and then the tables made of all links."""
    # As in the command's Parquet: Spark's own type for times has no zone.
    spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    try:
        # All that may be wrong is looked at before anything is removed.
        asked = checked(spark, args)
        sources = list(listed(args, asked))
        done = marked(spark, args.out)
        if not args.replace:
            refuse_others(done, asked)
    except Refused as why:
        print(f"harvest: {why}", file=sys.stderr)
        return 2
    if not sources:
        print("there is no file", file=sys.stderr)
        return 1
    work(spark, args, sources, done)
    return 0


def work(spark: SparkSession, args: argparse.Namespace, sources: list[Source], done: dict[int, Mark]) -> None:
    """Searches what is not done, and removes what is done twice."""
    sweep(spark, args.out, set(done))
    kept = counting(done, sources, args.replace, args.retry_problems)
    known = {source.path for number in kept for source in done[number].sources}
    todo = [source for source in sources if source.path not in known]
    print(f"{len(sources)} files, {len(todo)} of them to be searched", file=sys.stderr)
    for number, batch in enumerate(batches(todo, args.batch_size), max(done, default=0) + 1):
        harvest(spark, args, number, batch)
        kept.add(number)
    summarise(spark, args.out, kept)
    sweep(spark, args.out, kept)


def arguments(typed: list[str] | None = None) -> argparse.Namespace:
    """What was typed."""
    head, _, tail = (__doc__ or "").partition("\n\n")
    look = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=head, epilog=tail, formatter_class=look)
    parser.add_argument("archive", nargs="+", help="a file, a directory that is searched whole, or URLs of such")
    parser.add_argument(
        "--storage-options", metavar="JSON", default="{}", type=as_store, dest="store",
        help="what fsspec makes the file system of URLs with: an object of JSON",
    )  # fmt: skip
    parser.add_argument("--out", required=True, help="where the tables are written; any file system of Spark")
    parser.add_argument("--master", help="where to run; by default as spark-submit says, or local[*]")
    parser.add_argument(
        "--replace", action="store_true",
        help="do again what OUT has of another archive, other flags, or another version of urisift",
    )  # fmt: skip
    parser.add_argument(
        "--retry-problems", action="store_true", help="do again the batches that had problems"
    )
    for name, size in {"batch": "16G", "task": "256M"}.items():
        text = f"bytes of files in a {name} ({size}); k, m and g count in 1024s"
        if name == "task":
            text += "; a file of twice that is split if it can be"
        parser.add_argument(f"--{name}-size", type=sized, default=size, metavar="SIZE", help=text)
    parser.add_argument(
        "--flag", action="append", default=[], metavar="NAME[=VALUE]",
        help="a flag of urisift, as scheme=http,https or assess; given again, it has both values",
    )  # fmt: skip
    return parser.parse_args(typed)


def as_store(text: str) -> Store:
    """The file system with these options."""
    try:
        options = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"no JSON: {error}") from error
    if not isinstance(options, dict):
        raise argparse.ArgumentTypeError("expected an object of JSON")
    return Store(text)


def sized(text: str) -> int:
    """A number of bytes, as `16G`."""
    parts = re.fullmatch(r"0*([1-9]\d*)([kmg]?)", text.lower(), re.ASCII)
    if not parts:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of bytes, as 1000, 64k, 256M or 16G")
    return int(parts[1]) * UNITS[parts[2]]


def flags(typed: Iterable[str]) -> dict[str, Any]:
    """The flags as options of `scan`. Raises TypeError or ValueError for those that are not understood."""
    options: dict[str, Any] = {}
    for flag in typed:
        name, has_value, value = flag.partition("=")
        options.setdefault(name.replace("-", "_"), []).append(value if has_value else True)
    options = {"normalize": True} | {name: each if each[1:] else each[0] for name, each in options.items()}
    engine.check(options)
    return options


def session(master: str | None) -> SparkSession:
    """A session in which a task is tried four times, and a worker that dies is replaced."""
    builder = SparkSession.builder.appName("harvest").config("spark.task.maxFailures", 4)
    spark = (builder.master(master) if master else builder).getOrCreate()
    context = spark.sparkContext
    if str(context.master).startswith("local") and "PYSPARK_PYTHON" not in os.environ:
        # On this machine, workers run this Python.
        context.pythonExec = sys.executable
    return spark


# What is asked for, and whether it can be done.


def checked(spark: SparkSession, args: argparse.Namespace) -> Asked:
    """What was asked for. Raises Refused if that cannot be understood, or looked at."""
    try:
        options = flags(args.flag)
    except (TypeError, ValueError) as error:
        raise Refused(f"--flag: {error}") from error
    archive = absolute(args.archive)
    if any(map(is_url, archive)):
        refuse_urls(args, archive)
    else:
        for path in archive:
            try:
                os.stat(path)
            except OSError as error:
                raise Refused(error) from error
        refuse_within(local(spark, args.out), archive)
    shown = json.dumps([engine.shown(path) for path in archive])
    return Asked(shown, json.dumps(options, sort_keys=True), version("urisift"))


def absolute(archive: Iterable[str]) -> list[str]:
    """What was named, by name."""
    return sorted({given if is_url(given) else os.path.abspath(given) for given in archive})


def refuse_urls(args: argparse.Namespace, archive: list[str]) -> None:
    """Raises Refused if these are not all URLs of files, or what is written would be searched by the next run."""
    for url in archive:
        if not is_url(url):
            raise Refused(f"{url} is a path, and others are URLs: take one harvest for each")
        # Hadoop and fsspec have different names for one store.
        place, out = (each.partition("://")[2].rstrip("/") + "/" for each in (url, args.out))
        if is_url(args.out) and out.startswith(place):
            raise Refused(f"{args.out} is in the archive {url}: write elsewhere")
        try:
            any(args.store.listed(url))
        except Exception as error:
            raise Refused(f"{url}: {type(error).__name__}: {error}") from error


def refuse_within(out: str | None, archive: Iterable[str]) -> None:
    """Raises Refused if what is written would be searched by the next run."""
    for path in archive:
        real = os.path.realpath(path)
        if out is not None and os.path.commonpath([out, real]) == real:
            raise Refused(f"{out} is in the archive {path}: write elsewhere")


def refuse_others(done: dict[int, Mark], asked: Asked) -> None:
    """Raises Refused if these batches are of another archive, or by other flags; tells of other versions."""
    others = {source.asked for mark in done.values() for source in mark.sources} - {asked}
    for other in sorted(others):
        for name, theirs, ours in zip(Asked._fields[:2], other, asked, strict=False):
            if theirs != ours:
                raise Refused(f"OUT has links of the {name} {theirs}, and not {ours}: see --replace")
        told = f"some links are by urisift {other.version}, and new ones by {asked.version}: see --replace"
        print(f"harvest: {told}", file=sys.stderr)


# What there is to do.


def listed(args: argparse.Namespace, asked: Asked) -> Iterator[Source]:
    """The files of the archive. What cannot be looked at has no length, and its problem is told."""
    names = absolute(args.archive)
    if is_url(names[0]):
        each_file = (file for url in names for file in args.store.listed(url))
    else:
        each_file = iter(engine.listed(names, json.loads(asked.flags)))
    found = {each.path: each for each in each_file}
    for path, each in sorted(found.items()):
        yield Source(engine.shown(path), each.length or 0, each.modified or 0, *asked)


def counting(done: dict[int, Mark], sources: Iterable[Source], same_version: bool, retry: bool) -> set[int]:
    """The batches that count: of files that are as they were, and, of two with one file, the later."""
    current = set(map(bare, sources)) if not same_version else set(sources)
    kept, known = set[int](), set[str]()
    for number in sorted(done, reverse=True):
        mark = done[number]
        paths = {source.path for source in mark.sources}
        same = mark.sources if same_version else set(map(bare, mark.sources))
        if same <= current and paths.isdisjoint(known) and not (retry and mark.has_problems):
            kept.add(number)
            known |= paths
    return kept


def bare(source: Source) -> Source:
    """The source, whatever version of urisift has searched it."""
    return source._replace(version="")


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


def tasks(batch: list[Piece], size: int) -> list[list[tuple[bytes, str | None]]]:
    """The pieces in as many bins as it takes for `size` bytes each: the largest first, each to the emptiest."""
    count = min(len(batch), -(-sum(each.length for each in batch) // size)) or 1
    bins: list[tuple[int, int, list[tuple[bytes, str | None]]]] = [(0, number, []) for number in range(count)]
    for each in sorted(batch, key=lambda each: -each.length):
        length, number, own = bins[0]
        own.append((raw(each.path), each.piece))
        heapq.heapreplace(bins, (length + each.length, number, own))
    return [own for _, _, own in sorted(bins, reverse=True)]


def pieces(spark: SparkSession, args: argparse.Namespace, batch: list[Source]) -> list[Piece]:
    """The files, those that are too long for a task in pieces. Each of these is read for that by a task of its own."""
    known = {raw(source.path): source for source in batch}
    long = [(path,) for path, source in known.items() if source.length >= 2 * args.task_size]
    if not long:
        return [Piece(source.path, source.length) for source in batch]
    named = spark.createDataFrame(spark.sparkContext.parallelize(long, len(long)), "path binary")
    split = uris.split(named, args.task_size, **opening(args, batch), **json.loads(batch[0].flags))
    of = dict[bytes, list[str | None]]()
    for row in split.collect():
        of.setdefault(bytes(row.path), []).append(row.piece)
    return [
        Piece(source.path, source.length // len(of.get(path, [None])), piece)
        for path, source in known.items()
        for piece in of.get(path, [None])
    ]


def opening(args: argparse.Namespace, batch: list[Source]) -> dict[str, Any]:
    """How workers open the files, if these are no files of theirs."""
    return {"open": args.store} if is_url(batch[0].path) else {}


def raw(path: str) -> bytes:
    """The bytes of a path as finds have it. It is absolute, so it is no object of JSON by itself."""
    return base64.b64decode(json.loads(path)["bytes"]) if path.startswith("{") else path.encode()


# One batch.


def harvest(spark: SparkSession, args: argparse.Namespace, number: int, batch: list[Source]) -> None:
    """Writes the links and the problems of a batch, and then its mark."""
    bins = tasks(pieces(spark, args, batch), args.task_size)
    # A partition, and so a task, is a bin.
    paths = spark.sparkContext.parallelize(bins, len(bins)).flatMap(lambda one: one)
    named = spark.createDataFrame(paths, "path binary, piece string")
    # Searched once, and used three times.
    rows = uris.scan(named, piece="piece", on_problem="collect", **opening(args, batch), **json.loads(batch[0].flags))
    rows.persist(StorageLevel.DISK_ONLY)
    try:
        write(args.out, number, rows, spark.createDataFrame(batch, SOURCES))
    finally:
        rows.unpersist()


def write(out: str, number: int, rows: DataFrame, sources: DataFrame) -> None:
    """Writes the tables of a batch, the mark at the end."""
    problems = rows.where("problem is not null").select("path", "problem_at", "problem_kind", "problem")
    links = rows.where("problem is null").drop("problem_at", "problem_kind", "problem")
    counts = rows.groupBy("path").agg(
        F.count_if(F.isnull("problem")).alias("finds"), F.count("problem").alias("problems")
    )
    marks = sources.join(counts, "path", "left").na.fill(0, ["finds", "problems"]).coalesce(1)
    for table, frame in {"links": links, "problems": problems, "sources": marks}.items():
        frame.write.mode("overwrite").parquet(batch_path(out, table, number))


def batch_path(out: str, table: str, number: int) -> str:
    """Where a batch is. The letter keeps readers from taking its name for a number."""
    return f"{out}/{table}/batch=b{number:06}"


# Marks: a batch is done once its sources are written, which Spark says by the file _SUCCESS.


def marked(spark: SparkSession, out: str) -> dict[int, Mark]:
    """The batches that are done."""
    numbers = [number for number in named(spark, out, "sources") if has_mark(spark, out, number)]
    done = {number: Mark(set(), False) for number in numbers}
    for row in read(spark, out, "sources", numbers).collect() if numbers else ():
        number, source = int(row.batch[1:]), Source(*(row[name] for name in Source._fields))
        done[number].sources.add(source)
        if row.problems:
            done[number] = done[number]._replace(has_problems=True)
    return done


def has_mark(spark: SparkSession, out: str, number: int) -> bool:
    path, system = located(spark, f"{batch_path(out, 'sources', number)}/_SUCCESS")
    return bool(system.exists(path))


def sweep(spark: SparkSession, out: str, kept: set[int]) -> None:
    """Removes all other batches: first the mark, so that nothing half removed counts as done."""
    for table, part in [("sources", "/_SUCCESS"), ("sources", ""), ("links", ""), ("problems", "")]:
        for number in named(spark, out, table) - kept:
            path, system = located(spark, batch_path(out, table, number) + part)
            system.delete(path, True)


def named(spark: SparkSession, out: str, table: str) -> set[int]:
    """The batches that a table has, done or not."""
    path, system = located(spark, f"{out}/{table}")
    names = [each.getPath().getName() for each in system.listStatus(path)] if system.exists(path) else []
    return {int(name[len("batch=b") :]) for name in names if re.fullmatch(r"batch=b\d+", name, re.ASCII)}


def read(spark: SparkSession, out: str, table: str, numbers: Iterable[int]) -> DataFrame:
    """These batches of a table, with the name of each as the last column."""
    reader = spark.read.option("basePath", f"{out}/{table}")
    if table == "links":
        reader = reader.schema(uris.schema())
    return reader.parquet(*(literal(batch_path(out, table, number)) for number in sorted(numbers)))


def literal(path: str) -> str:
    """The pattern that only this path matches: Spark reads by patterns."""
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", path)


def located(spark: SparkSession, path: str) -> tuple[Any, Any]:
    """A path and its file system, as Hadoop has them: local, hdfs://, s3a:// …"""
    hadoop = spark.sparkContext._jvm.org.apache.hadoop.fs.Path(path)  # type: ignore[union-attr]
    return hadoop, hadoop.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())


def local(spark: SparkSession, path: str) -> str | None:
    """The path without links, if it is on this machine."""
    hadoop, system = located(spark, path)
    is_local = system.getUri().getScheme() == "file"
    return os.path.realpath(hadoop.toUri().getPath()) if is_local else None


# What the links come to.


def summarise(spark: SparkSession, out: str, kept: set[int]) -> None:
    """Writes the tables that are made of the links of these batches."""
    links = read(spark, out, "links", kept)
    distinct(links).write.mode("overwrite").parquet(f"{out}/distinct")
    forms = spark.read.parquet(literal(f"{out}/distinct"))
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
    """How many link to each host: hosts of pages in web archives, and other files.

    A host that links to itself is one of them. What a crawler says of itself is no link: its requests, and the records
    about the archive.
    """
    linker = F.coalesce(F.lower(F.try_parse_url("page", F.lit("HOST"))), "path").alias("linker")
    linking = links.where("host > '' AND coalesce(record_type, '') NOT IN ('request', 'warcinfo')")
    linking = linking.where(~F.coalesce(F.rlike("part", F.lit(RECORD_HEADER)), F.lit(False)))
    pairs = linking.select(F.lower("host").alias("host"), linker)
    counts = pairs.groupBy("host").agg(F.count_distinct("linker").alias("linkers"))
    return counts.orderBy(F.desc("linkers"), "host")


if __name__ == "__main__":
    sys.exit(main())
