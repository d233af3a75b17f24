"""Objects in a store that speaks S3 give the rows of files, also if it fails: nothing is lost, nothing doubled."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import urisift
from urisift import _reading, _retry

s3fs = pytest.importorskip("s3fs", reason="no s3fs here")
pytest.importorskip("moto", reason="no moto here")
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

from conftest import PAGES, PROJECT, by_command, same, warc


class Faults:
    """The application of a store, which answers as told to requests for the content of objects."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.faults: list[str] = []
        #: How many requests for one object fail in a row, at most. Workers share the faults out by chance.
        self.most = 2
        self.failed = dict[str, int]()
        #: The first byte of each range that was asked for.
        self.starts: list[int] = []
        self.lock = threading.Lock()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        is_content = environ["REQUEST_METHOD"] == "GET" and path.count("/") > 1
        with self.lock:
            failed = self.failed.get(path, 0)
            fault = self.faults.pop() if is_content and self.faults and failed < self.most else ""
            if is_content:
                self.failed[path] = failed + 1 if fault else 0
                self.starts += map(int, re.findall(r"bytes=(\d+)", environ.get("HTTP_RANGE", "")))
        if fault in ERRORS:
            status, code = ERRORS[fault]
            start(status, [("Content-Type", "application/xml")])
            return [f"<Error><Code>{code}</Code><Message>no</Message></Error>".encode()]
        answer = self.app(environ, start)
        return cut(answer) if fault == "lost" else answer


ERRORS = {
    "error": ("500 Internal Server Error", "InternalError"),
    "busy": ("503 Slow Down", "SlowDown"),
}
#: In the order in which they come, from the last. Empty ones are answers as they should be.
FAULTS = ["", "lost", "busy", "", "error", "lost", "", "busy", "error", "lost", ""]


def cut(answer: Iterable[bytes]) -> Iterator[bytes]:
    """The first half of an answer; then the connection is lost."""
    body = b"".join(answer)
    yield body[: len(body) // 2]
    raise ConnectionAbortedError


class Store(NamedTuple):
    faults: Faults
    options: dict[str, Any]
    names: list[str]
    paths: list[str]

    def open(self) -> Callable[[str], Any]:
        """Opens objects in small steps, and leaves failures to urisift."""
        system = s3fs.S3FileSystem(**self.options, skip_instance_cache=True)

        # Workers, which do not have this module, are given all of it.
        def open(name: str) -> Any:
            system.retries = 1
            return system.open(name, block_size=100_000)

        return open


def mails(count: int) -> bytes:
    """A mailbox that packs badly, so that it takes many requests."""

    def mail(number: int) -> str:
        noise = hashlib.shake_128(str(number).encode()).hexdigest(900)
        return (
            f"From a@mail.example Thu Jan  1 00:00:00 1970\nMessage-ID: <{number}@mail.example>\n"
            f"Date: Thu, 01 Jan 2015 00:00:00 +0000\nContent-Type: text/plain\n\n"
            f"See http://h{number % 9}.example/{number} {noise}\n\n"
        )

    return "".join(map(mail, range(count))).encode()


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store on this machine with a mailbox and a web archive, which are files, too."""
    faults = Faults(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, faults, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = {
        "key": "k",
        "secret": "s",
        "endpoint_url": f"http://127.0.0.1:{server.server_port}",
        "client_kwargs": {"region_name": "eu-west-1"},
        "config_kwargs": {"retries": {"max_attempts": 0}},
    }
    folder = tmp_path_factory.mktemp("store")
    (folder / "list.mbox.gz").write_bytes(gzip.compress(mails(6000), 1, mtime=0))
    (folder / "pages.warc.gz").write_bytes(warc(PAGES))
    paths = sorted(map(str, folder.iterdir()))
    system = s3fs.S3FileSystem(**options)
    system.mkdir("bucket")
    for path in paths:
        system.put_file(path, f"bucket/{Path(path).name}")
    yield Store(faults, options, [f"bucket/{Path(path).name}" for path in paths], paths)
    server.shutdown()


@pytest.fixture(scope="session")
def long(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Mailboxes in the same store that are split: one is plain, and one is packed in members."""
    folder, mbox = tmp_path_factory.mktemp("long"), mails(1200)
    (folder / "list.mbox").write_bytes(mbox)
    (folder / "members.mbox.gz").write_bytes(members(mbox))
    paths = sorted(map(str, folder.iterdir()))
    system = s3fs.S3FileSystem(**store.options)
    system.mkdir("long")
    for path in paths:
        system.put_file(path, f"long/{Path(path).name}")
    return Store(store.faults, store.options, [f"long/{Path(path).name}" for path in paths], paths)


def members(mbox: bytes) -> bytes:
    """A member of gzip for every ten mails. Every third one starts in the middle of a mail."""
    starts = [line.start() for line in re.finditer(rb"^From ", mbox, re.MULTILINE)][::10]
    starts = [start + 500 * (number % 3 == 2) for number, start in enumerate(starts)]
    return b"".join(gzip.compress(mbox[start:end], 1, mtime=0) for start, end in pairwise([*starts, len(mbox)]))


@pytest.fixture
def expected(store: Store, command: str, tmp_path: Path) -> pa.Table:
    """What the command finds in the files."""
    table = of_objects(store, command, tmp_path / "x.parquet")
    assert table.num_rows > 6000
    return table


@pytest.fixture
def expected_of_long(long: Store, command: str, tmp_path: Path) -> pa.Table:
    """What it finds in those that are split."""
    table = of_objects(long, command, tmp_path / "x.parquet")
    assert table.num_rows == 2400
    return table


def of_objects(store: Store, command: str, out: Path) -> pa.Table:
    """What the command finds in the files, with the names of the objects."""
    table = by_command(command, store.paths, out)
    names = {path: name for path, name in zip(store.paths, store.names, strict=True)}
    path = pa.array([names[path] for path in table["path"].to_pylist()])
    return table.set_column(0, "path", path)


def told(found: pa.Table) -> pa.Table:
    assert found["problem"].null_count == found.num_rows
    return found.drop_columns(["problem_at", "problem_kind", "problem"])


@pytest.mark.parametrize("threads", [1, 3])
def test_objects_give_the_rows_of_files(
    store: Store, expected: pa.Table, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_retry, "FIRST", 0.001)
    for faults in ([], list(FAULTS)):
        store.faults.faults = faults
        found = urisift.scan_paths(store.names, open=store.open(), threads=threads).read_all()
        assert same(found, expected)
        assert not faults
    store.faults.faults = list(FAULTS)
    with store.open()(store.names[0]) as file:
        found = urisift.scan_stream(file, name=store.names[0], threads=threads).read_all()
    assert found["uri"].equals(expected.filter(pa.compute.equal(expected["path"], store.names[0]))["uri"])
    assert not store.faults.faults


def test_a_store_that_goes_on_failing_raises_and_does_not_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_retry, "FIRST", 0.001)
    monkeypatch.setattr(store.faults, "most", 50)
    for fault in ("lost", "busy", "error"):
        store.faults.faults = [fault] * 50 + [""] * 3
        scan, rows = urisift.scan_paths(store.names[0], open=store.open(), retries=2), 0
        with pytest.raises(Exception) as raised:
            for batch in scan:
                rows += batch.num_rows
        assert 0 < rows < 6000 and _retry.is_transient(raised.value)
        assert f"while urisift read {store.names[0]}" in raised.value.__notes__
    store.faults.faults = []
    met: list[urisift.Problem] = []
    names = ["bucket/none", *store.names]
    assert urisift.scan_paths(names, open=store.open(), on_problem=met.append).read_all().num_rows > 6000
    assert [(each.path, type(each.error)) for each in met] == [("bucket/none", FileNotFoundError)]


#: The length of a piece.
PIECE = 250_000


def of_name(table: pa.Table, name: str) -> pa.Table:
    return table.filter(pa.compute.equal(table["path"], name))


@pytest.mark.parametrize("threads", [1, 3])
def test_pieces_of_objects_have_the_rows_of_files(
    long: Store, expected_of_long: pa.Table, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_retry, "FIRST", 0.001)
    # In so small steps, there are requests enough for all faults.
    monkeypatch.setattr(_reading, "CHUNK", 50_000)
    for path, name in zip(long.paths, long.names, strict=True):
        expected = of_name(expected_of_long, name)
        long.faults.faults = list(FAULTS)
        pieces = urisift.split(name, PIECE, open=long.open())
        assert not long.faults.faults
        assert len(pieces) > 3 and pieces == urisift.split(path, PIECE)
        several = list[pa.Table]()
        for piece in pieces:
            long.faults.faults, long.faults.starts = ["lost", "busy"], []
            scan = urisift.scan_paths(name, open=long.open(), pieces=[piece], threads=threads)
            several.append(scan.read_all())
            assert several[-1].num_rows > 0 and not long.faults.faults
            # No byte before the piece is read.
            assert (min(long.faults.starts) == 0) == (piece == pieces[0])
        assert pa.concat_tables(several).equals(expected)
        long.faults.faults = list(FAULTS)
        names = [name] * len(pieces)
        assert urisift.scan_paths(names, open=long.open(), pieces=pieces, threads=threads).read_all().equals(expected)
        assert not long.faults.faults


def test_a_store_that_goes_on_failing_loses_no_piece(
    long: Store, expected_of_long: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_retry, "FIRST", 0.001)
    monkeypatch.setattr(_reading, "CHUNK", 50_000)
    monkeypatch.setattr(long.faults, "most", 50)
    for name in long.names:
        expected = of_name(expected_of_long, name)
        whole = urisift.split(name, PIECE, open=long.open())
        for before in (0, 5):
            long.faults.faults = ["error"] * 50 + [""] * before
            pieces = urisift.split(name, PIECE, open=long.open(), retries=1)
            # The rest of the file is the last piece.
            assert len(pieces) < len(whole) and (before == 0 or len(pieces) > 1)
            long.faults.faults = []
            found = urisift.scan_paths([name] * len(pieces), open=long.open(), pieces=pieces)
            assert found.read_all().equals(expected)
        long.faults.faults = ["lost"] * 50
        with pytest.raises(Exception) as raised:
            urisift.scan_paths(name, open=long.open(), pieces=[whole[1]], retries=1).read_all()
        assert _retry.is_transient(raised.value)
        long.faults.faults = []


def test_dask_gives_the_rows_of_the_command_in_pieces(long: Store, expected_of_long: pa.Table) -> None:
    pytest.importorskip("dask.dataframe", reason="no dask here")
    from urisift import dask as uris

    long.faults.faults = list(FAULTS)
    found = uris.scan(long.names, open=long.open(), split=PIECE, on_problem="collect")
    assert found.npartitions > 8
    rows = found.compute(scheduler="threads")
    schema = uris.engine.schema("collect")
    assert same(told(pa.Table.from_pandas(rows, schema, preserve_index=False)), expected_of_long)
    assert not long.faults.faults


def test_spark_gives_the_rows_of_the_command(spark: Any, store: Store, expected: pa.Table) -> None:
    uris = pytest.importorskip("urisift.spark")
    store.faults.faults = list(FAULTS)
    named = spark.createDataFrame([(name,) for name in store.names], "path string").repartition(2)
    found = uris.scan(named, open=store.open(), on_problem="collect")
    assert same(told(found.toArrow()), expected)
    assert not store.faults.faults
    content = spark.read.format("binaryFile").load(str(Path(store.paths[0]).parent))
    found = uris.scan(content, content="content", on_problem="collect")
    paths = [name.rpartition("/")[2] for name in told(found.toArrow())["path"].to_pylist()]
    assert sorted(paths) == sorted(name.rpartition("/")[2] for name in expected["path"].to_pylist())


def test_spark_gives_the_rows_of_the_command_in_pieces(
    spark: Any, long: Store, expected_of_long: pa.Table
) -> None:
    uris = pytest.importorskip("urisift.spark")
    long.faults.faults = list(FAULTS)
    named = spark.createDataFrame([(name,) for name in long.names], "path string").repartition(2)
    pieces = uris.split(named, PIECE, open=long.open()).cache()
    assert pieces.count() > 8
    found = uris.scan(pieces.repartition(4), piece="piece", open=long.open(), on_problem="collect")
    assert same(told(found.toArrow()), expected_of_long)
    assert not long.faults.faults


@pytest.fixture
def harvest(spark: Any, store: Store, tmp_path: Path) -> Callable[..., int]:
    """Runs a harvest of what is typed into a folder `out`: its exit status."""
    script = PROJECT / "python" / "examples" / "harvest.py"
    spark.sparkContext.addPyFile(str(script))
    sys.path.insert(0, str(script.parent))
    import harvest

    def run(*typed: str) -> int:
        options = json.dumps(store.options)
        words = ["--out", str(tmp_path / "out"), "--storage-options", options, *typed]
        return int(harvest.run(spark, harvest.arguments(words)))

    return run


def test_a_harvest_splits_what_a_store_has(
    harvest: Callable[..., int], long: Store, expected_of_long: pa.Table, tmp_path: Path
) -> None:
    long.faults.faults = list(FAULTS)
    assert harvest("s3://long", "--task-size", str(PIECE)) == 0
    assert not long.faults.faults
    links = pq.read_table(tmp_path / "out" / "links", partitioning=None)
    names = [path.removeprefix("s3://") for path in links["path"].to_pylist()]
    links = links.set_column(0, "path", pa.array(names)).drop_columns("normal")
    assert same(links, expected_of_long.drop_columns("normal"))


def test_a_harvest_lists_and_reads_a_store(
    harvest: Callable[..., int],
    store: Store,
    expected: pa.Table,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    run = harvest
    store.faults.faults = list(FAULTS)
    assert run("s3://bucket") == 0
    links = pq.read_table(tmp_path / "out" / "links", partitioning=None)
    names = [path.removeprefix("s3://") for path in links["path"].to_pylist()]
    assert sorted(zip(names, links["uri"].to_pylist(), strict=True)) == sorted(
        zip(expected["path"].to_pylist(), expected["uri"].to_pylist(), strict=True)
    )
    before = sorted(tmp_path.rglob("part-*"))
    sources = pq.read_table(tmp_path / "out" / "sources", partitioning=None).to_pylist()
    assert [row["length"] for row in sources] == [Path(path).stat().st_size for path in store.paths]
    assert all(row["modified"] > 0 and "secret" not in str(row) for row in sources)
    assert run("s3://bucket/*.gz") == 2 and "see --replace" in capfd.readouterr().err
    assert run("s3://none") == 2 and run("s3://bucket", "/data") == 2
    assert run("s3://bucket") == 0
    assert set(before) >= {path for path in tmp_path.rglob("part-*") if "batch=" in str(path)}


@pytest.mark.cluster
@pytest.mark.usefixtures("cluster")
def test_ray_gives_the_rows_of_the_command(
    store: Store, expected: pa.Table, long: Store, expected_of_long: pa.Table
) -> None:
    ray = pytest.importorskip("ray", reason="no ray here")
    from urisift import ray as uris

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=200 << 20)
    try:
        store.faults.faults = list(FAULTS)
        named = ray.data.from_items([{"path": name} for name in store.names], override_num_blocks=2)
        found = uris.scan(named, open=store.open(), on_problem="collect")
        assert same(told(pa.concat_tables(ray.get(found.to_arrow_refs()))), expected)
        assert not store.faults.faults
        long.faults.faults = list(FAULTS)
        named = ray.data.from_items([{"path": name} for name in long.names], override_num_blocks=2)
        pieces = uris.split(named, PIECE, open=long.open()).repartition(4).materialize()
        assert pieces.count() > 8
        found = uris.scan(pieces, piece="piece", open=long.open(), on_problem="collect")
        assert same(told(pa.concat_tables(ray.get(found.to_arrow_refs()))), expected_of_long)
        assert not long.faults.faults
    finally:
        ray.shutdown()
