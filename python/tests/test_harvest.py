"""The worked harvest: its tables, and that a run may be killed and gone on with at any time."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import urisift

pytest.importorskip("pyspark", reason="no pyspark here")
from pyspark.sql import SparkSession

from conftest import PROJECT, SPARK, by_command, lines, same
from urisift import spark as uris

SCRIPT = PROJECT / "python" / "examples" / "harvest.py"
sys.path.insert(0, str(SCRIPT.parent))
import harvest

SMALL = ["--batch-size", "9k", "--task-size", "3k"]
TABLES = ["links", "problems", "sources", "distinct", "domains", "inlinks"]


@pytest.fixture(scope="session")
def workers(spark: SparkSession) -> SparkSession:
    """A session whose workers have the script, too."""
    spark.sparkContext.addPyFile(str(SCRIPT))
    return spark


def run(spark: SparkSession, out: Path, *typed: str) -> int:
    return harvest.run(spark, harvest.arguments(["--out", str(out), *SMALL, *typed]))


def table(out: Path, name: str) -> pa.Table:
    found = pq.read_table(out / name, partitioning=None)
    return found.replace_schema_metadata(None)


def tables(out: Path) -> dict[str, list[dict[str, Any]]]:
    """All rows; which batch they are of does not count."""
    return {name: sorted(table(out, name).to_pylist(), key=repr) for name in TABLES}


def written(out: Path) -> set[Path]:
    """The files of the batches, whose names Spark makes anew for each time they are written."""
    return {path for name in TABLES[:3] for path in (out / name).rglob("part-*")}


def batches(out: Path) -> set[str]:
    return {path.parent.name for path in (out / "sources").glob("batch=*/_SUCCESS")}


@pytest.fixture(scope="module")
def harvested(workers: SparkSession, archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("harvest") / "out"
    assert run(workers, out, str(archive)) == 0
    return out


@pytest.fixture
def own(archive: Path, harvested: Path, tmp_path: Path) -> tuple[Path, Path]:
    """An archive and its harvest, to be changed."""
    shutil.copytree(harvested, tmp_path / "out")
    return archive, tmp_path / "out"


def test_the_links_are_those_of_the_command(
    harvested: Path, archive: Path, command: str, tmp_path: Path
) -> None:
    expected = by_command(command, [str(archive)], tmp_path / "x.parquet", "--normalize")
    assert len(batches(harvested)) > 2
    assert same(table(harvested, "links"), expected)


def test_each_file_has_a_mark_and_each_problem_a_row(harvested: Path, archive: Path) -> None:
    told: list[urisift.Problem] = []
    batches = urisift.scan_paths(str(archive), on_problem=told.append)
    finds = Counter(path for batch in batches for path in batch["path"].to_pylist())
    problems = [
        {"path": each.path, "problem_at": each.at, "problem_kind": each.kind, "problem": each.what} for each in told
    ]
    assert table(harvested, "problems").to_pylist() == problems
    assert [Path(each.path).name for each in told] == ["cut.txt.gz"]
    files = [path for path in archive.rglob("*") if path.is_file()]
    assert {row["path"]: row for row in table(harvested, "sources").to_pylist()} == {
        str(path): {
            "path": str(path),
            "length": path.stat().st_size,
            "modified": path.stat().st_mtime_ns,
            "archive": json.dumps([str(archive)]),
            "flags": '{"normalize": true}',
            "version": version("urisift"),
            "finds": finds[str(path)],
            "problems": int(path.name == "cut.txt.gz"),
        }
        for path in files
    }


def test_the_summaries_are_those_of_a_plain_program(harvested: Path) -> None:
    links = table(harvested, "links").to_pylist()
    counts = Counter(link["normal"] or link["uri"] for link in links)
    first: dict[str, str] = {}
    domains: dict[str, list[str]] = defaultdict(list)
    linkers: dict[str, set[str]] = defaultdict(set)
    for link in sorted(links, key=lambda link: link["path"]):
        first.setdefault(link["normal"] or link["uri"], link["path"])
        host = (link["host"] or "").lower()
        domain = urisift.registrable_domain(host) if host else None
        if domain:
            domains[domain].append(link["normal"] or link["uri"])
        if host and not (link["part"] or "").endswith(" response/header"):
            linkers[host].add(urlsplit(link["page"] or "").hostname or link["path"])
    distinct = table(harvested, "distinct").to_pylist()
    assert {row["uri"]: (row["count"], row["first_path"]) for row in distinct} == {
        uri: (count, first[uri]) for uri, count in counts.items()
    }
    assert [tuple(row.values()) for row in table(harvested, "domains").to_pylist()] == sorted(
        ((domain, len(uris), len(set(uris))) for domain, uris in domains.items()),
        key=lambda row: (-row[1], row[0]),
    )
    assert [tuple(row.values()) for row in table(harvested, "inlinks").to_pylist()] == sorted(
        ((host, len(hosts)) for host, hosts in linkers.items()), key=lambda row: (-row[1], row[0])
    )
    assert len(linkers["one.example"]) == 3


def test_links_are_those_of_pages_and_not_of_the_crawler(workers: SparkSession, tmp_path: Path) -> None:
    def record(kind: str, block: str, media: str) -> str:
        head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://page.example/\r\nContent-Type: {media}\r\n"
        return f"{head}Content-Length: {len(block)}\r\n\r\n{block}\r\n\r\n"

    agent = "GET / HTTP/1.1\r\nUserAgent: a (http://crawler.example/)\r\n\r\n"
    page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<base href='http://base.example/'><a href='/x'>x</a>"
    path = tmp_path / "a.warc"
    path.write_text(
        record("warcinfo", "http-header-user-agent: http://crawler.example/\r\n", "application/warc-fields")
        + record("request", agent, "application/http; msgtype=request")
        + record("response", page, "application/http; msgtype=response")
    )
    found = uris.scan(workers.createDataFrame([(str(path),)], "path string"))
    counted = [tuple(row) for row in harvest.inlinks(found).collect()]
    assert counted == [("base.example", 1)]
    linkers = found.where("host = 'base.example'").select("page", "record_type").distinct().collect()
    assert [tuple(row) for row in linkers] == [("http://page.example/", "response")]


def test_a_second_run_searches_nothing(workers: SparkSession, own: tuple[Path, Path]) -> None:
    archive, out = own
    before = written(out), tables(out)
    run(workers, out, str(archive))
    assert (written(out), tables(out)) == before


def test_what_has_no_mark_is_removed_and_done_again(workers: SparkSession, own: tuple[Path, Path]) -> None:
    archive, out = own
    before, files = tables(out), written(out)
    name, *others = sorted(batches(out))
    (out / "sources" / name / "_SUCCESS").unlink()
    shutil.copytree(out / "links" / others[0], out / "links" / "batch=b000099")
    run(workers, out, str(archive))
    assert tables(out) == before
    assert not (out / "links" / "batch=b000099").exists()
    kept = {path for path in files if path.parent.name in others}
    assert kept <= written(out) and not (files - kept) & written(out)


def test_only_batches_of_changed_files_are_done_again(
    workers: SparkSession, archive: Path, tmp_path: Path, command: str
) -> None:
    copy, out = tmp_path / "archive", tmp_path / "out"
    shutil.copytree(archive, copy)
    run(workers, out, str(copy))
    files = written(out)
    (copy / "faults.txt").unlink()
    (copy / "log.txt").write_bytes(lines(10))
    (copy / "new.txt").write_bytes(b"http://new.example/")
    run(workers, out, str(copy))
    expected = by_command(command, [str(copy)], tmp_path / "x.parquet", "--normalize")
    assert same(table(out, "links"), expected)
    assert files & written(out)
    assert tables(out).keys() == set(TABLES)


def test_a_batch_is_removed_when_what_replaces_it_has_its_mark(
    workers: SparkSession, own: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, out = own
    before = batches(out)
    asked = [str(archive), "--flag", "scheme=mailto", "--flag", "scheme=urn"]

    def die(*_: object) -> None:
        assert before < batches(out)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(harvest, "summarise", die)
        run(workers, out, *asked, "--replace")
    new = batches(out) - before
    assert run(workers, out, *asked, "--replace") == 0
    assert batches(out) == new
    assert set(table(out, "links")["scheme"].to_pylist()) == {"mailto", "urn"}


def test_what_is_typed_wrong_touches_nothing(
    workers: SparkSession, own: tuple[Path, Path], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    archive, out = own
    debris = out / "links" / "batch=b000099"
    debris.mkdir()
    files = written(out)
    inside = archive / "mail" / "out"
    for typed, why in [
        ([str(archive), "--flag", "no-such-flag"], "no_such_flag"),
        ([str(archive), "--flag", "max-count="], "max-count"),
        ([str(archive), "--flag", "unique=uri"], "unique"),
        ([str(archive), "--flag", "problems"], "problems"),
        ([str(archive), str(tmp_path / "none")], "none"),
        ([str(archive), "--flag", "assess"], "see --replace"),
        ([str(archive / "mail")], "see --replace"),
        ([str(archive), "--out", str(inside)], "write elsewhere"),
    ]:
        assert run(workers, out, *typed) == 2, typed
        assert why in capfd.readouterr().err
    assert written(out) == files and debris.exists() and not inside.exists()


def test_names_may_have_any_bytes_and_out_any_characters(workers: SparkSession, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    for number, name in enumerate([b"n\xff.txt", b'{"bytes":"AA"}', b"a [1]*?.txt"]):
        with open(os.fsencode(archive) + b"/" + name, "wb") as file:
            file.write(b"http://h%d.example/" % number)
    out = tmp_path / "x[1]{a}*" / "batch=7"
    assert run(workers, out, str(archive)) == 0
    assert sorted(table(out, "links")["uri"].to_pylist()) == [f"http://h{n}.example/" for n in range(3)]
    assert table(out, "sources")["finds"].to_pylist() == [1, 1, 1]
    assert table(out, "problems").num_rows == 0
    files = written(out)
    assert run(workers, out, str(archive)) == 0
    assert written(out) == files
    assert table(out, "distinct").num_rows == 3


def test_batches_with_problems_are_done_again_where_that_is_asked_for(
    workers: SparkSession, own: tuple[Path, Path]
) -> None:
    archive, out = own
    before, rows = batches(out), tables(out)
    assert run(workers, out, str(archive), "--retry-problems") == 0
    assert len(before & batches(out)) == len(before) - 1 and batches(out) != before
    assert tables(out) == rows


@pytest.mark.parametrize("text", ["0", "-5G", "16kG", "", "k", "1.5G", "1T"])
def test_a_size_is_a_number_of_bytes(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (harvest.sized("3"), harvest.sized("64K"), harvest.sized("2g")) == (3, 64 << 10, 2 << 30)
    with pytest.raises(SystemExit) as end:
        harvest.arguments(["--out", "out", f"--task-size={text}", "archive"])
    assert end.value.code == 2 and "expected a number of bytes" in capsys.readouterr().err


def test_the_later_of_two_batches_with_one_file_counts() -> None:
    one, other = (harvest.Source(name, 1, 1, "a", "f", "1") for name in "ab")
    done = {1: harvest.Mark({one, other}, False), 2: harvest.Mark({one}, True)}
    assert harvest.counting(done, [one, other], False, False) == {2}
    newer = [each._replace(version="2") for each in (one, other)]
    assert harvest.counting(done, newer, False, False) == {2}
    assert harvest.counting(done, newer, True, False) == set()
    assert harvest.counting({2: done[2]}, [one, other], False, True) == set()


KILLER = """#!/bin/sh
if {when} && mkdir '{mark}' 2>/dev/null; then
    kill -9 {victim}
fi
exec cat
"""


def killer(at: Path, victim: str, when: str) -> tuple[Path, Path]:
    """A program that prints what it reads, and once kills a process; and what is there if it has."""
    script, mark = at / "killer", at / "killed"
    script.write_text(KILLER.format(when=when, mark=mark, victim=victim))
    script.chmod(0o755)
    return script, mark


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(
    workers: SparkSession, archive: Path, harvested: Path, tmp_path: Path
) -> None:
    script, mark = killer(tmp_path, "$PPID", when="true")
    run(workers, tmp_path / "out", str(archive), "--flag", f"pre={script}")
    assert mark.exists()
    assert_same_but_flags(tmp_path / "out", harvested)


def assert_same_but_flags(one: Path, other: Path) -> None:
    one_rows, other_rows = tables(one), tables(other)
    for row in one_rows["sources"] + other_rows["sources"]:
        del row["flags"]
    # What is told of a file is told of what the program has made of it.
    for name in ("links", "sources", "distinct", "domains", "inlinks"):
        assert sorted(one_rows[name], key=repr) == sorted(other_rows[name], key=repr)


def start(master: str, out: Path, *typed: str) -> subprocess.Popen[bytes]:
    conf = " ".join(f"--conf {name}={value}" for name, value in SPARK.items())
    env = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_SUBMIT_ARGS": f"{conf} pyspark-shell"}
    words = [sys.executable, str(SCRIPT), "--master", master, "--out", str(out), *SMALL, *typed]
    return subprocess.Popen(words, env=env)


@pytest.mark.cluster
@pytest.mark.usefixtures("cluster")
def test_a_harvest_that_is_killed_is_gone_on_with(archive: Path, harvested: Path, tmp_path: Path) -> None:
    out, victim = tmp_path / "out", tmp_path / "victim"
    first_is_done = f"test -s '{victim}' && ls '{out}'/sources/*/_SUCCESS >/dev/null 2>&1"
    script, mark = killer(tmp_path, f"$(cat '{victim}')", when=first_is_done)
    typed = [str(archive), "--flag", f"pre={script}"]
    killed = start("local[2,4]", out, *typed)
    victim.write_text(str(killed.pid))
    assert killed.wait(240) == -9
    assert mark.exists() and batches(out)
    assert not (out / "distinct").exists()
    assert start("local-cluster[2,1,1024]", out, *typed).wait(240) == 0
    assert_same_but_flags(out, harvested)


@pytest.mark.cluster
@pytest.mark.usefixtures("cluster")
def test_a_cluster_gives_the_same_tables(archive: Path, harvested: Path, tmp_path: Path) -> None:
    assert start("local-cluster[2,1,1024]", tmp_path / "out", str(archive)).wait(240) == 0
    assert tables(tmp_path / "out") == tables(harvested)


def test_tasks_have_each_file_once_and_about_as_many_bytes() -> None:
    batch = [harvest.Piece(str(number), number % 100) for number in range(100_000)]
    bins = harvest.tasks(batch, 1 << 20)
    paths = [[path for path, _ in pieces] for pieces in bins]
    assert sorted(sum(paths, [])) == sorted(b"%d" % number for number in range(100_000))
    sizes = [sum(int(path) % 100 for path in each) for each in paths]
    assert len(bins) == 5 and max(sizes) - min(sizes) < 100
    assert harvest.tasks(batch[:1], 1 << 20) == [[(b"0", None)]]


def test_long_files_are_split(
    workers: SparkSession, large: list[str], command: str, tmp_path: Path
) -> None:
    expected = by_command(command, large, tmp_path / "x.parquet", "--normalize")
    args = harvest.arguments(["--out", str(tmp_path / "out"), "--task-size", "100k", *large])
    assert harvest.run(workers, args) == 0
    assert same(table(tmp_path / "out", "links"), expected)
    sources = [harvest.Source(path, os.path.getsize(path), 0, "", "{}", "") for path in large]
    pieces = harvest.pieces(workers, args, sources)
    assert len(pieces) > 12 and {piece.path for piece in pieces} == set(large)
