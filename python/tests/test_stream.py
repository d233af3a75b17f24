"""``scan_stream``, ``scan_bytes`` and ``scan_paths(open=…)``: the rows of files, and no failure is an end."""

from __future__ import annotations

import contextlib
import errno
import functools
import gzip
import http.client
import io
import mmap
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import urisift
from urisift import _reading, _retry

pa = pytest.importorskip("pyarrow")
import pyarrow.fs

from conftest import MBOX, PAGES, lines, warc

TEXT = lines(60_000)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts come quickly after each other."""
    monkeypatch.setattr(_retry, "FIRST", 0.001)


def table(scan: urisift.Scan) -> pa.Table:
    found = scan.read_all()
    found.validate(full=True)
    return found


def files(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*.*") if path.is_file() and "cut" not in path.name)


# What is read is what is in files.


@pytest.mark.parametrize("threads", [1, 3])
def test_streams_and_bytes_give_the_rows_of_files(archive: Path, threads: int) -> None:
    for path in files(archive):
        expected = table(urisift.scan_paths(path, threads=threads)).drop_columns("time")
        data = Path(path).read_bytes()
        sources: list[Any] = [io.BytesIO(data), Path(path).open("rb"), Path(path).open("rb", buffering=0)]
        for source in sources:
            found = table(urisift.scan_stream(source, name=path, threads=threads))
            assert found.drop_columns("time").equals(expected), source
            source.close()
        assert table(urisift.scan_stream(Path(path).open("rb"), threads=threads))["path"].equals(expected["path"])
        for held in (data, bytearray(data), memoryview(data), pa.py_buffer(data)):
            found = table(urisift.scan_bytes(held, name=path, threads=threads))
            assert found.drop_columns("time").equals(expected), type(held)


@pytest.mark.parametrize("threads", [1, 3])
def test_names_are_opened_in_place_of_files(archive: Path, threads: int) -> None:
    paths = files(archive)
    expected = table(urisift.scan_paths(paths, threads=threads)).drop_columns("time")
    local = pyarrow.fs.LocalFileSystem()
    opens: list[Callable[[str], Any]] = [
        functools.partial(open, mode="rb"),
        local.open_input_file,
        lambda name: local.open_input_stream(name, compression=None),
    ]
    with contextlib.suppress(ImportError):
        import fsspec

        opens += [fsspec.filesystem("file").open, fsspec.open]
    with contextlib.suppress(ImportError):
        import smart_open

        opens.append(functools.partial(smart_open.open, mode="rb", compression="disable"))
    for each in opens:
        found = table(urisift.scan_paths(paths, open=each, threads=threads))
        assert found.drop_columns("time").equals(expected), each


def test_a_stream_is_read_from_where_it_stands_and_stays_open() -> None:
    file = io.BytesIO(b"http://a.example/ http://b.example/")
    file.seek(18)
    found = table(urisift.scan_stream(file, name="x"))
    assert found["uri"].to_pylist() == ["http://b.example/"] and found["start"].to_pylist() == [0]
    assert not file.closed
    opened: list[Any] = []

    def open(name: str) -> Any:
        opened.append(io.BytesIO(name.encode()))
        return opened[-1]

    assert table(urisift.scan_paths(["http://a.example/", "-"], open=open)).num_rows == 1
    assert len(opened) == 2 and all(file.closed for file in opened)


class Steps:
    """A file that gives what it is made with, one of them a read, and raises what is an exception."""

    def __init__(self, *steps: Any) -> None:
        self.steps = list(steps)

    def read(self, size: int) -> Any:
        step = self.steps.pop(0) if self.steps else b""
        if isinstance(step, BaseException):
            raise step
        return step


def test_reads_may_give_any_bytes_of_any_length() -> None:
    uri = b"http://a.example/long/path"
    odd = pa.array(list(uri), pa.uint8()).to_numpy()
    steps = [b" ", bytearray(uri[:3]), memoryview(uri)[3:9], odd[9:], b" " * (3 << 20), uri]
    assert table(urisift.scan_stream(Steps(*steps)))["uri"].to_pylist() == [uri.decode()] * 2


def test_the_best_way_to_read_is_taken() -> None:
    class Fills(io.RawIOBase):
        def __init__(self) -> None:
            self.data = io.BytesIO(TEXT)

        def readable(self) -> bool:
            return True

        def readinto(self, room: Any) -> int:
            return self.data.readinto(room)

        def read(self, size: int = -1) -> bytes:
            raise AssertionError("there is a better way")

    class Reads(io.BufferedIOBase):
        def __init__(self) -> None:
            self.data = io.BytesIO(TEXT)

        def read(self, size: int | None = -1) -> bytes:
            return self.data.read(size)

    expected = table(urisift.scan_bytes(TEXT, name="x"))
    assert expected.num_rows == 60_000
    for file in (Fills(), Reads()):
        assert table(urisift.scan_stream(file, name="x")).equals(expected)


def test_what_is_no_binary_file_is_refused() -> None:
    for step, why in ((io.StringIO("http://a.example/"), "binary"), (Steps(7), "int"), (Steps({}), "dict")):
        with pytest.raises(TypeError, match=why):
            urisift.scan_stream(step).read_all()
    with pytest.raises(BlockingIOError):
        urisift.scan_stream(Steps(None)).read_all()
    with pytest.raises(TypeError, match="open.. gives bytes"):
        urisift.scan_paths("a", open=lambda _: b"http://a.example/").read_all()
    for wrong in (b"http://a.example/", "a", Path("a")):
        with pytest.raises(TypeError, match="scan_paths"):
            urisift.scan_stream(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="encode"):
        urisift.scan_bytes("http://a.example/")  # type: ignore[arg-type]
    for file in (io.BytesIO(b"/etc/passwd"), io.StringIO("/etc/passwd")):
        with pytest.raises(TypeError, match="scan_stream"):
            urisift.scan_paths(file)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="scan_stream"):
            urisift.scan_paths([file])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="files_from"):
        urisift.scan_bytes(b"", files_from="x")  # type: ignore[call-arg]


def test_urls_are_no_paths(tmp_path: Path) -> None:
    for url in ("s3://bucket/a", "https://a.example/b", "gs://b/c", "hdfs://d/e", "S3A://b/c"):
        with pytest.raises(ValueError, match="open="):
            urisift.scan_paths(url)
        with pytest.raises(ValueError, match="open="):
            urisift.list_paths([url])
    path = tmp_path / "a b\xe9.txt"
    path.write_text("http://a.example/")
    expected = urisift.scan_paths(path).read_all()
    for url in (path.as_uri(), f"file:{urllib.request.pathname2url(str(path))}", path.as_uri().replace("///", "//localhost/")):
        assert urisift.scan_paths(url).read_all().equals(expected)
    with pytest.raises(ValueError):
        urisift.scan_paths("file://host.example/a")


def test_there_has_to_be_something(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as none:
        urisift.scan_paths(tmp_path / "none")
    assert none.value.errno == errno.ENOENT and none.value.filename == str(tmp_path / "none")
    with pytest.raises(FileNotFoundError, match="patterns are not expanded"):
        urisift.scan_paths([tmp_path / "*.gz", tmp_path / "none"])
    with pytest.raises(FileNotFoundError):
        urisift.list_paths(tmp_path / "none")
    assert urisift.scan_paths(tmp_path).read_all().num_rows == 0


# Failures.


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("packed", [False, True])
def test_what_a_reader_raises_is_raised_after_the_finds_before_it(threads: int, packed: bool) -> None:
    data = gzip.compress(TEXT, 1) if packed else TEXT
    half = len(data) // 2
    error = ZeroDivisionError("on purpose")
    scan = urisift.scan_stream(Steps(data[:half], error), name="x", threads=threads)
    rows = 0
    with pytest.raises(ZeroDivisionError) as raised:
        for batch in scan:
            rows += batch.num_rows
    assert raised.value is error and raised.value.__notes__ == ["while urisift read x"]
    assert 20_000 < rows < 40_000
    assert list(scan) == []


@pytest.mark.parametrize("threads", [1, 4])
def test_an_open_that_fails_ends_the_search_at_its_place(threads: int) -> None:
    def open(name: str) -> Any:
        if name == "5":
            raise PermissionError(errno.EACCES, "no\udcff", name)
        return io.BytesIO(TEXT[:100_000])

    each = table(urisift.scan_paths(["1"], open=open)).num_rows
    names = [str(number) for number in range(10)]
    scan, rows = urisift.scan_paths(names, open=open, threads=threads), 0
    with pytest.raises(PermissionError, match="no"):
        for batch in scan:
            rows += batch.num_rows
    assert rows == 5 * each
    met: list[urisift.Problem] = []
    found = table(urisift.scan_paths(names, open=open, threads=threads, on_problem=met.append))
    assert found.num_rows == 9 * each
    assert [(each.path, type(each.error)) for each in met] == [("5", PermissionError)]
    with pytest.raises(PermissionError):
        urisift.scan_paths(names, open=open, by="host").read_all()


class Flaky(io.BytesIO):
    """An object of which every second read fails, each time at another place."""

    def __init__(self, data: bytes, failures: list[BaseException | None], etag: str = "1") -> None:
        super().__init__(data)
        self.failures, self.size, self.details = failures, len(data), {"ETag": etag}
        self.reads = 0

    def readinto(self, room: Any) -> int:
        self.reads += 1
        if self.failures and self.reads % 2 == 0:
            error = self.failures.pop()
            if error is None:
                return 0
            raise error
        return super().readinto(memoryview(room)[: 10_000 + 7 * len(self.failures)])

    def readinto1(self, room: Any) -> int:
        return self.readinto(room)


class Status(Exception):
    """As those of clients of HTTP."""

    def __init__(self, status: int) -> None:
        self.status = status


TRANSIENT: list[BaseException | None] = [
    None,
    ConnectionResetError(),
    TimeoutError(),
    OSError(errno.ENETUNREACH, "unreachable"),
    http.client.IncompleteRead(b""),
    Status(503),
    Status(429),
    urllib.error.HTTPError("", 500, "", {}, None),  # type: ignore[arg-type]
]


def test_a_lost_connection_is_opened_again_and_nothing_is_lost_or_doubled() -> None:
    data = gzip.compress(TEXT, 1)
    expected = table(urisift.scan_bytes(data, name="x"))
    for threads in (1, 3):
        failures = TRANSIENT * 3
        opened: list[Flaky] = []

        def open(name: str, failures: Any = failures, opened: Any = opened) -> Flaky:
            opened.append(Flaky(data, failures))
            return opened[-1]

        assert table(urisift.scan_paths("x", open=open, threads=threads)).equals(expected)
        assert not failures and len(opened) == 1 + 3 * len(TRANSIENT)
        assert table(urisift.scan_stream(Flaky(data, TRANSIENT * 3), name="x")).equals(expected)


def test_objects_that_cannot_seek_are_read_up_to_the_place_again() -> None:
    class Forward(Flaky):
        def seekable(self) -> bool:
            return False

    expected = table(urisift.scan_bytes(TEXT, name="x"))
    failures = list(TRANSIENT)
    assert table(urisift.scan_paths("x", open=lambda _: Forward(TEXT, failures))).equals(expected)
    with pytest.raises(ConnectionResetError):
        urisift.scan_stream(Forward(TEXT, [ConnectionResetError()])).read_all()


def test_a_failure_that_goes_on_is_raised() -> None:
    tries = 0

    def open(name: str) -> Any:
        nonlocal tries
        tries += 1
        raise ConnectionRefusedError(errno.ECONNREFUSED, "refused")

    with pytest.raises(ConnectionRefusedError):
        urisift.scan_paths("x", open=open, retries=3).read_all()
    assert tries == 4
    # Nothing is left to be read, and the object is said to be longer: that is no end.
    short = Flaky(TEXT, [])
    short.size += 1
    with pytest.raises(ConnectionError, match="has ended at byte"):
        urisift.scan_stream(short).read_all()
    with pytest.raises(ValueError, match="read it"):
        urisift.scan_stream(Flaky(TEXT, [ValueError("read it no more")])).read_all()


def test_another_object_under_the_name_is_no_rest() -> None:
    etags = iter("12")
    failures: list[BaseException | None] = [None]
    with pytest.raises(urisift.Changed, match="changed"):
        urisift.scan_paths("x", open=lambda _: Flaky(TEXT, failures, next(etags))).read_all()


def test_failures_of_libraries_are_known_by_their_names() -> None:
    def named(module: str, name: str) -> BaseException:
        kind: type[BaseException] = type(name, (Exception,), {"__module__": module})
        return type("Sub", (kind,), {})()

    def wrapped(cause: BaseException) -> BaseException:
        error = OSError(errno.EBUSY, "busy")
        error.__cause__ = cause
        return error

    def boto(code: str, status: int | None) -> BaseException:
        error = Exception(code)
        error.response = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}  # type: ignore[attr-defined]
        return error

    for error in (
        named("aiohttp.client_exceptions", "ClientError"),
        named("botocore.exceptions", "HTTPClientError"),
        named("urllib3.exceptions", "HTTPError"),
        named("requests.exceptions", "ConnectionError"),
        wrapped(boto("SlowDown", 503)),
        boto("Throttling", None),
        OSError("When reading: AWS Error NETWORK_CONNECTION during GetObject operation: …"),
    ):
        assert _retry.is_transient(error), error
    for error in (boto("NoSuchKey", 404), wrapped(boto("AccessDenied", 403)), Status(404), KeyError(), OSError()):
        assert not _retry.is_transient(error), error


def test_a_response_that_ends_early_is_no_end() -> None:
    class Short(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(TEXT)))
            self.end_headers()
            self.wfile.write(TEXT if self.path == "/whole" else TEXT[: len(TEXT) // 2])

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Short) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        with urllib.request.urlopen(f"{url}/whole") as response:
            assert table(urisift.scan_stream(response, name="x")).num_rows == 60_000
        with urllib.request.urlopen(f"{url}/half") as response, pytest.raises(ConnectionError):
            urisift.scan_stream(response, name="x").read_all()
        server.shutdown()


# Threads, memory, signals.


def test_a_search_is_left_while_its_reader_blocks() -> None:
    block, reading = threading.Event(), threading.Event()

    class Blocks:
        def read(self, size: int) -> bytes:
            reading.set()
            block.wait(60)
            return b""

    scan = urisift.scan_stream(Blocks())
    reading.wait(60)
    threading.Timer(0.1, scan.close).start()
    assert list(scan) == []
    block.set()


def test_memory_is_bounded_where_nobody_takes_what_is_found() -> None:
    asked = 0

    class Endless:
        def read(self, size: int) -> bytes:
            nonlocal asked
            asked += len(TEXT)
            return TEXT

    scan = urisift.scan_stream(Endless(), name="x")
    next(scan)
    seen = -1
    while seen != asked:
        seen = asked
        time.sleep(0.3)
    scan.close()
    assert asked < 64 << 20


PROGRAMS = {
    # The reader blocks, and the main thread is interrupted.
    "blocked": """
        class Blocks:
            def read(self, size):
                os.write(1, b"x")
                time.sleep(600)
        list(urisift.scan_stream(Blocks()))
    """,
    # The reader is at work when the program ends.
    "busy": """
        class Busy:
            def read(self, size):
                return b"http://a.example/%d " % sum(range(1000)) * 1000
        scan = urisift.scan_stream(Busy(), name="x")
        next(scan)
        os.write(1, b"x")
        time.sleep(600)
    """,
}


@pytest.mark.skipif(os.name == "nt", reason="no such signals here")
@pytest.mark.parametrize("program", PROGRAMS)
def test_control_c_ends_the_program(program: str) -> None:
    text = "import os, time, urisift\n" + "\n".join(line[8:] for line in PROGRAMS[program].splitlines())
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.read(1) == b"x"
        child.send_signal(signal.SIGINT)
        _, told = child.communicate(timeout=60)
    assert child.returncode == -signal.SIGINT, told
    assert told.endswith(b"KeyboardInterrupt\n"), told


def test_scans_are_streams_of_arrow() -> None:
    expected = urisift.scan_bytes(TEXT, name="x").read_all()
    assert pa.table(urisift.scan_bytes(TEXT, name="x")).equals(expected)
    assert pa.schema(urisift.scan_bytes(TEXT, name="x")).equals(expected.schema)
    assert urisift.scan_bytes(TEXT, name="x").to_reader().read_all().equals(expected)
    assert urisift.scan_column([TEXT.decode(), None]).num_rows == urisift.scan_column([TEXT]).num_rows > 0
    pandas = pytest.importorskip("pandas", reason="no pandas here")
    frame = urisift.scan_bytes(TEXT, name="x").to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame["uri"].tolist() == expected["uri"].to_pylist()
    polars = pytest.importorskip("polars", reason="no polars here")
    assert polars.DataFrame(urisift.scan_bytes(TEXT, name="x")).shape == expected.shape
    assert urisift.scan_bytes(TEXT, name="x").to_polars().shape == expected.shape


def test_mail_and_pages_of_a_column_are_read_as_such() -> None:
    pages = pa.array([PAGES["http://one.example/"], None, "<p>none", PAGES["http://three.example/"]])
    base = ["http://one.example/", None, None, "http://three.example/"]
    found = urisift.scan_column(pages, as_="html", base=pa.array(base))
    found.validate(full=True)
    assert found.schema.names == ["row", *urisift.schema().names[1:]]
    assert list(zip(found["row"].to_pylist(), found["uri"].to_pylist(), strict=True)) == [
        (0, "http://one.example/up"),
        (0, "http://two.example/x"),
        (3, "http://one.example/up#top"),
    ]
    mails = pa.chunked_array([[MBOX], [], [None, MBOX]])
    whole = table(urisift.scan_bytes(MBOX, name="x", as_="mbox"))
    found = urisift.scan_column(mails, as_="mbox", threads=2)
    assert found["row"].to_pylist() == [0] * whole.num_rows + [2] * whole.num_rows
    assert found["uri"].to_pylist() == whole["uri"].to_pylist() * 2
    one = urisift.scan_column(pages, as_="html", base="http://b.example/", scheme="http")
    assert "http://b.example/up" in one["uri"].to_pylist()
    for chosen in (["uri", "path"], "uri"):
        short = urisift.scan_column(pages, as_="html", base="http://b.example/", columns=chosen)
        assert short.schema.names == ["row", "uri"] and set(short["row"].to_pylist()) == {0, 3}
    with pytest.raises(ValueError, match="base"):
        urisift.scan_column(pages, base="http://a.example/")
    with pytest.raises(ValueError, match="2 for 4"):
        urisift.scan_column(pages, as_="html", base=pa.array(["a:b", "a:c"]))
    with pytest.raises(ValueError, match="format"):
        urisift.scan_column(pa.array([], pa.string()), as_="htmll")


def test_columns_of_other_libraries_are_read() -> None:
    texts = ["see http://a.example/", None, "ä http://b.example/"]
    columns: list[Any] = [pa.table({"x": texts}), pa.record_batch({"x": texts})]
    with contextlib.suppress(ImportError):
        import polars

        columns += [polars.Series(texts), polars.DataFrame({"x": texts})]
    with contextlib.suppress(ImportError):
        import pandas

        columns += [pandas.Series(texts), pandas.Series(texts, dtype="string[pyarrow]")]
    for column in columns:
        assert urisift.scan_column(column)["row"].to_pylist() == [0, 2], type(column)
    assert urisift.scan_column(pa.nulls(3)).num_rows == 0
    with pytest.raises(TypeError, match="x, y"):
        urisift.scan_column(pa.table({"x": texts, "y": texts}))
    with pytest.raises(TypeError, match="str"):
        urisift.scan_column("http://a.example/")
