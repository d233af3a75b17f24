"""``find`` and ``find_iter``."""

from __future__ import annotations

import array
import io
import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import urisift

TEXT = "Ä€𝄞 <http://www.w3.org/\n  Addressing/>, \"mailto:a@b.example\" and http://ü.example/ä."


def test_offsets_are_bytes_and_characters() -> None:
    utf8 = TEXT.encode()
    found = urisift.find(TEXT)
    assert [one.uri for one in found] == [
        "http://www.w3.org/Addressing/",
        "mailto:a@b.example",
        "http://ü.example/ä",
    ]
    for one in found:
        assert utf8[one.start : one.end].decode() == one.raw
        assert TEXT[one.char_start : one.char_end] == one.raw
    assert found[0].raw == "http://www.w3.org/\n  Addressing/"
    assert [one.wrapper for one in found] == ["angle", "quote", "none"]


@pytest.mark.parametrize(
    "data",
    [
        b"see http://a.example/b!",
        bytearray(b"see http://a.example/b!"),
        memoryview(b"see http://a.example/b!"),
        memoryview(b"__see http://a.example/b!")[2:],
        array.array("b", b"see http://a.example/b!"),
        b"see http://a.example/b!" + b"\n" * 10_000,
    ],
)
def test_whatever_has_bytes_is_searched(data: Any) -> None:
    (found,) = urisift.find(data)
    assert (found.start, found.end, found.uri) == (4, 22, "http://a.example/b")
    assert found.char_start is None and found.char_end is None


def test_a_file_in_memory_is_searched(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"." * 5000 + b" http://a.example/")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        (found,) = urisift.find(text)
    assert found.start == 5001


def test_a_buffer_of_arrow_is_searched() -> None:
    pa = pytest.importorskip("pyarrow")
    assert urisift.find(pa.py_buffer(b"http://a.example/"))[0].end == 17
    assert urisift.find(pa.py_buffer(b"")) == []


def test_what_is_no_text_is_refused() -> None:
    for data in (7, None, ["http://a.example/"], memoryview(b"abcd")[::2]):
        with pytest.raises((TypeError, BufferError)):
            urisift.find(data)  # type: ignore[arg-type]


def test_halves_of_characters_stay_where_they_are() -> None:
    text = "\udcff\ud800 http://a.example/ä \udc80http://b.example/"
    found = urisift.find(text)
    assert [text[one.char_start : one.char_end] for one in found] == [one.raw for one in found]
    assert len(found) == 2


def test_bytes_that_are_no_utf8_end_a_uri() -> None:
    (found,) = urisift.find(b"<http://a.example/\xff>")
    assert bytes(found) == b"http://a.example/"
    assert found.uri == "http://a.example/"


def test_a_find_says_what_the_record_has() -> None:
    (found,) = urisift.find("at http://me:x@a.example:8o/b?c#d", line_number=True)
    parts = (found.scheme, found.userinfo, found.host, found.port, found.path, found.query, found.fragment)
    assert parts == ("http", "me:x", "a.example", "8o", "/b", "c", "d")
    assert (found.line, found.column, found.truncated) == (1, 4, False)
    assert found.fault is not None
    assert (found.fault.at, found.fault.rule) == (23, "port")
    assert found.normal() is None
    assert str(found) == found.uri and found.uri in repr(found)
    (valid,) = urisift.find("HTTP://user@A.example:80/%7ex")
    assert valid.valid and valid.fault is None and "rfc3986" in valid.conforms
    assert valid.normal() == "http://user@a.example/~x"
    assert valid.normal("case") == "http://user@a.example:80/%7Ex"
    (caution,) = urisift.find("http://a:b@c.example/")[0].cautions
    assert caution == ("password", 9, 10)


def test_both_readings_are_there() -> None:
    (found,) = urisift.find("<http://a.example/long-\n name>")
    assert found.readings == ("http://a.example/long-name", "http://a.example/longname")


def test_finds_are_the_same_where_all_of_them_is() -> None:
    one, other = urisift.find("http://a.example/ http://a.example/")
    again = urisift.find("http://a.example/ http://a.example/")[0]
    assert one == again and hash(one) == hash(again)
    assert one != other and one != "http://a.example/"


def test_options_are_the_flags_of_the_command() -> None:
    text = "www.a.example, b.com/x, who@c.org, hxxp://d[.]com"
    found = urisift.find(text, www=True, bare=True, email=True, refang=True)
    assert [one.uri for one in found] == ["www.a.example", "b.com/x", "who@c.org", "http://d.com"]
    assert [one.uri for one in urisift.find("http://a.example/.", trailing="keep")] == [
        "http://a.example/."
    ]
    (cut,) = urisift.find("http://a.example/" + "b" * 100, max_len=20)
    assert cut.truncated and cut.end == 20 and not cut.truncated_by_source
    shown = urisift.find("http://a.example/b… http://c.example/")
    assert [one.truncated_by_source for one in shown] == [True, False]
    assert urisift.find('"http:\\/\\/a.example"')[0].uri == "http://a.example"
    assert urisift.find('"http:\\/\\/a.example"', raw=True) == []


def test_options_that_are_none_are_refused() -> None:
    for options in ({"ww": True}, {"www": "yes"}, {"max_len": "many"}, {"iri": 1}):
        with pytest.raises(TypeError):
            urisift.find("", **options)  # type: ignore[arg-type]
    for options in ({"iri": "some"}, {"max_len": 0}):
        with pytest.raises(ValueError, match="expected"):
            urisift.find("", **options)  # type: ignore[arg-type]
    for options in ({"max_len": -1}, {"max_wrapper_len": -1}, {"max_len": 1 << 70}):
        with pytest.raises(ValueError, match="expected a number"):
            urisift.find("", **options)  # type: ignore[arg-type]
    assert urisift.find("www.a.example", www=None) == []  # type: ignore[arg-type]


def test_the_lock_is_released() -> None:
    text = b"http://a.example/ " * 2_000_000
    counted = 0
    searched = threading.Event()

    def search() -> None:
        urisift.find(text, max_len=4)
        searched.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not searched.is_set():
        counted += 1
    thread.join()
    assert counted > 0


def test_a_file_is_searched_as_it_is(corpora: Path) -> None:
    path = corpora / "news" / "thread.txt"
    data = path.read_bytes()
    expected = urisift.find(data)
    assert len(expected) >= 10
    assert list(urisift.find_iter(path)) == expected
    assert list(urisift.find_iter(str(path))) == expected
    with path.open("rb") as file:
        assert list(urisift.find_iter(file)) == expected
    assert list(urisift.find_iter(io.BytesIO(data))) == expected


def test_long_text_beyond_ascii_is_searched() -> None:
    text = "ä" * (1 << 20) + " http://a.example/ä"
    (found,) = urisift.find(text)
    assert text[found.char_start : found.char_end] == found.raw
    assert found.start == 2 * (1 << 20) + 1


def test_what_a_buffer_says_is_told() -> None:
    view = memoryview(b"http://a.example/")
    view.release()
    with pytest.raises(ValueError, match="released"):
        urisift.find(view)


class _Reentrant:
    """A file that asks for the next find while it is read."""

    found: urisift.FindIter

    def read(self, size: int) -> bytes:
        next(self.found)
        return b""


def test_an_iterator_at_work_is_nobody_elses() -> None:
    file = _Reentrant()
    file.found = urisift.find_iter(file)
    with pytest.raises(ValueError, match="at work"):
        next(file.found)
    assert list(file.found) == []


def test_an_iterator_can_be_closed(corpora: Path) -> None:
    found = urisift.find_iter(os.fsencode(corpora / "news" / "thread.txt"))
    next(found)
    found.close()
    assert list(found) == []


def test_a_signal_ends_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    program = "import sys, urisift; print(flush=True); list(urisift.find_iter(sys.argv[1]))"
    # Somebody could still write to it, and nobody does.
    writer = os.open(pipe, os.O_RDWR)
    process = subprocess.Popen([sys.executable, "-c", program, pipe], stdout=-1, stderr=-1)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"\n"
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        assert process.communicate()[1].strip().endswith(b"KeyboardInterrupt")
    finally:
        process.kill()
        os.close(writer)


class _Failing:
    """A file that gives something, and fails."""

    def __init__(self) -> None:
        self.reads = 0

    def read(self, size: int) -> bytes:
        self.reads += 1
        if self.reads > 1:
            raise ZeroDivisionError("no more")
        return b"http://a.example/ http://b.exam"


def test_what_was_found_before_a_failure_is_given() -> None:
    file = _Failing()
    found = urisift.find_iter(file)
    assert next(found).uri == "http://a.example/"
    assert next(found).uri == "http://b.exam"
    with pytest.raises(ZeroDivisionError, match="no more"):
        next(found)
    assert list(found) == []


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(FileNotFoundError) as error:
        urisift.find_iter(missing)
    assert error.value.filename == str(missing)
    with pytest.raises(IsADirectoryError) as error:
        list(urisift.find_iter(tmp_path))
    assert error.value.filename == str(tmp_path)
    with pytest.raises(TypeError, match="binary"):
        list(urisift.find_iter(io.StringIO("http://a.example/")))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        urisift.find_iter(7)  # type: ignore[arg-type]
