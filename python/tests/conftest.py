"""What the tests share: inputs, the command, and one session of Spark."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

# Workers run the Python that the tests run.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

#: For little data: nothing is compiled that would run but once.
SPARK = {
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.shuffle.partitions": "2",
}

PROJECT = Path(__file__).parents[2]

MBOX = b"""From ada@mail.example Thu Jan  1 00:00:00 1970
Subject: one
Message-ID: <1@mail.example>
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Caf=E9: http://quoted.example/page=
s?x=3D1 and <http://a.example/long-
 name>.

From bob@mail.example Thu Jan  1 00:00:01 1970
Subject: two
Content-Type: text/html; charset=utf-8

<a href="http://a.example/%7eb">b</a> HTTP://A.example:80/~b
"""

PAGES = {
    "http://one.example/": '<a href="/up">up</a> <a href="http://two.example/x">x</a>',
    "http://two.example/x": '<a href="http://one.example/">1</a> <a href="http://www.a.example/">a</a>',
    "http://three.example/": '<a href="http://one.example/up#top">1</a>',
}


def warc(pages: dict[str, str]) -> bytes:
    """A web archive of these pages, each record a member of gzip."""
    members = []
    for uri, body in pages.items():
        page = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><body>{body}</body></html>"
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\n"
            "WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(page)}\r\n\r\n"
        )
        members.append(gzip.compress((head + page + "\r\n\r\n").encode(), mtime=0))
    return b"".join(members)


def cut(data: bytes) -> bytes:
    """The first half of `data`, compressed: a file that was not written to its end."""
    packed = gzip.compress(data, mtime=0)
    return packed[: len(packed) // 2]


def lines(count: int) -> bytes:
    """A line of text and a URI, so many times."""
    return b"".join(b"%d: see http://h%d.example/p/%d, or not\n" % (n, n % 7, n * n) for n in range(count))


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The texts that come with the project."""
    return PROJECT / "corpora"


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory of files of every kind; one is cut in its middle."""
    root = tmp_path_factory.mktemp("archive")
    (root / "mail").mkdir()
    (root / "mail" / "list.mbox").write_bytes(MBOX)
    (root / "mail" / "list.mbox.gz").write_bytes(gzip.compress(MBOX, mtime=0))
    (root / "pages.warc.gz").write_bytes(warc(PAGES))
    (root / "log.txt").write_bytes(lines(2000))
    (root / "log.txt.gz").write_bytes(gzip.compress(lines(1000), mtime=0))
    (root / "cut.txt.gz").write_bytes(cut(lines(3000)))
    (root / "faults.txt").write_bytes(b"http://a.example:8o/ http://a.example/\xc3\xa9 urn:isbn:0451450524\n")
    (root / "plain name.txt").write_bytes(b"mailto:ada@mail.example\n")
    (root / "nothing.txt").write_bytes(b"nothing\n")
    (root / "empty.txt").write_bytes(b"")
    return root


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Files that are split, and one that is not, at the end."""
    root = tmp_path_factory.mktemp("large")
    mbox = b"".join(MBOX.replace(b"<1@", b"<%d@" % number) for number in range(1500))
    (root / "log.txt").write_bytes(lines(20_000))
    (root / "log.txt.gz").write_bytes(b"".join(gzip.compress(lines(500), mtime=0) for _ in range(200)))
    (root / "mail.mbox").write_bytes(mbox)
    (root / "pages.warc.gz").write_bytes(warc(PAGES) * 500)
    (root / "whole.gz").write_bytes(gzip.compress(mbox, 0, mtime=0))
    return sorted(str(path) for path in root.iterdir())


@pytest.fixture(scope="session")
def paths(archive: Path) -> list[str]:
    """Its files, and one that is not there."""
    return [*sorted(str(path) for path in archive.rglob("*.*") if path.is_file()), str(archive / "none")]


@pytest.fixture(scope="session")
def there(paths: list[str]) -> list[str]:
    """Its files, all of which are there."""
    return paths[:-1]


@pytest.fixture(scope="session")
def command() -> str:
    """The command: the one that URISIFT names, or that of the package."""
    return os.environ.get("URISIFT") or str(Path(sys.executable).with_name("urisift"))


def by_command(command: str, paths: list[str], out: Path, *flags: str) -> pa.Table:
    """What the command writes of these files as Parquet."""
    words = [command, "--no-config", "--no-messages", *flags, "-o", str(out), "--", *paths]
    assert subprocess.run(words, check=False).returncode in (0, 1, 2)
    return pq.read_table(out)


def in_order(table: pa.Table) -> pa.Table:
    """The rows by path and place, which no engine keeps."""
    keys = [(name, "ascending") for name in ("path", "start", "end", "part_start", "uri")]
    return table.combine_chunks().sort_by(keys).replace_schema_metadata(None)


def same(one: pa.Table, other: pa.Table) -> bool:
    """Whether both have the same columns, of the same types, and the same rows in any order."""
    assert [(f.name, f.type) for f in one.schema] == [(f.name, f.type) for f in other.schema]
    return bool(in_order(one).to_pylist() == in_order(other).to_pylist())


@pytest.fixture(scope="session")
def cluster() -> None:
    """What starts many processes is left out where URISIFT_CLUSTER is 0."""
    if os.environ.get("URISIFT_CLUSTER") == "0":
        pytest.skip("URISIFT_CLUSTER is 0: nothing is started on clusters")


@pytest.fixture(scope="session")
def torn(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Real text in forty compressed files, one of which is cut in its middle."""
    real = PROJECT.parent / "shared" / "corpora"
    if not real.exists():
        pytest.skip("no real text in ../shared/corpora")
    root = tmp_path_factory.mktemp("torn")
    for name in ["logs.txt", "mail.mbox", "news.txt", "rfc.txt", "web.txt"]:
        packed = real / f"{name}.zst"
        with pa.input_stream(packed, compression="zstd") as stream:
            text = stream.read()
        size = len(text) // 8 + 1
        for part in range(8):
            piece = text[part * size : (part + 1) * size]
            is_cut = packed.stem == "rfc.txt" and part == 3
            data = cut(piece) if is_cut else gzip.compress(piece, 1, mtime=0)
            (root / f"{packed.stem}.{part}.gz").write_bytes(data)
    return sorted(str(path) for path in root.iterdir())


@pytest.fixture(scope="session")
def spark() -> Iterator[object]:
    """A session on two threads; a task is tried four times."""
    sql = pytest.importorskip("pyspark.sql", reason="no pyspark here")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("no Java here")
    builder = sql.SparkSession.builder.master("local[2,4]").appName("urisift")
    for name, value in SPARK.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
