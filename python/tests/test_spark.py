"""On Spark, every route gives the rows that the command writes."""

import base64
import functools
import json
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import urisift

pytest.importorskip("pyspark", reason="no pyspark here")
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from conftest import by_command, same
from urisift import engine
from urisift import spark as uris

FLAGS: list[dict[str, Any]] = [
    {},
    {"assess": True, "normalize": True, "www": True},
    {"scheme": ["http", "mailto"], "max_count": 3, "raw": True},
]


def typed(options: dict[str, Any]) -> list[str]:
    """Options as one types them."""
    words: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        values = value if isinstance(value, list) else [value]
        words += [flag if each is True else f"{flag}={each}" for each in values]
    return words


def frame(spark: SparkSession, paths: Iterable[str], parts: int = 3) -> DataFrame:
    return spark.createDataFrame([(path,) for path in paths], "path string").repartition(parts)


def rows(found: DataFrame) -> pa.Table:
    return found.toArrow()


@pytest.fixture(scope="session", params=FLAGS, ids=["plain", "judged", "selected"])
def asked(
    request: pytest.FixtureRequest, command: str, paths: list[str], tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, Any], pa.Table]:
    """Flags, and what the command finds with them."""
    out = tmp_path_factory.mktemp("command") / "x.parquet"
    return request.param, by_command(command, paths, out, *typed(request.param))


Asked = tuple[dict[str, Any], pa.Table]


def test_scan_paths_gives_the_rows_of_the_command(paths: list[str], asked: Asked) -> None:
    options, expected = asked
    batches = engine.rows(paths, "collect", options)
    found = pa.Table.from_batches(batches, engine.schema("collect"))
    finds = found.filter(found["problem"].is_null()).drop_columns(["problem_at", "problem_kind", "problem"])
    assert expected.num_rows > 5
    assert same(finds, expected)


def test_a_data_frame_of_paths_gives_the_rows_of_the_command(
    spark: SparkSession, there: list[str], asked: Asked
) -> None:
    options, expected = asked
    assert same(rows(uris.scan(frame(spark, there), on_problem="warn", **options)), expected)


def test_files_may_be_split(
    spark: SparkSession, large: list[str], command: str, tmp_path: Path
) -> None:
    expected = by_command(command, large, tmp_path / "x.parquet")
    for opened in (None, functools.partial(open, mode="rb")):
        pieces = uris.split(frame(spark, large, 5), 100_000, open=opened).cache()
        assert pieces.count() > 12
        found = rows(uris.scan(pieces.repartition(4), piece="piece", open=opened))
        # A stream has no date, and lines of logs no year.
        assert same(found, expected)
    missing = uris.split(frame(spark, ["none"], 1), 100_000)
    assert [row.problem for row in uris.scan(missing, piece="piece", on_problem="collect").collect()] == [
        "No such file or directory"
    ]


def test_a_file_that_is_not_there_fails_its_task(spark: SparkSession, paths: list[str], tmp_path: Path) -> None:
    uris.register(spark)
    listed = tmp_path / "list"
    listed.write_text(f"{paths[-1]}\n")
    for found in (
        uris.scan(frame(spark, paths[-1:])),
        uris.scan(frame(spark, ["s3://bucket/a"]), on_problem="collect"),
        spark.read.format("urisift").option("files_from", str(listed)).load(),
        spark.read.format("urisift").load(str(tmp_path / "none")),
        spark.read.format("urisift").load(str(tmp_path / "*.gz")),
        spark.read.format("urisift").load("s3a://bucket/a"),
    ):
        with pytest.raises(PySparkException, match="none: No such file|FileNotFoundError|a URL is not a path"):
            found.count()


def test_patterns_and_urls_of_files_are_read(spark: SparkSession, archive: Path) -> None:
    uris.register(spark)
    source = spark.read.format("urisift").schema("path string").option("on_problem", "warn")
    expected = {str(archive / name) for name in ("log.txt.gz", "cut.txt.gz", "pages.warc.gz")}
    for path in (f"{archive}/*.gz", f"{archive.as_uri()}/*.gz"):
        assert {row.path for row in source.load(path).collect()} == expected


def test_the_data_source_gives_the_rows_of_the_command(
    spark: SparkSession, archive: Path, asked: Asked, tmp_path: Path
) -> None:
    options, expected = asked
    uris.register(spark)
    reader = spark.read.format("urisift").option("files_per_task", "2").option("on_problem", "warn")
    for name, value in options.items():
        text = ",".join(value) if isinstance(value, list) else str(value).lower()
        reader = reader.option(name, text)
    listed = tmp_path / "list"
    listed.write_text(f"{archive}/mail\n\n" + "".join(f"{path}\n" for path in archive.glob("*.*")))
    assert same(rows(reader.load(str(archive))), expected)
    assert same(rows(reader.option("files_from", str(listed)).load()), expected)


def test_the_command_in_a_pipe_gives_the_same_rows(
    spark: SparkSession, paths: list[str], command: str, asked: Asked
) -> None:
    options, expected = asked
    piped = spark.sparkContext.parallelize(paths, 3)
    assert same(rows(uris.pipe(piped, *typed(options), command=command, on_problem="warn")), expected)


def test_the_columns_are_those_of_the_commands_parquet(
    spark: SparkSession, there: list[str], asked: Asked, tmp_path: Path
) -> None:
    uris.scan(frame(spark, there), on_problem="warn", **asked[0]).write.parquet(str(tmp_path / "out"))
    written = spark.read.parquet(str(tmp_path / "out"))
    assert written.schema == uris.schema()
    assert [field.name for field in asked[1].schema] == uris.schema().names
    assert written.count() == asked[1].num_rows


def problems_of(found: DataFrame) -> list[tuple[str, int | None, str]]:
    told = found.where("problem is not null").select("path", "problem_at", "problem").collect()
    return sorted((Path(row.path).name, row.problem_at, row.problem) for row in told)


def test_what_cannot_be_read_is_a_row_on_every_route(
    spark: SparkSession, paths: list[str], command: str, tmp_path: Path
) -> None:
    told: list[urisift.Problem] = []
    list(urisift.scan_paths(paths, on_problem=told.append))
    expected = sorted((Path(each.path).name, each.at, each.what) for each in told)
    assert [name for name, _, _ in expected] == ["cut.txt.gz", "none"]
    uris.register(spark)
    (tmp_path / "list").write_text("".join(f"{path}\n" for path in paths))
    source = spark.read.format("uris").options(files_from=str(tmp_path / "list"), on_problem="collect")
    piped = spark.sparkContext.parallelize(paths, 3)
    for found in (
        uris.scan(frame(spark, paths), on_problem="collect"),
        source.load(),
        uris.pipe(piped, command=command, on_problem="collect"),
    ):
        assert problems_of(found) == expected
        assert found.schema == uris.schema("collect")
        said = ("path", "problem_at", "problem_kind", "problem")
        other = [F.col(name) for name in found.columns if name not in said]
        assert found.where("problem is not null").where(F.coalesce(*map(F.isnotnull, other))).isEmpty()


def test_what_is_cut_fails_its_task_on_every_route(
    spark: SparkSession, archive: Path, command: str
) -> None:
    uris.register(spark)
    cut = str(archive / "cut.txt.gz")
    for on_problem in ("raise", "warn"):
        source = spark.read.format("uris").option("on_problem", on_problem)
        for found in (
            uris.scan(frame(spark, [cut]), on_problem=on_problem),
            source.load(cut),
            uris.pipe(spark.sparkContext.parallelize([cut], 1), command=command, on_problem=on_problem),
        ):
            if on_problem == "warn":
                assert found.count() > 100
                continue
            with pytest.raises(Exception, match="incomplete deflate stream"):
                found.collect()


def test_paths_may_be_bytes_and_null_names_nothing(spark: SparkSession, tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff"
    with open(name, "wb") as file:
        file.write(b"http://a.example/")
    missing = name + b"none"
    named = spark.createDataFrame([(name,), (None,), (missing,)], "name binary").coalesce(1)
    found, told = uris.scan(named, "name", on_problem="collect").collect()
    assert found.uri == "http://a.example/" and told.problem
    for row, path in ((found, name), (told, missing)):
        assert base64.b64decode(json.loads(row.path)["bytes"]) == path


def test_only_the_columns_asked_for_are_read(spark: SparkSession, archive: Path) -> None:
    uris.register(spark)
    found = spark.read.format("uris").schema("host string, uri string").load(str(archive / "faults.txt"))
    assert [tuple(row) for row in found.collect()][0] == ("a.example", "http://a.example:8o/")


def test_no_paths_give_no_rows(spark: SparkSession, tmp_path: Path, command: str) -> None:
    uris.register(spark)
    assert uris.scan(frame(spark, []), on_problem="collect").isEmpty()
    assert spark.read.format("uris").load(str(tmp_path)).isEmpty()
    assert uris.pipe(spark.sparkContext.parallelize([], 2), command=command).isEmpty()


def test_flags_that_are_not_understood_fail_and_say_so(spark: SparkSession, paths: list[str]) -> None:
    uris.register(spark)
    with pytest.raises(TypeError, match="no.such.flag"):
        uris.scan(frame(spark, paths), no_such_flag=True)
    with pytest.raises(PySparkException, match="no.such.flag"):
        spark.read.format("uris").option("no_such_flag", "true").load(paths[0]).collect()


@pytest.mark.parametrize("flag", ["by", "top", "unique", "count", "files_from"])
def test_flags_that_gather_are_left_to_the_engine(spark: SparkSession, paths: list[str], flag: str) -> None:
    with pytest.raises(ValueError, match=flag.replace("_", ".")):
        options: dict[str, Any] = {flag: "uri"}
        uris.scan(frame(spark, paths), **options)
    with pytest.raises(ValueError, match=flag.replace("_", ".")):
        uris.pipe(spark.sparkContext.parallelize(paths), f"--{flag.replace('_', '-')}=uri")
    with pytest.raises(ValueError, match=flag.replace("_", ".")):
        list(engine.rows(paths, True, {flag: True}))


def test_the_data_source_says_what_it_lacks(spark: SparkSession, paths: list[str]) -> None:
    uris.register(spark)
    source = spark.read.format("uris")
    with pytest.raises(PySparkException, match="load needs a path"):
        source.load().collect()
    with pytest.raises(PySparkException, match="files_per_task: expected at least 1"):
        spark.read.format("uris").option("files_per_task", "0").load(paths[0]).collect()
    with pytest.raises(PySparkException, match="unique"):
        spark.read.format("uris").option("unique", "uri").load(paths[0]).collect()
    assert engine.searched({"path": "true", "paths": '["a", "b"]'}) == ["true", "a", "b"]


def test_a_path_that_is_no_line_fails_the_pipe_and_null_names_nothing(
    spark: SparkSession, archive: Path, command: str
) -> None:
    def piped(*paths: Any) -> DataFrame:
        return uris.pipe(spark.sparkContext.parallelize(paths, 1), command=command, on_problem="collect")

    assert [row.uri for row in piped(None, str(archive / "plain name.txt")).collect()] == [
        "mailto:ada@mail.example"
    ]
    wrong: list[Any] = ["a\nb", os.fsdecode(b"n\xff.txt"), b"bytes"]
    for path in wrong:
        with pytest.raises(ValueError):
            engine.lines([path])
    with pytest.raises(PySparkException, match="no path that is a line of text"):
        piped("a\nb").collect()


def test_problems_are_handed_on_where_nothing_is_found(tmp_path: Path) -> None:
    missing = [str(tmp_path / str(number)) for number in range(2500)]
    told = [batch.num_rows for batch in engine.rows(missing, "collect", {"threads": 1})]
    assert told == [1000, 1000, 500]


@pytest.mark.parametrize("way", ["raises", "killed"])
def test_a_task_that_fails_is_tried_again_and_loses_nothing(
    spark: SparkSession, paths: list[str], tmp_path: Path, way: str
) -> None:
    mark = tmp_path / "failed"

    def fail_once(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from batches
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            return
        if way == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        raise RuntimeError("the first try")

    given = frame(spark, paths, 2)
    once = given.mapInArrow(fail_once, given.schema)
    assert same(rows(uris.scan(once, on_problem="collect")), rows(uris.scan(given, on_problem="collect")))
    assert mark.exists()


def test_a_command_that_is_killed_fails_its_task(spark: SparkSession, paths: list[str], tmp_path: Path) -> None:
    killed = tmp_path / "killed"
    killed.write_text("#!/bin/sh\necho '{}'\nkill -9 $$\n")
    killed.chmod(0o755)
    piped = spark.sparkContext.parallelize(paths, 1)
    with pytest.raises(PySparkException, match="code"):
        uris.pipe(piped, command=str(killed)).count()


def test_real_text_gives_the_same_rows_on_every_route(
    spark: SparkSession, torn: list[str], command: str, tmp_path: Path
) -> None:
    assert len(torn) == 40
    expected = by_command(command, torn, tmp_path / "x.parquet")
    told: list[urisift.Problem] = []
    direct = urisift.scan_paths(torn, on_problem=told.append)
    assert same(pa.Table.from_batches(direct, urisift.schema()), expected)
    assert sum("incomplete deflate stream" in each.what for each in told) == 1
    uris.register(spark)
    source = spark.read.format("uris").option("on_problem", "collect").load(str(Path(torn[0]).parent))
    for found in (uris.scan(frame(spark, torn, 4), on_problem="collect"), source):
        finds = found.where("problem is null").drop("problem", "problem_kind", "problem_at")
        assert same(rows(finds), expected)
        problems = sorted((each.path, each.at, each.what) for each in told)
        picked = found.where("problem is not null").select("path", "problem_at", "problem")
        assert sorted(map(tuple, picked.collect())) == problems
    piped = spark.sparkContext.parallelize(torn, 4)
    assert same(rows(uris.pipe(piped, command=command, on_problem="warn")), expected)
