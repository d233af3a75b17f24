"""On Ray, the rows are those that the command writes."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

ray = pytest.importorskip("ray", reason="no ray here")
from ray.data import Dataset

from conftest import by_command, same
from urisift import engine
from urisift import ray as uris

pytestmark = [pytest.mark.cluster, pytest.mark.usefixtures("cluster", "workers")]


@pytest.fixture(scope="module")
def workers(cluster: None) -> Iterator[None]:
    """Ray on two cores."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 << 20)
    yield
    ray.shutdown()


def rows(found: Dataset) -> pa.Table:
    """All rows, in the types that they have."""
    tables: list[pa.Table] = ray.get(found.to_arrow_refs())
    return pa.concat_tables(tables)


def dataset(paths: list[str], blocks: int = 3) -> Dataset:
    named: Dataset = ray.data.from_items([{"path": path} for path in paths], override_num_blocks=blocks)
    return named


def test_a_dataset_of_paths_gives_the_rows_of_the_command(
    there: list[str], command: str, tmp_path: Path
) -> None:
    flags = ["--assess", "--normalize", "--scheme=http,mailto"]
    expected = by_command(command, there, tmp_path / "x.parquet", *flags)
    options: dict[str, Any] = {"assess": True, "normalize": True, "scheme": ["http", "mailto"]}
    found = uris.scan(dataset(there), on_problem="warn", remote={"num_cpus": 0.5}, **options)
    assert same(rows(found), expected)


def test_files_may_be_split(large: list[str], command: str, tmp_path: Path) -> None:
    expected = by_command(command, large, tmp_path / "x.parquet")
    pieces = uris.split(dataset(large, 5), 100_000).repartition(4).materialize()
    assert pieces.count() > 12
    assert same(rows(uris.scan(pieces, piece="piece")), expected)


def test_a_file_that_is_not_there_fails_its_task(paths: list[str]) -> None:
    with pytest.raises(Exception, match="No such file"):
        uris.scan(dataset(paths)).count()


def test_the_bytes_of_files_may_be_in_a_column(there: list[str]) -> None:
    # `read_binary_files` would unpack files by their names, and fail at the one that is cut.
    read = ray.data.from_arrow(pa.table({"path": there, "bytes": [Path(path).read_bytes() for path in there]}))
    expected = sorted(row["uri"] for row in uris.scan(dataset(there), on_problem="collect").take_all() if row["uri"])
    found = uris.scan(read, content="bytes", on_problem="collect").take_all()
    assert sorted(row["uri"] for row in found if row["uri"]) == expected


def test_what_cannot_be_read_is_a_row(paths: list[str]) -> None:
    table = rows(uris.scan(dataset(paths), on_problem="collect"))
    assert table.schema.equals(engine.schema("collect"))
    told = table.filter(table["problem"].is_valid()).to_pylist()
    assert sorted(Path(row["path"]).name for row in told) == ["cut.txt.gz", "none"]
    assert {name for row in told for name, value in row.items() if value is not None} <= {
        "path",
        "problem_at",
        "problem_kind",
        "problem",
    }


def test_paths_may_be_bytes_and_null_names_nothing(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff"
    with open(name, "wb") as file:
        file.write(b"http://a.example/")
    named = ray.data.from_arrow(pa.table({"name": pa.array([name, None], pa.binary())}))
    assert [row["uri"] for row in uris.scan(named, "name").take_all()] == ["http://a.example/"]


@pytest.mark.parametrize("flag", ["by", "top", "unique", "count", "no_such_flag"])
def test_flags_that_gather_or_are_none_are_refused(flag: str) -> None:
    options: dict[str, Any] = {flag: True}
    with pytest.raises((TypeError, ValueError), match=flag.replace("_", ".")):
        uris.scan(dataset(["a"], 1), **options)


def test_a_dataset_of_finds_is_written_as_parquet(there: list[str], tmp_path: Path) -> None:
    uris.scan(dataset(there), on_problem="warn").write_parquet(str(tmp_path / "out"))
    assert ray.data.read_parquet(str(tmp_path / "out")).count() > 1000


def test_no_find_is_no_row(archive: Path) -> None:
    assert uris.scan(dataset([str(archive / "nothing.txt")], 1)).count() == 0


def test_real_text_gives_the_rows_of_the_command(torn: list[str], command: str, tmp_path: Path) -> None:
    expected = by_command(command, torn, tmp_path / "x.parquet")
    table = rows(uris.scan(dataset(torn, 8), on_problem="collect"))
    told = table["problem"].is_valid()
    finds = table.filter(table["problem"].is_null()).drop_columns(["problem_at", "problem_kind", "problem"])
    assert same(finds, expected)
    assert sum("incomplete deflate stream" in each for each in table.filter(told)["problem"].to_pylist()) == 1
