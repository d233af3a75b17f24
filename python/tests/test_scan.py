"""``scan_paths`` and ``scan_column``: what the command finds, as Arrow."""

from __future__ import annotations

import base64
import gzip
import os
import re
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import urisift

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def parquet(folder: Path, *arguments: str | Path) -> pa.Table:
    """What the command writes with these arguments."""
    path = folder / "finds.parquet"
    command = [sys.executable, "-m", "urisift", "-o", path, *arguments]
    subprocess.run(command, check=False, capture_output=True)
    return pq.read_table(path)


def table(scan: urisift.Scan) -> pa.Table:
    """All batches of a search."""
    table = scan.read_all()
    table.validate(full=True)
    return table


OPTIONS: list[dict[str, Any]] = [
    {},
    {"assess": True, "normalize": True},
    {"columns": ["host", "time", "uri", "cautions"]},
    {"columns": "subject,fault,path", "unique": True},
    {"normalize": "case,dots", "defang": True, "unwrap": True},
    {"unwrap": "any"},
    {"caution": "password,punycode"},
    {"raw": True},
    {"as_": "plain", "www": True, "email": True, "bare": True, "refang": True},
    {"as_": "mail", "max_nesting": 1, "max_expand": 7, "timeout": "1h"},
    {"base": "http://b.example/c/", "prefer": "html"},
    {"glob": "*.mbox", "no_hidden": True, "gitignore": True},
    {"type": "mail", "type_add": "mail:*.txt", "follow": True},
    {"scheme": ["mailto", "HTTP"], "exclude_host": "*.org", "max_count": 3},
    {"tld": "example,org", "exclude_uri_path": "/x", "exclude_noise": True, "exclude_private": True},
    {"regex": "[?]", "invalid": True, "exclude_cut": True},
    {"vcs": True, "context": 2, "after_context": 0, "before_context": 1},
    {"context": 1, "valid": True, "no_filename": True},
    {"context_bytes": "1k", "max_len": "2k", "max_wrapper_len": 100, "iri": "never", "join": "always"},
    {"unique": "host", "unfold": "always", "trailing": "keep"},
    {"by": "domain", "buffer_size": "16M"},
    {"unique": True, "count": True},
    {"top": 3},
]


def flags(options: dict[str, Any]) -> Iterator[str]:
    """The options as the command is given them."""
    for name, value in options.items():
        for one in value if isinstance(value, list) else [value]:
            flag = "--" + name.removesuffix("_").replace("_", "-")
            yield flag if one is True else f"{flag}={one}"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_batches_are_what_the_command_writes(
    corpora: Path, tmp_path: Path, options: dict[str, Any]
) -> None:
    expected = parquet(tmp_path, *flags(options), corpora)
    assert expected.num_rows > (500 if not options else 0)
    for threads in (1, 3):
        found = table(urisift.scan_paths(corpora, threads=threads, **options))
        assert found.schema.equals(expected.schema.remove_metadata())
        assert found.equals(expected.replace_schema_metadata(None))


def test_the_last_of_two_that_exclude_each_other_counts(corpora: Path) -> None:
    for first, last in [("raw", "as_"), ("as_", "raw"), ("private", "exclude_private")]:
        values: dict[str, Any] = {"as_": "mail"}
        both = {first: values.get(first, True), last: values.get(last, True)}
        one = table(urisift.scan_paths(corpora, **{last: values.get(last, True)}))
        assert one.num_rows > 0
        assert table(urisift.scan_paths(corpora, **both)).equals(one)


def test_patterns_may_stand_in_files(corpora: Path, tmp_path: Path) -> None:
    names = tmp_path / "names"
    names.write_text("# schemes\nmailto\n\ntel\n")
    typed = table(urisift.scan_paths(corpora, scheme="mailto,tel"))
    assert typed.num_rows > 0
    assert table(urisift.scan_paths(corpora, schemes_from=names)).equals(typed)
    assert table(urisift.scan_paths(corpora, schemes_from=os.fsencode(names))).equals(typed)
    paths = tmp_path / "paths"
    paths.write_bytes(os.fsencode(corpora) + b"\0")
    assert table(urisift.scan_paths([], files_from=paths, null=True, scheme=("mailto", "tel"))).equals(typed)


def test_the_schema_is_known_before() -> None:
    assert urisift.schema().names[:3] == ["path", "start", "end"]
    assert urisift.schema().field("valid").type == pa.bool_()


def test_options_are_flags(corpora: Path) -> None:
    found = table(urisift.scan_paths([str(corpora).encode()], scheme=["mailto", "tel"], max_count=2))
    assert {scheme.lower() for scheme in found["scheme"].to_pylist()} == {"mailto", "tel"}
    by = table(urisift.scan_paths(corpora / "logs", by="scheme", top=1))
    assert by.schema.names[:2] == ["count", "key"] and by.num_rows == 1
    assert table(urisift.scan_paths(corpora / "web", as_="plain", www=False, regex=None)).num_rows > 0


def test_flags_without_sense_are_refused(corpora: Path) -> None:
    options: dict[str, Any]
    for options in ({"nonsense": 1}, {"json": True}, {"output": "x.csv"}, {"help": True}):
        with pytest.raises(TypeError, match=f"unexpected option '{next(iter(options))}'"):
            urisift.scan_paths(corpora, **options)
    with pytest.raises(TypeError, match="unexpected option 'max_cuont'; did you mean max_count?"):
        urisift.scan_paths(corpora, max_cuont=1)  # type: ignore[call-arg]
    for options, why in (
        ({"scheme": "a b"}, "scheme"),
        ({"max_count": "few"}, "--max-count: expected a number from 0, and not few"),
        ({"max_len": "x"}, "--max-len: expected a number of bytes"),
        ({"www": "yes"}, "--www: expected True or False"),
        ({"scheme": True}, "--scheme: expected a value"),
        ({"by": "mood"}, "--by: expected one of uri, normal"),
        ({"regex": "("}, "unclosed"),
        ({"base": "b"}, "invalid base URI"),
        ({"as_": "maill"}, "format 'maill': expected plain"),
        ({"unique": "host", "top": 3}, "--unique is at odds"),
        ({"count": True}, "--count is of --unique"),
        ({"pre_glob": "*.pdf"}, "--pre-glob needs --pre"),
        ({"memory": "1M"}, "--buffer-size: expected 16777216 bytes or more"),
        ({"context_bytes": "1M"}, "--context-bytes: expected 65536 bytes or less"),
        ({"threads": 70_000}, "--threads: expected a number from 1 to 255"),
        ({"iri": 7}, "iri: expected one of never"),
        ({"exclude_uri_path": {"/x"}}, "--exclude-uri-path: expected text or a number"),
    ):
        with pytest.raises(ValueError, match=re.escape(why)):
            urisift.scan_paths(corpora, **options)
    with pytest.raises(ValueError, match="nothing"):
        urisift.scan_paths([])
    with pytest.raises(TypeError):
        urisift.scan_paths(7)  # type: ignore[arg-type]


def broken(folder: Path) -> Path:
    """A folder with three files, one of them cut and one missing from it."""
    (folder / "a").write_bytes(b"http://a.example/")
    text = b"".join(b"http://b.example/%d " % number for number in range(10_000))
    (folder / "b.gz").write_bytes(gzip.compress(text)[:-3000])
    (folder / "c").write_bytes(b"http://c.example/")
    return folder


def test_problems_are_told_and_the_rest_is_found(tmp_path: Path) -> None:
    paths = [*sorted(broken(tmp_path).iterdir()), tmp_path / "missing"]
    problems: list[urisift.Problem] = []
    found = table(urisift.scan_paths(paths, on_problem=problems.append))
    uris = found["uri"].to_pylist()
    assert uris[0] == "http://a.example/" and uris[-1] == "http://c.example/" and len(uris) > 100
    assert [Path(problem.path).name for problem in problems] == ["b.gz", "missing"]
    assert problems[0].at is not None and problems[0].what in str(problems[0])
    with pytest.warns(urisift.ProblemWarning) as told:
        assert table(urisift.scan_paths(paths)).equals(found)
    assert [str(one.message) for one in told] == [str(problem) for problem in problems]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(urisift.ProblemWarning):
            table(urisift.scan_paths(paths))


def test_problems_are_raised_or_collected(tmp_path: Path) -> None:
    paths = [*sorted(broken(tmp_path).iterdir()), tmp_path / "missing"]
    with pytest.warns(urisift.ProblemWarning):
        expected = table(urisift.scan_paths(paths))
    scan, met = urisift.scan_paths(paths, on_problem="raise"), 0
    with pytest.raises(OSError, match=r"b\.gz.*corrupt"):
        for batch in scan:
            met += batch.num_rows
    assert met == expected.num_rows - 1
    with pytest.raises(OSError, match="corrupt"):
        urisift.scan_bytes((tmp_path / "b.gz").read_bytes()).read_all()
    collected = urisift.scan_paths(paths, on_problem="collect").read_all()
    told = collected.filter(collected["problem"].is_valid())
    assert told["problem_kind"].to_pylist() == ["cut", "not-found"]
    assert [Path(path).name for path in told["path"].to_pylist()] == ["b.gz", "missing"]
    found = collected.filter(collected["problem"].is_null()).select(expected.schema.names)
    assert found.equals(expected.cast(found.schema))
    with pytest.raises(ValueError, match="on_problem"):
        urisift.scan_paths(paths, on_problem="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="on_problem"):
        urisift.list_paths(paths, on_problem="collect")


def test_a_column_that_nothing_fills_is_refused(corpora: Path) -> None:
    for name, by in [("normal", "normalize"), ("before", "context"), ("unwrapped", "unwrap")]:
        with pytest.raises(ValueError, match=f"'{name}' requires {by}"):
            urisift.scan_paths(corpora, columns=["uri", name])
    assert urisift.scan_paths(corpora, columns=["normal"], normalize=True).schema.names == ["normal"]


def test_a_panic_is_a_problem(tmp_path: Path) -> None:
    mail = "From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b.example\nTo: c@d\n{}\nhttp://{}.example/\n\n"
    whole = "".join(mail.format("", name) for name in "abc")
    for name in ("1.mbox", "3.mbox"):
        (tmp_path / name).write_text(whole)
    planted = mail.format("", "a") + mail.format("X-Planted-Panic: yes\n", "b") + mail.format("", "c")
    (tmp_path / "2.mbox").write_text(planted)
    for threads in (1, 3):
        problems: list[urisift.Problem] = []
        found = table(
            urisift.scan_paths(tmp_path, threads=threads, on_problem=problems.append)
        )
        uris = [uri for uri in found["uri"].to_pylist() if uri.startswith("http")]
        if not problems:
            pytest.skip("built without the feature `testing`")
        assert uris == [f"http://{name}.example/" for name in "abcaabc"]
        assert [Path(problem.path).name for problem in problems] == ["2.mbox"]
        assert "internal error: planted" in problems[0].what


def test_who_is_told_may_end_it(tmp_path: Path) -> None:
    def refuse(problem: urisift.Problem) -> None:
        raise ZeroDivisionError(problem.what)

    scan = urisift.scan_paths(broken(tmp_path), on_problem=refuse)
    with pytest.raises(ZeroDivisionError):
        list(scan)
    assert list(scan) == [] and scan.problems == 1


def test_a_search_may_be_left(corpora: Path) -> None:
    with urisift.scan_paths([corpora] * 200, threads=2) as scan:
        assert next(scan).num_rows > 0
    assert list(scan) == []


def test_a_search_may_be_left_from_another_thread(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    scan = urisift.scan_paths(pipe)
    with pipe.open("wb"):
        threading.Timer(0.2, scan.close).start()
        assert list(scan) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_has_no_search(corpora: Path) -> None:
    scan = urisift.scan_paths(corpora)
    child = os.fork()
    if child == 0:
        try:
            next(scan)
        except RuntimeError:
            os._exit(7)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_files_are_listed_as_they_would_be_searched(corpora: Path, tmp_path: Path) -> None:
    problems: list[urisift.Problem] = []
    paths = [corpora, tmp_path / "missing"]
    listed = urisift.list_paths(paths, type=["log"], on_problem=problems.append)
    assert [Path(file.path).name for file in listed] == ["build.log", "server.log"]
    assert listed[0].length == (corpora / "logs" / "build.log").stat().st_size
    assert listed[0].modified == (corpora / "logs" / "build.log").stat().st_mtime_ns
    assert [Path(problem.path).name for problem in problems] == ["missing"]
    with pytest.raises(TypeError):
        urisift.list_paths(corpora, nonsense=True)


@pytest.mark.parametrize("kind", ["string", "large_string", "binary", "large_binary", "string_view"])
def test_a_column_is_searched(kind: str) -> None:
    texts = ["ä http://a.example/ and urn:isbn:0451450523", None, "", "none", "www.b.example"]
    column = pa.array(texts, type=pa.string()).cast(getattr(pa, kind)())
    found = urisift.scan_column(column)
    found.validate(full=True)
    assert found.schema.equals(urisift.text_schema())
    assert found["row"].to_pylist() == [0, 0] and found["uri"][0].as_py() == "http://a.example/"
    assert (found["start"][0].as_py(), found["char_start"][0].as_py()) == (3, 2)
    assert urisift.scan_column(column, www=True)["row"].to_pylist() == [0, 0, 4]
    part = urisift.scan_column(column.slice(3), www=True)
    assert part["row"].to_pylist() == [1]


def test_a_dictionary_is_searched() -> None:
    column = pa.array([b"\xff http://a.example/", None, b"\xff http://a.example/"]).dictionary_encode()
    assert urisift.scan_column(column)["row"].to_pylist() == [0, 2]


def test_chunks_are_one_column() -> None:
    column = pa.chunked_array([["http://a.example/"], [], ["x", "http://b.example/"]])
    assert urisift.scan_column(column)["row"].to_pylist() == [0, 2]
    assert urisift.scan_column(pa.chunked_array([], type=pa.string())).num_rows == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_list_is_read_once_for_all_chunks(tmp_path: Path) -> None:
    pipe = tmp_path / "hosts"
    os.mkfifo(pipe)
    threading.Thread(target=pipe.write_text, args=("a.example\n",)).start()
    column = pa.chunked_array([["http://a.example/"], ["http://b.example/", "http://a.example/b"]])
    assert urisift.scan_column(column, hosts_from=pipe)["row"].to_pylist() == [0, 2]


def test_a_column_of_bytes_has_characters_where_it_is_utf8() -> None:
    column = pa.array([b"\xff http://a.example/", "ä http://b.example/".encode()])
    found = urisift.scan_column(column, scheme="http", max_count=1)
    assert found["char_start"].to_pylist() == [None, 2]


def test_other_columns_are_refused() -> None:
    with pytest.raises(TypeError, match="int64"):
        urisift.scan_column(pa.array([1]))
    with pytest.raises(TypeError):
        urisift.scan_column(pa.chunked_array([], type=pa.int64()))
    with pytest.raises(TypeError):
        urisift.scan_column(pa.array([1]).dictionary_encode())
    for options in ({"json": True}, {"unique": "uri"}, {"files_from": "x"}, {"nonsense": 1}):
        with pytest.raises((TypeError, ValueError)):
            urisift.scan_column(pa.array(["x"]), **options)


def test_a_find_is_the_same_in_a_column_and_in_a_list(corpora: Path) -> None:
    text = (corpora / "news" / "thread.txt").read_text()
    row = urisift.scan_column(pa.array([text]))
    found = urisift.find(text)
    assert row["char_start"].to_pylist() == [one.char_start for one in found]
    assert row["uri"].to_pylist() == [one.uri for one in found]


def test_the_command_is_there(corpora: Path) -> None:
    command = [sys.executable, "-m", "urisift", "-c", corpora / "logs" / "build.log"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("8\n", 0)
    done = subprocess.run([*command[:3], "--nonsense"], capture_output=True, check=False)
    assert done.returncode == 2


def test_the_pieces_of_a_file_have_its_rows(large: list[str]) -> None:
    for path in large:
        whole = table(urisift.scan_paths(path, threads=1, assess=True))
        pieces = urisift.split(path, 100_000, assess=True)
        assert (len(pieces) > 2) == (Path(path).name != "whole.gz")
        names = [path] * len(pieces)
        assert table(urisift.scan_paths(names, pieces=pieces, threads=3, assess=True)).equals(whole)
        several = [table(urisift.scan_paths(path, pieces=[piece], assess=True)) for piece in pieces]
        assert pa.concat_tables(several).equals(whole)
        assert urisift.split(path, 100_000, open=lambda name: open(name, "rb"), assess=True) == pieces


def test_what_messages_unpack_to_is_counted_for_each_piece(tmp_path: Path) -> None:
    path = str(tmp_path / "list.mbox")

    def mail(number: int) -> bytes:
        noise = b"".join(b"%07d: %060d\n" % (line, number) for line in range(4000))
        packed = gzip.compress(b" " * (25 << 20) + b"http://a.example/%d\n" % number, 1, mtime=0)
        head = b"From a@b Thu Jan  1 00:00:00 1970\nContent-Type: multipart/mixed; boundary=x\n"
        attached = b"Content-Type: application/gzip\nContent-Transfer-Encoding: base64\n\n"
        return b"\n".join([head, b"--x\n", noise, b"--x", attached + base64.encodebytes(packed), b"--x--\n\n"])

    def found(pieces: list[str] | None) -> list[str]:
        names = [path] * len(pieces or [path])
        scan = urisift.scan_paths(names, pieces=pieces, max_expand=1, on_problem=lambda _: None)
        uris: list[str] = scan.read_all()["uri"].to_pylist()
        return uris

    mails = list(map(mail, range(24)))
    Path(path).write_bytes(b"".join(mails))
    pieces = urisift.split(path, 2_400_000, max_expand=1)
    starts = [sum(map(len, mails[:number])) for number in range(24)]
    first = [starts.index(int(piece.split()[1].split(":")[0])) for piece in pieces]
    assert len(pieces) > 2
    # The first message of each piece has what is free.
    assert {f"http://a.example/{number}" for number in first} <= set(found(pieces))
    assert f"http://a.example/{first[1]}" not in found(None)


def test_a_scan_without_pyarrow_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match="'arrow'"):
        urisift.scan_paths(__file__)


def test_what_is_no_piece_is_refused(large: list[str]) -> None:
    for pieces in (["mbox"], ["mbox 0:1:0 - 1 messages 0 0"], ["plain 0 - 1 text 0 0 0", None]):
        with pytest.raises(ValueError, match="piece"):
            urisift.scan_paths(large[0], pieces=pieces)
    with pytest.raises(FileNotFoundError):
        urisift.split("none", 1000)
    with pytest.raises(TypeError, match="no_such"):
        urisift.split(large[0], 1000, **{"no_such": True})  # type: ignore[arg-type]
    assert len(urisift.split(large[0], 100_000, max_count=1)) == 1
