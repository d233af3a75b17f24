"""With Dask, the rows are those that the command writes."""

from __future__ import annotations

import functools
from pathlib import Path

import pyarrow as pa
import pytest

pytest.importorskip("dask.dataframe", reason="no dask here")

from conftest import by_command, same
import urisift
from urisift import dask as uris
from urisift import engine


def test_a_list_of_paths_gives_the_rows_of_the_command(there: list[str], command: str, tmp_path: Path) -> None:
    expected = by_command(command, there, tmp_path / "x.parquet", "--normalize", "--scheme=http,mailto")
    for opened in (None, functools.partial(open, mode="rb")):
        found = uris.scan(there, open=opened, files_per_task=3, on_problem="warn", normalize=True, scheme=["http", "mailto"])
        assert found.npartitions == -(-len(there) // 3)
        rows = pa.Table.from_pandas(found.compute(scheduler="threads"), engine.schema(), preserve_index=False)
        assert same(rows.drop_columns("time"), expected.drop_columns("time"))


def test_files_may_be_split(large: list[str], command: str, tmp_path: Path) -> None:
    expected = by_command(command, large, tmp_path / "x.parquet")
    found = uris.scan(large, split=100_000)
    assert found.npartitions > 12
    rows = pa.Table.from_pandas(found.compute(scheduler="threads"), engine.schema(False), preserve_index=False)
    assert same(rows, expected)


def test_what_cannot_be_read_is_a_row_or_an_error(paths: list[str]) -> None:
    found = uris.scan(paths, on_problem="collect").compute(scheduler="threads")
    told = found[found["problem"].notna()]
    assert sorted(Path(path).name for path in told["path"]) == ["cut.txt.gz", "none"]
    assert set(told["problem_kind"]) == {"cut", "not-found"}
    with pytest.raises(FileNotFoundError, match="No such file"):
        uris.scan(paths[-1:]).compute(scheduler="threads")
    with pytest.raises(OSError, match="cut.txt.gz"):
        uris.scan(paths).compute(scheduler="threads")
    with pytest.warns(urisift.ProblemWarning):
        assert len(uris.scan(paths, on_problem="warn").compute(scheduler="threads")) == found["uri"].notna().sum()
    with pytest.raises(TypeError):
        uris.scan(7)  # type: ignore[arg-type]
    one = next(path for path in paths if path.endswith("log.txt"))
    assert len(uris.scan(one).compute(scheduler="threads")) == 2000
    assert len(uris.scan(Path(one)).compute(scheduler="threads")) == 2000
    with pytest.raises(ValueError, match="unique"):
        uris.scan(paths, unique=True)
    assert len(uris.scan([]).compute(scheduler="threads")) == 0
